import { column, counter, integer, mac, text } from '../table.ts'

/** ifTable (IF-MIB, RFC 2863). Index: ifIndex. */
export const ifTable = {
  oid: '1.3.6.1.2.1.2.2.1',
  columns: {
    ifDescr: column(2, text(255)),
    ifType: column(3, integer),
    ifSpeed: column(5, integer),
    ifPhysAddress: column(6, mac),
    ifAdminStatus: column(7, integer),
    ifOperStatus: column(8, integer),
    ifInOctets: column(10, counter),
    ifInDiscards: column(13, counter),
    ifInErrors: column(14, counter),
    ifOutOctets: column(16, counter),
    ifOutDiscards: column(19, counter),
    ifOutErrors: column(20, counter),
  },
}

/** ifXTable (IF-MIB, RFC 2863). Index: ifIndex. */
export const ifXTable = {
  oid: '1.3.6.1.2.1.31.1.1.1',
  columns: {
    ifName: column(1, text(255)),
    ifHCInOctets: column(6, counter),
    ifHCOutOctets: column(10, counter),
    ifHighSpeed: column(15, integer),
    ifAlias: column(18, text(64)),
  },
}

/** dot3StatsTable (EtherLike-MIB, RFC 3635). Index: ifIndex. dot3StatsDuplexStatus: 1 unknown, 2 half, 3 full. */
export const dot3StatsTable = {
  oid: '1.3.6.1.2.1.10.7.2.1',
  columns: { dot3StatsDuplexStatus: column(19, integer) },
}
