import type { Where } from '../where/parse.ts'
import { like } from './like.ts'
import { type HostFilter, readItem } from './read.ts'

/** What filters look at in a VM. What is not known yet, as in a form that is being filled in, is undefined. */
export type FilterFacts = {
  os_tag: readonly string[] | undefined
  cluster: number
  preset: number | null
  cpu_number: number
  ram_mib: number
  hdd_gib: number
}

type Value = string | number
type Known = Record<keyof FilterFacts, readonly Value[] | undefined>

/** Each field as a list: a tag comparison holds when it holds for one of the tags. */
const known = (facts: FilterFacts): Known => ({
  os_tag: facts.os_tag,
  cluster: [facts.cluster],
  preset: facts.preset === null ? [] : [facts.preset],
  cpu_number: [facts.cpu_number],
  ram_mib: [facts.ram_mib],
  hdd_gib: [facts.hdd_gib],
})

const compare = (value: Value, op: 'EQ' | 'LT' | 'LE' | 'GT' | 'GE' | 'CP', text: string): boolean => {
  if (op === 'CP') return like(String(value), text)
  const other = typeof value === 'number' ? Number(text) : text
  if (op === 'EQ') return value === other
  if (op === 'LT') return value < other
  if (op === 'LE') return value <= other
  return op === 'GT' ? value > other : value >= other
}

/** Whether a VM satisfies an expression; null when that depends on what is not known yet. */
function holds(where: Where, facts: Known): boolean | null {
  if (where.kind === 'not') {
    const inner = holds(where.item, facts)
    return inner === null ? null : !inner
  }
  if ('items' in where) {
    const parts = where.items.map((item) => holds(item, facts))
    const decisive = where.kind === 'or'
    if (parts.includes(decisive)) return decisive
    return parts.includes(null) ? null : !decisive
  }
  const values = facts[where.field as keyof FilterFacts]
  if (values === undefined) return null
  if (where.kind === 'null') return values.length === 0
  const { value: single } = where.kind === 'compare' ? where : { value: null }
  if (where.kind === 'in') return values.some((value) => where.values.some((text) => compare(value, 'EQ', text)))
  return single !== null && values.some((value) => compare(value, where.op, single))
}

/**
 * The first condition of a filter that a VM does not meet, as it was written; null when it meets all of them. One that
 * cannot be read is met by none: a stored filter is never passed over.
 */
export function unmet(filter: HostFilter, facts: FilterFacts): string | null {
  const values = known(facts)
  for (const item of filter) {
    const read = readItem(item)
    if ('fault' in read) return item.expression ?? ''
    if (read.where && holds(read.where, values) === false) return read.text
  }
  return null
}
