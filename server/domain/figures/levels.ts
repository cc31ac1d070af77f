import { type Asked, MOST_POINTS } from '../traffic/levels.ts'

/** Seconds between two readings of a node. */
export const READ_S = 15

/** Lengths of slots in seconds, from the finest. */
export const figureLevels = [READ_S, 300, 3600, 14_400] as const
export type FigureLevel = (typeof figureLevels)[number]

/** For how many days slots of each level are kept: six hours, a week, two months, a year and a day. */
export const figureDays = [0.25, 7, 60, 366] as const

const DAY = 86_400
/** Steps that people can read. Readings come a little late each time, so a graph of single ones would have holes. */
const STEPS = [30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 43_200, DAY]

export type FigureSpan = { from: number; to: number; step: number; level: FigureLevel }

/**
 * Which slots answer a question: whole steps of seconds of Unix time, at most 500, made of the coarsest level that is fine enough and
 * goes back far enough. Without `from` it is the last day before `to`, without `to` it ends now; nothing is older than a year.
 */
export function figureSpan({ from, to, step }: Asked, now: number): FigureSpan {
  const end = Math.max(Math.min(to ?? now, now), STEPS[0] ?? 0)
  const oldest = now - figureDays[3] * DAY
  const begin = Math.max(0, oldest, Math.min(from ?? end - DAY, end - 60))
  const least = figureLevels.find((_, i) => begin >= now - (figureDays[i] ?? 0) * DAY) ?? figureLevels[3]
  const wanted = Math.max(step ?? 0, least, (end - begin) / (MOST_POINTS - 1))
  const taken = STEPS.find((one) => one >= wanted) ?? Math.ceil(wanted / DAY) * DAY
  const level = figureLevels.findLast((one) => one <= taken && taken % one === 0) ?? READ_S
  const first = Math.floor(begin / taken) * taken
  return { from: first, to: Math.max(first + taken, Math.ceil(end / taken) * taken), step: taken, level }
}
