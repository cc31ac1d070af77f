/** Lengths of slots in seconds, from the finest: a minute, five minutes, an hour, a day. */
export const levels = [60, 300, 3600, 86_400] as const
export type Level = (typeof levels)[number]

/** More points than this no graph shows. */
export const MOST_POINTS = 500

export type Span = { from: number; to: number; step: number; level: Level }
export type Asked = { from?: number | undefined; to?: number | undefined; step?: number | undefined }

const DAY = 86_400

/**
 * Which slots answer a question: whole steps of seconds of Unix time, at most 500, made of the coarsest level that is fine enough
 * and goes back far enough. Without `from` it is the last day before `to`, without `to` it ends now.
 *
 * @param keptDays how long each level is kept
 */
export function spanOf({ from, to, step }: Asked, now: number, keptDays: readonly number[]): Span {
  const end = Math.min(to ?? now, now)
  const begin = Math.max(0, Math.min(from ?? end - DAY, end - levels[0]))
  const oldest = levels.find((_, i) => begin >= now - (keptDays[i] ?? 0) * DAY) ?? levels[3]
  const least = Math.max(step ?? levels[0], oldest, (end - begin) / (MOST_POINTS - 1))
  // Steps that people can read: a level, or some of one.
  const nice = [60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, DAY]
  const taken = nice.find((one) => one >= least) ?? Math.ceil(least / DAY) * DAY
  const level = levels.findLast((one) => one <= taken && taken % one === 0) ?? levels[0]
  const first = Math.floor(begin / taken) * taken
  return { from: first, to: Math.max(first + taken, Math.ceil(end / taken) * taken), step: taken, level }
}

/** Bits a second of octets that passed within some milliseconds. */
export const bitsPerSecond = (octets: number, ms: number) => Math.round((octets * 8_000) / ms)
