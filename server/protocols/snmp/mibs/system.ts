import { column, integer, text } from '../table.ts'

/** Scalars of the system group (SNMPv2-MIB, RFC 3418). */
export const system = {
  sysDescr: '1.3.6.1.2.1.1.1.0',
  sysObjectID: '1.3.6.1.2.1.1.2.0',
  sysUpTime: '1.3.6.1.2.1.1.3.0',
  sysContact: '1.3.6.1.2.1.1.4.0',
  sysName: '1.3.6.1.2.1.1.5.0',
  sysLocation: '1.3.6.1.2.1.1.6.0',
} as const

/** entPhysicalTable (ENTITY-MIB, RFC 6933). Index: entPhysicalIndex. entPhysicalClass: 3 chassis, 11 stack. */
export const entPhysicalTable = {
  oid: '1.3.6.1.2.1.47.1.1.1.1',
  columns: {
    entPhysicalClass: column(5, integer),
    entPhysicalFirmwareRev: column(9, text(255)),
    entPhysicalSoftwareRev: column(10, text(255)),
    entPhysicalSerialNum: column(11, text(64)),
    entPhysicalModelName: column(13, text(255)),
  },
}
