import type { FigureSpan } from '../../../domain/figures/levels.ts'
import { type FigureOwner, latency, partOf, valuesOf } from '../../../domain/figures/parts.ts'
import type { FigurePart, Figures } from '../../../domain/figures/schema.ts'
import type { FigureValue } from './history.ts'

/** Six digits are more than any graph shows. */
const short = (value: number | null) => (value === null ? null : Number(value.toPrecision(6)))

/** Milliseconds of an operation instead of milliseconds of work a second. */
function withLatency({ read_busy, write_busy, ...rest }: Record<string, (number | null)[]>) {
  const of = (busy: (number | null)[] | undefined, ops: (number | null)[] | undefined) =>
    (busy ?? []).map((value, i) => short(latency(value, ops?.[i] ?? null)))
  return { ...rest, read_latency: of(read_busy, rest.read_ops), write_latency: of(write_busy, rest.write_ops) }
}

/** Guests are asked for their file systems every five minutes; between two answers the first one holds. */
const HOLDS_S = 600

function held(line: readonly (number | null)[], step: number) {
  const most = Math.floor(HOLDS_S / step)
  return line.map((value, i) => value ?? line.slice(Math.max(0, i - most), i).findLast((one) => one !== null) ?? null)
}

/** Rows of values as lines with a value for every slot of the span. Parts in the order cpu, pressure, disks, interfaces, file systems. */
export function shape(owner: FigureOwner, rows: readonly FigureValue[], { from, to, step }: FigureSpan): Figures {
  const count = Math.ceil((to - from) / step)
  const empty = () => Array.from<number | null>({ length: count }).fill(null)
  const found = new Map<string, FigurePart>()
  for (const { key, k, time, v, high } of rows) {
    const at = (time - from) / step
    const known = partOf(key)
    const name = known && valuesOf(owner, known.kind)[k]
    if (!known || name === undefined || at < 0 || at >= count) continue
    let part = found.get(key)
    if (!part) {
      part = { ...known, values: {} }
      for (const each of valuesOf(owner, known.kind)) part.values[each] = empty()
      if (known.kind === 'cpu') part.values.cpu_high = empty()
      found.set(key, part)
    }
    const line = part.values[name as string]
    if (line) line[at] = short(v)
    if (high !== null && part.values.cpu_high) part.values.cpu_high[at] = short(high)
  }
  const order = ['cpu', 'pressure', 'disk', 'net', 'fs']
  const parts = [...found.values()]
    .map((part) => {
      if (part.kind === 'disk') return { ...part, values: withLatency(part.values) }
      if (part.kind !== 'fs') return part
      const lines = Object.entries(part.values).map(([name, values]) => [name, held(values, step)])
      return { ...part, values: Object.fromEntries(lines) as FigurePart['values'] }
    })
    .sort(
      (a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || a.name.localeCompare(b.name, 'en', { numeric: true }),
    )
  return { from, to, step, parts }
}
