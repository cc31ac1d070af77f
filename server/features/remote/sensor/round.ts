import type { ipmi } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import { transaction } from '../../../db/transaction.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import type { BmcConnection } from '../../../drivers/bmc/types.ts'
import { panelSettings } from '../../../process/settings.ts'
import { faultOf } from '../../datacenter/poll/fault.ts'
import { cleanEvents, cleanInventory, cleanSensors } from './clean.ts'
import { storeEvents, storeInventory, storeSensors } from './store.ts'

/** A log may be cleared and filled again between two readings, so that its numbers mean other entries: it is read whole each hour. */
const WHOLE_LOG_S = 3_600
/** The hardware of a server changes rarely, only when it is opened. */
const INVENTORY_S = 86_400
/** However long a log is and however slow a controller: the power is asked for again. */
const TABLES_MS = 3 * 60_000

type State = {
  tables_age_s: number | null
  events_age_s: number | null
  inventory_age_s: number | null
  last_event: string | null
  fault: string | null
}

async function readState(ipmi_id: number): Promise<State | undefined> {
  const age = (column: string) => `extract(epoch from now() - t.${column})::float8`
  const { rows } = await db().pool.query<State>(
    `select ${age('tables_at')} as tables_age_s, ${age('events_at')} as events_age_s, ${age('inventory_at')} as inventory_age_s,
            t.last_event::text as last_event, t.fault from ipmi i left join ipmi_state t on t.ipmi_id = i.id where i.id = $1`,
    [ipmi_id],
  )
  return rows[0]
}

/**
 *
 * Reads sensors, log and inventory when they are due, and stores each. What a controller does not have, rejects or does
 * not finish in time is noted, while its power stays known.
 * @param all everything is due, as on request
 * @throws the reason of the signal
 */
export async function readTables(row: ipmi, bmc: BmcConnection, until: AbortSignal, all: boolean): Promise<boolean> {
  const { tablesSeconds, pollSeconds } = panelSettings()
  const state = await readState(row.id)
  const due = (age: number | null, seconds: number) => all || age === null || age >= seconds
  // Half a fast round early rather than half a round late.
  if (!state || !due(state.tables_age_s, tablesSeconds - pollSeconds / 2)) return false
  const signal = AbortSignal.any([until, AbortSignal.timeout(TABLES_MS)])
  const faults: string[] = []
  let silent = false
  const attempt = async (read: () => Promise<unknown>) => {
    if (silent) return
    try {
      await read()
    } catch (error) {
      until.throwIfAborted()
      const fault = faultOf(error, signal)
      if (fault === null) throw error
      silent = !(error instanceof PanelError) || error.code === 'device_unreachable'
      faults.push(fault)
    }
  }
  await attempt(async () => {
    const at = new Date()
    const sensors = cleanSensors(await bmc.sensors(signal))
    await transaction((work) => storeSensors(work, row.id, sensors, at))
  })
  await attempt(async () => {
    const whole = state.last_event === null || due(state.events_age_s, WHOLE_LOG_S)
    const after = whole ? undefined : Number(state.last_event)
    const events = await bmc.events(signal, after)
    const last = events.at(-1)?.id ?? (whole ? null : Number(state.last_event))
    await transaction((work) => storeEvents(work, row.id, cleanEvents(events), { last, whole }))
  })
  if (due(state.inventory_age_s, INVENTORY_S))
    await attempt(async () => {
      const inventory = await bmc.inventory(signal)
      await transaction((work) => storeInventory(work, row.id, inventory && cleanInventory(inventory)))
    })
  const fault = faults.length === 0 ? null : [...new Set(faults)].join('. ')
  await db().pool.query(
    `insert into ipmi_state (ipmi_id, tables_at, fault) select id, now(), $2 from ipmi where id = $1
     on conflict (ipmi_id) do update set tables_at = excluded.tables_at, fault = excluded.fault`,
    [row.id, fault],
  )
  return true
}
