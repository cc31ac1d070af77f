/** What became of a machine that was found: it waits for a decision, is kept away, or is a server. */
export const machineStates = ['waiting', 'ignored', 'adopted'] as const

/** One that waits tells several times a minute that it is there. */
const SILENT_MS = 5 * 60_000
/** Hours after which a machine that no longer tells so is no problem of its location any more. */
export const GONE_HOURS = 24

/** Whether a machine that waits still runs. @param now ms since 1970 */
export const isAnswering = ({ seen_at }: { seen_at: string }, now: number): boolean =>
  now - Date.parse(seen_at) < SILENT_MS
