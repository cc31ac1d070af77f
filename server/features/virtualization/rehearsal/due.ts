import { db } from '../../../db/pool.ts'
import { transaction } from '../../../db/transaction.ts'
import { isHourOf } from '../../../domain/rehearsal/hours.ts'
import type { RehearsalPlan } from '../../../domain/rehearsal/schema.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { readPlan } from './plan.ts'
import { readable, sourceOf } from './source.ts'
import { begin, noteNotBegun } from './start.ts'

/** One that failed is tried again by the plan after so long. */
const AGAIN_HOURS = 20

/** SQL: the newest good backup of the main disk of the VM `h`; containers are not rehearsed. */
export const NEWEST = `lateral (
  select b.run_id, b.made_at from backup b
   where b.host_id = h.id and b.is_main and b.deleted_at is null and b.state in (${readable.map((state) => `'${state}'`).join(', ')})
     and b.metadata->>'content' is distinct from 'archive'
   order by b.made_at desc nulls last, b.id desc limit 1)`

/** SQL: when a backup of the VM `h` passed a rehearsal last, and when one was begun. */
export const REHEARSED = `lateral (
  select max(r.ended_at) filter (where r.state = 'passed') as good, max(r.created_at) as tried,
         bool_or(r.ended_at is null) as runs from rehearsal r where r.host_id = h.id)`

const DUE = `
  select h.id, b.run_id from host h cross join ${NEWEST} b cross join ${REHEARSED} r
   where h.is_built and coalesce(r.runs, false) = false
     and (r.good is null or r.good < now() - make_interval(days => $1::int))
     and (r.tried is null or r.tried < now() - make_interval(hours => ${AGAIN_HOURS}))
   order by r.good nulls first, r.tried nulls first, h.id limit $2::int`

const hourIn = (time_zone: string, now: Date) =>
  Number(new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: time_zone }).format(now))

/**
 * Begins what the plan wants now, those first that were never rehearsed. A VM that cannot be placed is noted as failed. Two workers that do this at
 * once begin none twice: one rehearsal of a VM runs at a time.
 * @returns how many were begun
 */
export async function beginDue(now: Date, signal: AbortSignal, plan?: RehearsalPlan): Promise<number> {
  const wanted = plan ?? (await readPlan())
  if (!wanted.enabled || !isHourOf(wanted, hourIn(wanted.time_zone, now))) return 0
  const running = await db().prisma.rehearsal.count({ where: { cleared_at: null } })
  const room = wanted.at_once - running
  if (room <= 0) return 0
  const { rows } = await db().pool.query<{ id: number; run_id: string }>(DUE, [wanted.every_days, room])
  let count = 0
  for (const { run_id } of rows) {
    signal.throwIfAborted()
    if (await beginOne(run_id)) count++
  }
  return count
}

async function beginOne(run_id: string): Promise<boolean> {
  const by = { started_by: 'plan', made_by: null }
  try {
    await transaction(async (work) => begin(work, await sourceOf(work, run_id), by))
    return true
  } catch (fault) {
    if (!(fault instanceof PanelError)) throw fault
    if (fault.code === 'in_use') return false
    await transaction(async (work) => noteNotBegun(work, await sourceOf(work, run_id), fault.text))
    return false
  }
}
