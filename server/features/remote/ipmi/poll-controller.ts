import { db } from '../../../db/pool.ts'
import { transaction } from '../../../db/transaction.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { faultOf } from '../../datacenter/poll/fault.ts'
import { readTables } from '../sensor/round.ts'
import { withBmc } from './open.ts'
import { ipmiPollFailed, storePower } from './store.ts'

/**
 * Asks a controller how things are, and writes it down: the power each time, sensors, log and inventory when they are due.
 * @param all they are due in any case
 * @throws what went wrong, after it is written down: the caller backs off
 */
export async function pollController(
  ipmi_id: number,
  signal: AbortSignal,
  all = false,
): Promise<'power' | 'tables' | 'gone'> {
  const row = await db().prisma.ipmi.findUnique({ where: { id: ipmi_id } })
  if (!row) return 'gone'
  const at = new Date()
  try {
    return await withBmc(row, signal, async (bmc) => {
      const power = await bmc.power(signal)
      await transaction((work) => storePower(work, ipmi_id, power, at))
      return (await readTables(row, bmc, signal, all)) ? 'tables' : 'power'
    })
  } catch (error) {
    const fault = faultOf(error, signal)
    if (fault === null) throw error
    const changed = error instanceof PanelError && error.value === 'identity'
    const info = { fault, ...(changed && { identity_changed: true as const }) }
    await transaction((work) => ipmiPollFailed(work, ipmi_id, info, at))
    throw error
  }
}
