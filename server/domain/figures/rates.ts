import { diskValues, fileSystemKey, netValues, PART_WIDTH } from './parts.ts'

type Counted<Names extends string> = { name: string } & Record<Names, number>
type Disk = Counted<'read_bytes' | 'write_bytes' | 'read_ops' | 'write_ops'> &
  Record<'read_ns' | 'write_ns', number | null>
type Net = Counted<(typeof netValues)[number]>

/** Rates of one part: its key and six values. */
export type Part = { key: string; values: (number | null)[] }

/** A pause longer than this is a gap, not one long reading. */
export const LONGEST_S = 120
const SHORTEST_S = 1
/** No device does more of anything a second. */
const MOST = 1e12

/** Whether rates can be worked out of two readings so far apart. */
export const isUsable = (seconds: number): boolean => seconds >= SHORTEST_S && seconds <= LONGEST_S

/** Growth a second; null when the counter was set back or jumped beyond sense. */
export function rate(before: number, after: number, seconds: number): number | null {
  const grown = (after - before) / seconds
  return grown >= 0 && grown < MOST ? grown : null
}

function parts<T extends { name: string }>(
  prefix: string,
  before: readonly T[],
  after: readonly T[],
  /** Of a value that nothing counts: undefined. */
  rates: (from: T, to: T) => (number | null | undefined)[],
): Part[] {
  const known = new Map(before.map((one) => [one.name, one]))
  return after.flatMap((to) => {
    const from = known.get(to.name)
    const values = from && rates(from, to)
    // Counters are set back together: part of them would show a mixture of two devices.
    return values && !values.includes(null)
      ? [{ key: `${prefix}:${to.name}`, values: values.map((value) => value ?? null) }]
      : []
  })
}

/** Milliseconds of work a second. */
const busy = (before: number | null, after: number | null, seconds: number) =>
  before === null || after === null ? undefined : rate(before / 1e6, after / 1e6, seconds)

/** Rates of disks that were there in both readings. */
export const diskRates = (before: readonly Disk[], after: readonly Disk[], seconds: number): Part[] =>
  parts('d', before, after, (from, to) =>
    diskValues.map((name) => {
      if (name === 'read_busy') return busy(from.read_ns, to.read_ns, seconds)
      if (name === 'write_busy') return busy(from.write_ns, to.write_ns, seconds)
      return rate(from[name], to[name], seconds)
    }),
  )

/** Rates of interfaces that were there in both readings. */
export const netRates = (before: readonly Net[], after: readonly Net[], seconds: number): Part[] =>
  parts('n', before, after, (from, to) => netValues.map((name) => rate(from[name], to[name], seconds)))

/** Bytes a second of all parts of a kind together; null without any. */
export function bytesOf(list: readonly Part[]): number | null {
  if (list.length === 0) return null
  return list.reduce((sum, { values }) => sum + (values[0] ?? 0) + (values[1] ?? 0), 0)
}

/** Of the file systems of a guest the largest are kept. */
const MOST_FILE_SYSTEMS = 8
const MIB = 1 << 20

/** What file systems of a guest hold; those whose places are too long to be kept are left out. */
export function fileSystemParts(list: readonly { mount: string; total_bytes: number; used_bytes: number }[]): Part[] {
  return list.slice(0, MOST_FILE_SYSTEMS).flatMap(({ mount, total_bytes, used_bytes }) => {
    const key = fileSystemKey(mount)
    if (key === null) return []
    const values = [(100 * used_bytes) / total_bytes, used_bytes / MIB, total_bytes / MIB]
    return [{ key, values: [...values, ...Array.from({ length: PART_WIDTH - values.length }, () => null)] }]
  })
}
