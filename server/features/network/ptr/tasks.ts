import { z } from 'zod'
import { db } from '../../../db/pool.ts'
import { stored } from '../../../db/sentences.ts'
import type { Work } from '../../../db/transaction.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask, type Outcome, type SettleContext, type TaskContext } from '../../../tasks/define.ts'
import { HOLDERS, type Holder, tellHolder } from './holder.ts'
import { type Written, writeWanted } from './write.ts'

/** `version` is the one that was wanted when the task was queued: a later wish has a task of its own. */
const input = z.object({ ptr_id: z.int(), version: z.int() })
type Input = z.output<typeof input>

const common = {
  input,
  locks: ({ ptr_id }: Input) => [`ptr:${ptr_id}`],
  timeoutMs: 5 * 60_000,
  run: bring,
  settle: noteFailure,
}

/** Brings the reverse record of an address to its name server. */
export const hostPtrTask = defineTask({ ...common, name: 'host_ptr', title: 'Change reverse record' })

/** Removes the reverse record of an address that is released. */
export const ptrDeleteTask = defineTask({ ...common, name: 'ptr_delete', title: 'Remove reverse record' })

async function bring(t: TaskContext, { ptr_id, version }: Input) {
  const write = async (signal: AbortSignal): Promise<{ written: Written } | null> => {
    const row = await db().prisma.ptr.findUnique({ where: { id: ptr_id } })
    return row?.version === version ? { written: await writeWanted(row, signal) } : null
  }
  const done = await t.step('write', write, { retries: 2, backoffMs: 1_000, timeoutMs: 60_000 })
  if (!done) return { superseded: true }
  await t.stepTx('save', (work) => storeWritten(work, ptr_id, version, done.written))
  return done.written
}

async function storeWritten(work: Work, id: number, version: number, written: Written): Promise<void> {
  const removed = await work.sql<Holder>(
    `with gone as (delete from ptr where id = $1::int and version = $2::int and domain is null returning ip_id)
     ${HOLDERS} gone r on i.id = r.ip_id`,
    [id, version],
  )
  const kept = await work.sql<Holder>(
    `with kept as (update ptr set status = 'ok', fault = null, fault_at = null, drift_at = null, read_at = now(), name_server_id = $3::int,
            zone = $4, record_name = $5, found = $6::text[] where id = $1::int and version = $2::int returning ip_id)
     ${HOLDERS} kept r on i.id = r.ip_id`,
    [
      id,
      version,
      written?.name_server_id ?? null,
      written?.zone ?? null,
      written?.record_name ?? null,
      written?.found ?? [],
    ],
  )
  for (const row of [...removed, ...kept]) tellHolder(work, row)
}

/** Nothing stays in progress after the end of its task. */
async function noteFailure(t: SettleContext, { ptr_id, version }: Input, { status, error }: Outcome) {
  if (status === 'complete') return
  const fault = error?.message ?? stored(msg`The reverse record was not written`)
  await t.stepTx('note', async (work) => {
    const rows = await work.sql<Holder>(
      `with failed as (update ptr set status = 'fail', fault = $3, fault_at = coalesce(fault_at, now())
         where id = $1::int and version = $2::int and status = 'in_progress' returning ip_id)
       ${HOLDERS} failed r on i.id = r.ip_id`,
      [ptr_id, version, fault],
    )
    for (const row of rows) tellHolder(work, row)
  })
}
