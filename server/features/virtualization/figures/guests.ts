import { db } from '../../../db/pool.ts'
import { fileSystemParts, type Part } from '../../../domain/figures/rates.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import type { GuestFileSystem } from '../../../drivers/hypervisor/figure-types.ts'
import type { NodeConnection } from '../../../drivers/hypervisor/types.ts'
import { log } from '../../../process/log.ts'

/** Guests of a round, which comes with each reading: a thousand are asked within five minutes. */
const MOST = 50
/** Guests that are asked at one time, and how long one of them may take. */
const TOGETHER = 4
const PATIENCE_MS = 15_000

// A guest without an agent is asked now and then: it may get one.
const DUE = `
  select h.id, h.internal_name from host h left join host_guest g on g.host_id = h.id
   where h.node_id = $1 and h.state = 'active' and h.started_at < now() - interval '1 minute'
     and (g.asked_at is null or g.asked_at <= now() - case when g.answered_at >= h.started_at then interval '5 minutes' else interval '20 minutes' end
          or g.asked_at < h.started_at)
   order by g.asked_at nulls first, h.id limit ${MOST}`

const STORE = `
  with r as (
    select h.id, x.answered, x.file_systems, f.share, f.mount
      from jsonb_to_recordset($1::jsonb) as x(id int, answered boolean, file_systems jsonb) join host h on h.id = x.id
      left join lateral (
        select 100 * y.used_bytes::float8 / y.total_bytes as share, y.mount
          from jsonb_to_recordset(x.file_systems) as y(mount text, total_bytes bigint, used_bytes bigint) order by 1 desc, 2 limit 1) f on true)
  insert into host_guest as g (host_id, asked_at, answered_at, file_systems, fullest, fullest_mount)
  select id, now(), case when answered then now() end, file_systems, share, mount from r order by id
  on conflict (host_id) do update set asked_at = now(), answered_at = coalesce(excluded.answered_at, g.answered_at),
    silent_at = case when excluded.file_systems is null then g.silent_at
                     when excluded.answered_at is null and g.answered_at >= (select h.started_at from host h where h.id = g.host_id)
                     then coalesce(g.silent_at, now()) end,
    file_systems = coalesce(excluded.file_systems, g.file_systems),
    fullest = case when excluded.file_systems is null then g.fullest else excluded.fullest end,
    fullest_mount = case when excluded.file_systems is null then g.fullest_mount else excluded.fullest_mount end`

/** `file_systems`: null when it is unknown whether the agent answers: the VM is off by now, or the answer is invalid. */
type Answer = { id: number; internal_name: string; answered: boolean; file_systems: GuestFileSystem[] | null }

async function ask(
  connection: NodeConnection,
  one: { id: number; internal_name: string },
  signal: AbortSignal,
): Promise<Answer> {
  const patience = AbortSignal.timeout(PATIENCE_MS)
  try {
    const file_systems = await connection.guestFileSystems(one.internal_name, AbortSignal.any([signal, patience]))
    return { ...one, answered: true, file_systems }
  } catch (fault) {
    signal.throwIfAborted()
    const silent = { ...one, answered: false }
    if (patience.aborted || (fault instanceof PanelError && fault.value === 'guest_agent'))
      return { ...silent, file_systems: [] }
    if (fault instanceof PanelError && fault.code === 'device_rejected') return { ...silent, file_systems: null }
    throw fault
  }
}

/**
 * Asks guests of a node for their file systems, few at a time and beside everything else: a guest may take long to answer.
 * @returns `start` begins a round unless one is under way; `take` hands out what guests have reported since, by the names of their VMs, once
 */
export function guestReader(node_id: number) {
  let running: Promise<void> | null = null
  let fresh = new Map<string, Part[]>()

  async function round(connection: NodeConnection, signal: AbortSignal): Promise<void> {
    const { rows } = await db().pool.query<{ id: number; internal_name: string }>(DUE, [node_id])
    const answers: Answer[] = []
    const waiting = [...rows]
    const worker = async () => {
      for (let one = waiting.shift(); one; one = waiting.shift()) answers.push(await ask(connection, one, signal))
    }
    await Promise.all(Array.from({ length: TOGETHER }, worker))
    signal.throwIfAborted()
    if (answers.length === 0) return
    await db().pool.query(STORE, [JSON.stringify(answers)])
    for (const { internal_name, file_systems } of answers) fresh.set(internal_name, fileSystemParts(file_systems ?? []))
  }

  return {
    start(connection: NodeConnection, signal: AbortSignal): Promise<void> {
      running ??= round(connection, signal)
        .catch((err) => {
          // The watch itself notices that a node is away.
          if (!signal.aborted) log.warn({ err, node: node_id }, 'guests were not asked for their file systems')
        })
        .finally(() => {
          running = null
        })
      return running
    },
    take(): ReadonlyMap<string, Part[]> {
      const taken = fresh
      fresh = new Map()
      return taken
    },
  }
}
