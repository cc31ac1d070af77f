import { db } from '../../../db/pool.ts'
import { transaction } from '../../../db/transaction.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { faultOf } from '../../datacenter/poll/fault.ts'
import { withBmc } from './open.ts'
import { ipmiPollFailed, storePower } from './store.ts'

/** Asks a controller how things are, and writes it down. @throws what went wrong, after it is written down: the caller backs off */
export async function ipmiRound(ipmi_id: number, signal: AbortSignal): Promise<'read' | 'gone'> {
  const row = await db().prisma.ipmi.findUnique({ where: { id: ipmi_id } })
  if (!row) return 'gone'
  const at = new Date()
  try {
    const power = await withBmc(row, signal, (bmc) => bmc.power(signal))
    await transaction((work) => storePower(work, ipmi_id, power, at))
    return 'read'
  } catch (error) {
    const fault = faultOf(error, signal)
    if (fault === null) throw error
    const changed = error instanceof PanelError && error.value === 'identity'
    const info = { fault, ...(changed && { identity_changed: true as const }) }
    await transaction((work) => ipmiPollFailed(work, ipmi_id, info, at))
    throw error
  }
}
