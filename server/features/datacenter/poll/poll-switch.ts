import { db } from '../../../db/pool.ts'
import { transaction } from '../../../db/transaction.ts'
import type { SwitchConnection } from '../../../drivers/switch/types.ts'
import { panelSettings } from '../../../process/settings.ts'
import { portsBackWhenAnswering, portsDueBack } from '../operation/ports/task.ts'
import { SWITCH_WAY, type SwitchWay, withSwitch } from '../switch/open.ts'
import { readNow } from '../switch/poll.ts'
import { pollFailed, pollSucceeded, storeInventory, storeTables, writePortStates } from '../switch/store.ts'
import { COUNT_STATE, type CountColumns, countStateOf, noteTables, storeCounters } from '../traffic/store.ts'
import { busySql } from './busy.ts'
import { faultOf } from './fault.ts'

/** However slow a device is, its round ends. */
export const CYCLE_MS = 4 * 60_000

type Row = SwitchWay & CountColumns & { busy: boolean; due_back: boolean }
const READ = `
  select ${SWITCH_WAY}, ${COUNT_STATE}, ${busySql("'switch:' || w.id")} as busy, ${portsDueBack('w.id')} as due_back
    from net_switch w left join switch_poll s on s.switch_id = w.id where w.id = $1`

/** All that is known of a switch before a round, in one statement: a thousand switches send it every minute. */
const readRow = async (switch_id: number): Promise<Row | undefined> =>
  (await db().pool.query<Row>({ name: 'poll_switch', text: READ, values: [switch_id] })).rows[0]

/**
 * One poll cycle of a switch: its counters, and when they are due its ports and tables.
 *
 * @param everySeconds between two slow cycles
 * @returns `busy` when a task uses the device: nothing was read
 * @throws what went wrong, after it is stored: the caller backs off
 */
export async function pollSwitch(
  switch_id: number,
  outer: AbortSignal,
  everySeconds = panelSettings().tablesSeconds,
): Promise<'counters' | 'tables' | 'busy' | 'gone'> {
  const row = await readRow(switch_id)
  if (!row) return 'gone'
  if (row.busy) return 'busy'
  const state = countStateOf(row)
  try {
    const cycle = async (device: SwitchConnection, signal: AbortSignal) => {
      const asked = new Date()
      const reading = await device.readCounters(signal)
      // Half a fast round early rather than half a round late.
      const slow = state.tables_age_s === null || state.tables_age_s >= everySeconds - panelSettings().pollSeconds / 2
      const { healthy, moved } = await storeCounters(switch_id, reading, state, !slow)
      if (!slow) {
        if (!healthy || moved.length > 0)
          await transaction(async (work) => {
            await writePortStates(work, switch_id, moved, asked)
            if (!healthy) await pollSucceeded(work, switch_id)
          })
        return 'counters'
      }
      const { at, inventory, tables } = await readNow(device, signal)
      await transaction(async (work) => {
        await storeInventory(work, switch_id, inventory, at)
        await storeTables(work, switch_id, tables, at)
        await pollSucceeded(work, switch_id)
        await noteTables(work, switch_id)
      })
      return 'tables'
    }
    const read = await withSwitch(row, outer, cycle, CYCLE_MS)
    if (row.due_back) await portsBackWhenAnswering(switch_id)
    return read
  } catch (error) {
    const fault = faultOf(error, outer)
    if (fault === null) throw error
    await transaction((work) => pollFailed(work, switch_id, fault))
    throw error
  }
}
