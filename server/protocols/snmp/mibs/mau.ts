import { column, integer, oid } from '../table.ts'

/**
 * ifMauTable and ifMauAutoNegTable (MAU-MIB, RFC 4836), read as one. Index: ifIndex, MAU. Admin status of auto-negotiation: 1 enabled,
 * 2 disabled; ifMauDefaultType holds when it is disabled.
 */
export const mauTable = {
  oid: '1.3.6.1.2.1.26',
  columns: {
    ifMauDefaultType: column('2.1.1.11', oid),
    ifMauAutoNegAdminStatus: column('5.1.1.1', integer),
  },
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
