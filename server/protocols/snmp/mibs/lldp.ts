import { bytes, column, integer, text } from '../table.ts'

/** lldpRemTable (LLDP-MIB, IEEE 802.1AB-2005). Index: time mark, local port number, remote index. */
export const lldpRemTable = {
  oid: '1.0.8802.1.1.2.1.4.1.1',
  columns: {
    lldpRemChassisIdSubtype: column(4, integer),
    lldpRemChassisId: column(5, bytes(255)),
    lldpRemPortIdSubtype: column(6, integer),
    lldpRemPortId: column(7, bytes(255)),
    lldpRemPortDesc: column(8, text(255)),
    lldpRemSysName: column(9, text(255)),
    lldpRemSysDesc: column(10, text(255)),
  },
}

/** lldpLocPortTable (LLDP-MIB): what the local port numbers mean. Index: lldpLocPortNum. Subtypes: 5 interface name, 7 local. */
export const lldpLocPortTable = {
  oid: '1.0.8802.1.1.2.1.3.7.1',
  columns: {
    lldpLocPortIdSubtype: column(2, integer),
    lldpLocPortId: column(3, bytes(255)),
    lldpLocPortDesc: column(4, text(255)),
  },
}
