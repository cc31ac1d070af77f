/**
 * The top of a value axis: the smallest round number the data fits under whose half is round too, so that three grid
 * lines (0, half, top) carry plain figures.
 */
export function niceTop(largest: number): number {
  if (!(largest > 0) || !Number.isFinite(largest)) return 1
  const power = 10 ** Math.floor(Math.log10(largest))
  const step = [1, 2, 4, 5, 6, 8, 10].find((one) => one * power >= largest * 0.999_999) ?? 10
  return Number((step * power).toPrecision(6))
}

/** The same for what is counted in 1024: MiB, GiB. */
export function niceBinaryTop(largest: number): number {
  if (!(largest > 0) || !Number.isFinite(largest)) return 1
  return 2 ** Math.ceil(Math.log2(largest * 0.999_999))
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour
const steps = [
  minute,
  5 * minute,
  10 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  3 * hour,
  6 * hour,
  12 * hour,
  day,
  2 * day,
  7 * day,
  14 * day,
]

/**
 * Moments to name on a time axis, in whole hours or days of the reader's zone; the last place is left to "now".
 * @param from @param to seconds since 1970
 * @param room how many words fit
 * @param offset of the zone in seconds, east is positive
 */
export function timeTicks(from: number, to: number, room: number, offset: number): number[] {
  const span = to - from
  if (!(span > 0) || room < 1) return []
  const step = steps.find((one) => span / one <= room) ?? (steps.at(-1) as number)
  const ticks: number[] = []
  for (let at = Math.ceil((from + offset) / step) * step - offset; at < to; at += step) {
    // Half the word and all of "now", which ends at the edge, need most of the room of a word.
    if (to - at > (0.7 * span) / room) ticks.push(at)
  }
  return ticks
}

/** Largest value of all series; gaps are null. */
export function largestOf(series: readonly (readonly (number | null)[])[]): number {
  let largest = 0
  for (const values of series) for (const value of values) if (value !== null && value > largest) largest = value
  return largest
}

/** The newest value that is there. */
export const lastOf = (values: readonly (number | null)[]): number | null =>
  values.findLast((value) => value !== null) ?? null
