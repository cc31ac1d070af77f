import type { schedule } from '../../../../generated/prisma/client.ts'
import { stored } from '../../../db/sentences.ts'
import { transaction, type Work } from '../../../db/transaction.ts'
import { whatIsDue } from '../../../domain/schedule/due.ts'
import { msg } from '../../../shared/text.ts'
import { beginRun, noteMissed } from './begin.ts'
import { timeOf } from './time.ts'

const WAS_DOWN = msg`The panel was not running then`
const LATE = msg`Made up for: the panel was not running at the planned time`
const STILL_RUNS = msg`The run before had not ended yet`

/**
 * Begins what is due. A schedule is claimed by its row: the worker that locks it plans its next run in the same transaction, so of several
 * workers one begins it, and none waits for another.
 * @returns how many schedules were due
 */
export async function beginDue(now: Date, signal: AbortSignal): Promise<number> {
  for (let count = 0; ; count++) {
    signal.throwIfAborted()
    const isMore = await transaction((work) => beginNext(work, now))
    if (!isMore) return count
  }
}

async function beginNext(work: Work, now: Date): Promise<boolean> {
  const [row] = await work.sql<schedule>(
    'select * from schedule where next_run <= $1::timestamptz order by next_run, id limit 1 for update skip locked',
    [now],
  )
  if (!row?.next_run) return false
  const { id } = row
  const due = whatIsDue(timeOf(row), row.next_run, now)
  await work.tx.schedule.update({ where: { id }, data: { next_run: due.next } })
  const lost = await notKnown(work, id, due.missed)
  await noteMissed(work, id, lost, stored(WAS_DOWN))
  const [run] = due.run ? await notKnown(work, id, [due.run]) : []
  if (!run) return true
  if (await work.tx.schedule_run.count({ where: { schedule_id: id, state: 'running' } }))
    await noteMissed(work, id, [run], stored(STILL_RUNS))
  else await beginRun(work, row, { started_by: 'clock', planned_for: run, reason: due.isLate ? stored(LATE) : null })
  return true
}

/** Starts without a line in the history: a schedule that was moved back and forth may come to the same moment again. */
async function notKnown(work: Work, schedule_id: number, slots: readonly Date[]): Promise<Date[]> {
  const where = { schedule_id, started_by: 'clock', planned_for: { in: [...slots] } }
  const known = await work.tx.schedule_run.findMany({ where, select: { planned_for: true } })
  return slots.filter((slot) => !known.some(({ planned_for }) => planned_for.getTime() === slot.getTime()))
}
