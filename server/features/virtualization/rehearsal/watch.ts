import { db } from '../../../db/pool.ts'
import { transaction } from '../../../db/transaction.ts'
import { log } from '../../../process/log.ts'
import { startReconciler } from '../../../tasks/reconciler.ts'
import { clearRehearsal } from './clear.ts'
import { noteUnrehearsed } from './coverage.ts'
import { beginDue } from './due.ts'
import { REHEARSALS } from './nudge.ts'
import { changeRehearsal } from './record.ts'

const MINUTE = 60_000
const CLEAR_MS = 60_000
/** Pictures are kept so long, days; what came of each, longer. */
const PICTURES_KEPT = 90
const KEPT = 400

/** Begins rehearsals as planned, and removes what one has left on a node that was away. Returns the way to stop. */
export function startRehearsals(): () => Promise<void> {
  const running = [
    startReconciler({
      name: REHEARSALS,
      intervalMs: MINUTE,
      async run(_, signal) {
        await clearLeft(signal)
        await beginDue(new Date(), signal)
      },
    }),
    startReconciler({ name: 'rehearsal_coverage', intervalMs: 5 * MINUTE, run: noteUnrehearsed }),
    startReconciler({ name: 'rehearsal_history', intervalMs: 24 * 60 * MINUTE, run: forgetOld }),
  ]
  return async () => void (await Promise.all(running.map((one) => one.stop())))
}

/** Asks the nodes again that did not answer when a rehearsal ended. */
export async function clearLeft(signal: AbortSignal): Promise<void> {
  const left = await db().prisma.rehearsal.findMany({
    where: { ended_at: { not: null }, cleared_at: null },
    omit: { picture: true },
    orderBy: { id: 'asc' },
    take: 100,
  })
  for (const row of left) {
    signal.throwIfAborted()
    try {
      await clearRehearsal(row, AbortSignal.any([signal, AbortSignal.timeout(CLEAR_MS)]))
    } catch (err) {
      signal.throwIfAborted()
      log.warn({ err, rehearsal: row.id }, 'what a rehearsal has made is still left on its node')
      continue
    }
    await transaction((work) => changeRehearsal(work, { id: row.id, cleared_at: null }, { cleared_at: new Date() }))
  }
}

async function forgetOld() {
  const old = (days: number) => `ended_at < now() - make_interval(days => ${days})`
  await db().pool.query(`update rehearsal set picture = null where picture is not null and ${old(PICTURES_KEPT)}`)
  await db().pool.query(`delete from rehearsal where ${old(KEPT)} and cleared_at is not null`)
}
