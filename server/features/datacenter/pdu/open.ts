import type { pdu } from '../../../../generated/prisma/client.ts'
import { pduDriver } from '../../../drivers/pdu/registry.ts'
import type { PduConnection, PduTarget } from '../../../drivers/pdu/types.ts'
import type { SnmpParams } from '../../../drivers/snmp-params.ts'
import { openParams, storedParams } from '../device/params.ts'
import { withDevice } from '../device/queue.ts'

/** Where a PDU is and how to get in; holds secrets, so it is neither kept nor logged. */
export const pduTarget = (row: pdu): PduTarget => ({
  address: row.ip,
  snmp: openParams<SnmpParams>('pdu', row.id, 'snmp', storedParams(row, 'snmp')),
})

/** One piece of work with a PDU, in its turn. @throws as `withDevice` */
export const withPdu = <T>(
  row: pdu,
  outer: AbortSignal,
  use: (device: PduConnection, signal: AbortSignal) => Promise<T>,
  limitMs?: number,
): Promise<T> => withDevice('pdu', row.id, () => pduDriver(row.device).connect(pduTarget(row)), outer, use, limitMs)
