import { db } from '../../../db/pool.ts'
import { transaction } from '../../../db/transaction.ts'
import { withPdu } from '../pdu/open.ts'
import { readNow } from '../pdu/poll.ts'
import { pduPollFailed, storePduReading } from '../pdu/store.ts'
import { isBusy } from './busy.ts'
import { faultOf } from './fault.ts'

/** One poll cycle of a PDU. @throws what went wrong, after it is stored: the caller backs off */
export async function pollPdu(pdu_id: number, signal: AbortSignal): Promise<'read' | 'busy' | 'gone'> {
  if (await isBusy(`pdu:${pdu_id}`)) return 'busy'
  const row = await db().prisma.pdu.findUnique({ where: { id: pdu_id } })
  if (!row) return 'gone'
  try {
    const { at, reading } = await withPdu(row, signal, readNow)
    await transaction((work) => storePduReading(work, pdu_id, reading, at))
    return 'read'
  } catch (error) {
    const fault = faultOf(error, signal)
    if (fault === null) throw error
    await transaction((work) => pduPollFailed(work, pdu_id, fault))
    throw error
  }
}
