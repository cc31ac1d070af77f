import { figureDays } from '../../../domain/figures/levels.ts'
import type { Figures, MetricSeries } from '../../../domain/figures/schema.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import type { Asked } from '../../../domain/traffic/levels.ts'
import { msg } from '../../../shared/text.ts'

const UNITS: Record<string, number> = {
  s: 1,
  min: 60,
  m: 60,
  h: 3600,
  d: 86_400,
  w: 604_800,
  mon: 2_592_000,
  y: 31_536_000,
}
const MOST_S = figureDays[3] * 86_400

/** `90`, `5min`, `1h` in seconds; null when it is none of these. */
function duration(text: string): number | null {
  const match = /^(\d{1,9})\s*(s|min|m|h|d|w|mon|y)?$/.exec(text)
  const value = match && Number(match[1]) * (UNITS[match[2] ?? 's'] ?? 1)
  return value === null ? null : Math.min(value, MOST_S)
}

/** Unix time of `from`. */
function moment(text: string, now: number): number | null {
  if (/^\d{1,11}$/.test(text)) return Number(text)
  const ago = /^(?:now)?-(.+)$/.exec(text)?.[1]
  if (ago !== undefined) {
    const length = duration(ago)
    return length === null ? null : now - length
  }
  if (!/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?Z?$/.test(text)) return null
  const at = Date.parse(`${text.replace(' ', 'T').replace(/Z$/, '')}Z`)
  return Number.isNaN(at) ? null : at / 1000
}

const bad = (field: string, text: ReturnType<typeof msg>) => new PanelError('invalid_query', text, { value: field })

/**
 * The words of a metrics query as a span.
 * @param now Unix time in seconds
 * @throws PanelError invalid_query, naming the field
 */
export function askedOf(
  query: { from?: string | undefined; interval?: string | undefined; output?: string | undefined },
  now: number,
): Asked {
  const from = query.from ? moment(query.from.trim(), now) : undefined
  if (from === null)
    throw bad('from', msg`from is no time: give Unix time, YYYY-MM-DD HH:MM:SS in UTC, or a distance such as -6h`)
  const step = query.interval ? duration(query.interval.trim()) : undefined
  if (step === null) throw bad('interval', msg`interval is no length of time: give seconds, or such as 5min, 1h, 1d`)
  if (query.output && query.output !== 'json') throw bad('output', msg`output can only be json`)
  return { from, step }
}

/** Whether a name of a series is asked for; `*` stands for anything within a part of the name. */
function isAsked(target: string | undefined): (name: string) => boolean {
  const wanted = (target ?? '').split(',').map((one) => one.trim().split('.'))
  if (wanted.every((one) => one.join('') === '')) return () => true
  // Compared part by part, so that no pattern can be made that takes long.
  return (name) => {
    const parts = name.split('.')
    return wanted.some((one) => one.length <= parts.length && one.every((part, i) => part === '*' || part === parts[i]))
  }
}

/** Figures as series of points: `cpu.steal`, `disk.vda.read_bytes`, `net.0.tx_bytes`. */
export function seriesOf({ from, step, parts }: Figures, target: string | undefined): MetricSeries {
  const asked = isAsked(target)
  return parts.flatMap(({ kind, name, values }) =>
    Object.entries(values).flatMap(([value, line]) => {
      // Names of interfaces may have dots, which part names here.
      const series = [kind, ...(name === '' ? [] : [name.replaceAll('.', '_')]), value].join('.')
      if (!asked(series)) return []
      return [{ target: series, datapoints: line.map((one, i): [number | null, number] => [one, from + i * step]) }]
    }),
  )
}
