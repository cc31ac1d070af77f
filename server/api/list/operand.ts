import { isIP } from 'node:net'

/**
 * What a written value becomes for a field's type. A value that the type cannot hold never reaches SQL: `none` matches no
 * row, `above` and `below` lie beyond every value of the type.
 */
export type Operand<T> = { kind: 'value'; value: T } | { kind: 'none' | 'above' | 'below' }

const none: Operand<never> = { kind: 'none' }
const value = <T>(of: T): Operand<T> => ({ kind: 'value', value: of })

const WHOLE = /^[+-]?\d+$/
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/
const MAX_INT8 = 2n ** 63n - 1n
const MIN_INT8 = -(2n ** 63n)

/** `true` and `false` count as 1 and 0 against numbers. */
const numeric = (text: string): string => {
  const lower = text.trim().toLowerCase()
  return lower === 'true' ? '1' : lower === 'false' ? '0' : lower
}

/**
 * The whole numbers around a written number: equal when it is whole itself, as decimal text for an int8 parameter.
 * 5.5 gives 5 and 6, so that `LT 5.5` can be asked as `< 6`.
 */
export const toWhole = (text: string): Operand<{ floor: string; ceil: string }> => {
  const written = numeric(text)
  if (!NUMBER.test(written)) return none
  const approximate = Number(written)
  if (!Number.isFinite(approximate)) return { kind: approximate > 0 ? 'above' : 'below' }
  const exact = WHOLE.test(written)
  const floor = exact ? BigInt(written) : BigInt(Math.floor(approximate))
  const ceil = exact ? floor : BigInt(Math.ceil(approximate))
  if (ceil > MAX_INT8) return { kind: 'above' }
  if (floor < MIN_INT8) return { kind: 'below' }
  return value({ floor: String(floor), ceil: String(ceil) })
}

/** A double. */
export const toNumber = (text: string): Operand<number> => {
  const written = numeric(text)
  if (!NUMBER.test(written)) return none
  const number = Number(written)
  return Number.isFinite(number) ? value(number) : { kind: number > 0 ? 'above' : 'below' }
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['true', '1', 't', 'yes', 'on'].map((word): [string, boolean] => [word, true]),
  ...['false', '0', 'f', 'no', 'off'].map((word): [string, boolean] => [word, false]),
])

export const toBoolean = (text: string): Operand<boolean> => {
  const found = BOOLEANS.get(text.trim().toLowerCase())
  return found === undefined ? none : value(found)
}

const TIME = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(\.\d{1,6})?)?(Z|[+-]\d\d:?\d\d)?)?$/i

/** Minutes to subtract for `Z`, `+03:00` or nothing; null when no place on earth has that zone. */
const zoneMinutes = (zone = 'Z'): number | null => {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? []
  const shift = Number(hours ?? 0) * 60 + Number(minutes ?? 0)
  return shift > 18 * 60 ? null : sign === '-' ? -shift : shift
}

/**
 * A moment in Unix seconds and the end of what was written: one second later, or one millisecond when the text has a
 * fraction: `EQ` with a time that a client was shown must find its row. Without a zone it is UTC; a date
 * alone is its midnight.
 */
export const toTime = (text: string): Operand<{ from: number; until: number }> => {
  const parts = TIME.exec(text.trim())
  const shift = zoneMinutes(parts?.[8])
  if (!parts || shift === null) return none
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const milliseconds = parts[7] ? Math.trunc(Number(`0${parts[7]}`) * 1000 + 1e-6) : 0
  const local = new Date(Date.UTC(year, month - 1, day, hour, minute, second, milliseconds))
  // A 31st of April, an hour 25 or a year below 100 would have been carried over to another day.
  const isReal = local.getUTCFullYear() === year && local.getUTCMonth() === month - 1 && local.getUTCDate() === day
  if (!isReal || minute > 59 || second > 59) return none
  const from = local.getTime() - shift * 60_000
  return value({ from: from / 1000, until: (from + (parts[7] ? 1 : 1000)) / 1000 })
}

/** An address, or a network with its prefix length, as PostgreSQL's inet reads it. */
export const toInet = (text: string): Operand<string> => {
  const [address = '', prefix, ...more] = text.trim().split('/')
  const family = isIP(address)
  if (!family || more.length || address.includes('%')) return none
  if (prefix === undefined) return value(address)
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : 999
  return bits <= (family === 4 ? 32 : 128) ? value(`${address}/${bits}`) : none
}

const UUID = /^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i

export const toUuid = (text: string): Operand<string> => (UUID.test(text.trim()) ? value(text.trim()) : none)

/** Texts of the database cannot hold a NUL byte, so none equals one that does. */
export const toText = (text: string): Operand<string> => (text.includes('\0') ? none : value(text))
