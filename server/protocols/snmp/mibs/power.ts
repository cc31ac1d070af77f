import { column, integer, text } from '../table.ts'

/** Outlets of PowerNet-MIB's switched rack PDUs. Index: outlet. State: 1 on, 2 off; load in tenths of an ampere. */
export const rPduOutletStatusTable = {
  oid: '1.3.6.1.4.1.318.1.1.12.3.5.1.1',
  columns: {
    rPDUOutletStatusOutletName: column(2, text(64)),
    rPDUOutletStatusOutletState: column(4, integer),
    rPDUOutletStatusLoad: column(7, integer),
  },
}

/** Commands: 1 on at once, 2 off at once. */
export const rPduOutletControlTable = {
  oid: '1.3.6.1.4.1.318.1.1.12.3.3.1.1',
  columns: { rPDUOutletControlOutletCommand: column(4, integer) },
}

/** Load of the unit by phase and bank, in tenths of an ampere; a row with bank 0 is a phase. */
export const rPduLoadStatusTable = {
  oid: '1.3.6.1.4.1.318.1.1.12.2.3.1.1',
  columns: { rPDULoadStatusLoad: column(2, integer), rPDULoadStatusBankNumber: column(5, integer) },
}

export const rPduIdentDevicePowerWatts = '1.3.6.1.4.1.318.1.1.12.1.16.0'

/** Outlets of the older MasterSwitch family. Index: outlet. Control reads and writes: 1 on, 2 off. */
export const sPduOutletControlTable = {
  oid: '1.3.6.1.4.1.318.1.1.4.4.2.1',
  columns: { sPDUOutletCtl: column(3, integer), sPDUOutletCtlOutletName: column(4, text(64)) },
}

/** PDU2-MIB (Raritan, Server Technology). Index: PDU, outlet. */
export const outletConfigurationTable = {
  oid: '1.3.6.1.4.1.13742.6.3.5.3.1',
  columns: { outletName: column(3, text(64)) },
}

/** Operation: 0 off, 1 on; state: 7 on, 8 off. Index: PDU, outlet. */
export const outletSwitchControlTable = {
  oid: '1.3.6.1.4.1.13742.6.4.1.2.1',
  columns: { switchingOperation: column(2, integer), outletSwitchingState: column(3, integer) },
}

/** Decimal digits of a sensor. Index: PDU, outlet, sensor: 1 current, 5 active power. */
export const outletSensorConfigurationTable = {
  oid: '1.3.6.1.4.1.13742.6.3.5.4.1',
  columns: { outletSensorDecimalDigits: column(7, integer) },
}
export const outletSensorMeasurementsTable = {
  oid: '1.3.6.1.4.1.13742.6.5.4.3.1',
  columns: { measurementsOutletSensorValue: column(4, integer) },
}

/** The same for inlets. Index: PDU, inlet, sensor. */
export const inletSensorConfigurationTable = {
  oid: '1.3.6.1.4.1.13742.6.3.3.4.1',
  columns: { inletSensorDecimalDigits: column(7, integer) },
}
export const inletSensorMeasurementsTable = {
  oid: '1.3.6.1.4.1.13742.6.5.2.3.1',
  columns: { measurementsInletSensorValue: column(4, integer) },
}

/** eoPowerTable (ENERGY-OBJECT-MIB, RFC 7460). Index: entPhysicalIndex. States of IEEE 1621: 257 on, 258 off, 259 sleep. */
export const eoPowerTable = {
  oid: '1.3.6.1.2.1.229.1.2.1',
  columns: {
    eoPower: column(1, integer),
    /** Power of ten of the unit, from -24 to 24; 0 is watts. */
    eoPowerUnitMultiplier: column(3, integer),
    eoPowerAdminState: column(8, integer),
    eoPowerOperState: column(9, integer),
  },
}

/** Names of ENTITY-MIB's parts. Index: entPhysicalIndex. */
export const entPhysicalNames = {
  oid: '1.3.6.1.2.1.47.1.1.1.1',
  columns: { entPhysicalName: column(7, text(64)) },
}
