import { db } from '../../../db/pool.ts'
import { startReconciler } from '../../../tasks/reconciler.ts'
import { backUp } from './back-up.ts'
import { noteUnprotected } from './coverage.ts'
import { lookAtSchedules } from './look.ts'
import { SCHEDULES } from './nudge.ts'
import { retain } from './retain.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 86_400 * SECOND
/** Histories of runs are kept so long, days; what each of them started, less long. */
const RUNS_KEPT = 400
const STARTS_KEPT = 30

/** Begins schedules when their time comes and takes away the backups that they no longer keep. Returns the way to stop. */
export function startSchedules(): () => Promise<void> {
  const running = [
    startReconciler({ name: SCHEDULES, intervalMs: 10 * SECOND, run: (_, signal) => look(signal) }),
    startReconciler({ name: 'backup_coverage', intervalMs: 5 * MINUTE, run: noteUnprotected }),
    startReconciler({ name: 'backup_retention', intervalMs: DAY, run: (_, signal) => retain(null, signal) }),
    startReconciler({ name: 'schedule_history', intervalMs: DAY, run: forgetOldRuns }),
  ]
  return async () => void (await Promise.all(running.map((one) => one.stop())))
}

/** What has a new good backup may have one too many. */
async function look(signal: AbortSignal) {
  const disks = await lookAtSchedules(backUp, signal)
  if (disks.length > 0) await retain(disks, signal)
}

async function forgetOldRuns() {
  const old = (table: string, days: number) =>
    db().pool.query(`delete from ${table} where ended_at < now() - make_interval(days => $1)`, [days])
  await old('schedule_start', STARTS_KEPT)
  await old('schedule_run', RUNS_KEPT)
}
