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

/**
 * Outlets of PDU2-MIB (Raritan, Server Technology): outletConfigurationTable and outletSwitchControlTable, read as one.
 * Index: PDU, outlet. Operation: 0 off, 1 on; state: 7 on, 8 off.
 */
export const outletTable = {
  oid: '1.3.6.1.4.1.13742.6',
  columns: {
    outletName: column('3.5.3.1.3', text(64)),
    switchingOperation: column('4.1.2.1.2', integer),
    outletSwitchingState: column('4.1.2.1.3', integer),
  },
}

/** Their sensors, configuration and measurements read as one. Index: PDU, outlet, sensor: 1 current, 5 active power. */
export const outletSensorTable = {
  oid: '1.3.6.1.4.1.13742.6',
  columns: { digits: column('3.5.4.1.7', integer), value: column('5.4.3.1.4', integer) },
}

/** The same of inlets. Index: PDU, inlet, sensor. */
export const inletSensorTable = {
  oid: '1.3.6.1.4.1.13742.6',
  columns: { digits: column('3.3.4.1.7', integer), value: column('5.2.3.1.4', integer) },
}

/**
 * eoPowerTable (ENERGY-OBJECT-MIB, RFC 7460) with the names of ENTITY-MIB, read as one. Index: entPhysicalIndex. States of
 * IEEE 1621: 257 on, 258 off, 259 sleep.
 */
export const eoPowerTable = {
  oid: '1.3.6.1.2.1',
  columns: {
    entPhysicalName: column('47.1.1.1.1.7', text(64)),
    eoPower: column('229.1.2.1.1', integer),
    /** Power of ten of the unit, from -24 to 24; 0 is watts. */
    eoPowerUnitMultiplier: column('229.1.2.1.3', integer),
    eoPowerAdminState: column('229.1.2.1.8', integer),
    eoPowerOperState: column('229.1.2.1.9', integer),
  },
}
