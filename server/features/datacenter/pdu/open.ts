import type { pdu } from '../../../../generated/prisma/client.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { pduDriver } from '../../../drivers/pdu/registry.ts'
import type { PduConnection, PduTarget } from '../../../drivers/pdu/types.ts'
import type { SnmpParams } from '../../../drivers/snmp-params.ts'
import { msg } from '../../../shared/text.ts'
import { openParams, storedParams } from '../device/params.ts'
import { inTurn } from './turn.ts'

/** Where a PDU is and how to get in; holds secrets, so it is neither kept nor logged. */
export const pduTarget = (row: pdu): PduTarget => ({
  address: row.ip,
  snmp: openParams<SnmpParams>('pdu', row.id, 'snmp', storedParams(row, 'snmp')),
})

/** Of one piece of work, once its turn has come: a unit that is silent is given up by its driver long before. */
const WORK_MS = 120_000

/**
 * Makes a connection for one piece of work, when nobody else works with the PDU, and closes it. The time that it waits for its
 * turn is not counted.
 * @throws PanelError of the driver, or that it was too slow, and what the work throws
 */
export function withPdu<T>(
  row: pdu,
  outer: AbortSignal,
  use: (device: PduConnection, signal: AbortSignal) => Promise<T>,
  limitMs = WORK_MS,
): Promise<T> {
  return inTurn(row.id, outer, async () => {
    const late = AbortSignal.timeout(limitMs)
    const device = pduDriver(row.device).connect(pduTarget(row))
    try {
      return await use(device, AbortSignal.any([outer, late]))
    } catch (fault) {
      if (!late.aborted || outer.aborted || fault instanceof PanelError) throw fault
      throw new PanelError('device_unreachable', msg`The PDU did not do it within ${limitMs / 1000} seconds`, {
        cause: fault,
      })
    } finally {
      device.close()
    }
  })
}
