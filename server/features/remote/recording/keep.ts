import {
  BEAT_MS,
  beatRecordings,
  beginRecording,
  closeCutRecordings,
  endRecordings,
  forgetOldRecordings,
} from '../../../console/recording/store.ts'
import type { ConsoleGrant } from '../../../console/tickets.ts'
import { log } from '../../../process/log.ts'
import { readRecordingSettings } from './policy.ts'

const MINUTE = 60_000

export const recordConsole = async (grant: ConsoleGrant) => beginRecording(grant, await readRecordingSettings())

/**
 *
 * Maintains the recordings of this process's data folder: closes what a dead process left open, marks its own as being
 * written, deletes what is too old. Returns a function that stops it.
 * @param alone the folder is locked, so no other process writes recordings there
 */
export async function startRecordings(alone: boolean): Promise<() => Promise<void>> {
  const safely = (work: () => Promise<unknown>) => () =>
    void work().catch((err: unknown) => log.warn({ err }, 'recordings were not looked after'))
  await closeCutRecordings(alone).catch((err: unknown) => log.error({ err }, 'recordings that were cut off stay open'))
  const beat = setInterval(safely(beatRecordings), BEAT_MS)
  const clean = setInterval(
    safely(async () => {
      await closeCutRecordings(false)
      await forgetOldRecordings((await readRecordingSettings()).days)
    }),
    MINUTE / 2,
  )
  return async () => {
    clearInterval(beat)
    clearInterval(clean)
    await endRecordings()
  }
}
