import { beginDue } from './due.ts'
import { settleRuns } from './settle.ts'
import { type StartBackup, startWaiting } from './start.ts'

/**
 * One look at all schedules: what has ended is noted and makes room, what is due begins, and what has room starts.
 * @returns disks that have a new good backup
 */
export async function lookAtSchedules(
  startBackup: StartBackup,
  signal: AbortSignal,
  now = new Date(),
): Promise<number[]> {
  const disks = await settleRuns()
  await beginDue(now, signal)
  await startWaiting(startBackup, signal)
  // What could not be started at all may have been the last of its run.
  return [...disks, ...(await settleRuns())]
}
