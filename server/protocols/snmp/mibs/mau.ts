import { column, integer, oid } from '../table.ts'

/** ifMauTable (MAU-MIB, RFC 4836). Index: ifIndex, MAU. ifMauDefaultType holds when auto-negotiation is off. */
export const ifMauTable = {
  oid: '1.3.6.1.2.1.26.2.1.1',
  columns: { ifMauType: column(3, oid), ifMauDefaultType: column(11, oid) },
}

/** ifMauAutoNegTable (MAU-MIB). Index: ifIndex, MAU. Admin status: 1 enabled, 2 disabled. */
export const ifMauAutoNegTable = {
  oid: '1.3.6.1.2.1.26.5.1.1',
  columns: { ifMauAutoNegAdminStatus: column(1, integer) },
}

/** Types of IANA-MAU-MIB for twisted pair, below `dot3MauType`. */
export const dot3MauType = '1.3.6.1.2.1.26.4'
export const mauTypes = {
  '10M half': 10,
  '10M full': 11,
  '100M half': 15,
  '100M full': 16,
  '1G half': 29,
  '1G full': 30,
  '10G full': 54,
} as const
