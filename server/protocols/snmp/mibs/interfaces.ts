import { column, counter, integer, mac, text } from '../table.ts'

/**
 * ifTable and ifXTable (IF-MIB, RFC 2863) and dot3StatsTable (EtherLike-MIB, RFC 3635), read as one: all have ifIndex as index.
 * dot3StatsDuplexStatus: 1 unknown, 2 half, 3 full. Octets come as 64 bits (ifHC…) and as 32.
 */
export const interfaces = {
  oid: '1.3.6.1.2.1',
  columns: {
    ifDescr: column('2.2.1.2', text(255)),
    ifType: column('2.2.1.3', integer),
    ifSpeed: column('2.2.1.5', integer),
    ifPhysAddress: column('2.2.1.6', mac),
    ifAdminStatus: column('2.2.1.7', integer),
    ifOperStatus: column('2.2.1.8', integer),
    ifInOctets: column('2.2.1.10', counter),
    ifInDiscards: column('2.2.1.13', counter),
    ifInErrors: column('2.2.1.14', counter),
    ifOutOctets: column('2.2.1.16', counter),
    ifOutDiscards: column('2.2.1.19', counter),
    ifOutErrors: column('2.2.1.20', counter),
    ifName: column('31.1.1.1.1', text(255)),
    ifHCInOctets: column('31.1.1.1.6', counter),
    ifHCOutOctets: column('31.1.1.1.10', counter),
    ifHighSpeed: column('31.1.1.1.15', integer),
    ifAlias: column('31.1.1.1.18', text(64)),
    dot3StatsDuplexStatus: column('10.7.2.1.19', integer),
  },
}
