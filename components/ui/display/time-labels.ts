export type TimeUnit = 's' | 'min' | 'h' | 'd'
export type Span = { count: number; unit: TimeUnit }

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Rounds a number of seconds down to one unit, as tables show it: 38 s, 14 min, 2 h, 211 d. */
export function roughly(seconds: number): Span {
  const whole = Math.max(0, Math.floor(seconds))
  if (whole < minute) return { count: whole, unit: 's' }
  if (whole < hour) return { count: Math.floor(whole / minute), unit: 'min' }
  if (whole < day) return { count: Math.floor(whole / hour), unit: 'h' }
  return { count: Math.floor(whole / day), unit: 'd' }
}

/** A running time to the second: 0:12, 4:12, 1:02:04. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const parts = [Math.floor(whole / hour), Math.floor((whole % hour) / minute), whole % minute]
  const shown = parts[0] ? parts : parts.slice(1)
  return shown.map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}
