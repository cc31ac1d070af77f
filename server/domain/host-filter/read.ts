import { msg, type Text } from '../../shared/text.ts'
import { PanelError } from '../shared/errors.ts'
import { parseWhere, type Where } from '../where/parse.ts'
import { withoutParameter } from '../where/query-error.ts'

export const filterEntities = ['os_tag', 'cluster', 'preset', 'cpu_number', 'ram_mib', 'hdd_gib', 'complex'] as const
export type FilterEntity = (typeof filterEntities)[number]
export type HostFilter = readonly { entity?: FilterEntity | undefined; expression?: string | undefined }[]

const numeric: ReadonlySet<string> = new Set(['cluster', 'preset', 'cpu_number', 'ram_mib', 'hdd_gib'])
/** What an expression of one entity may begin with when it leaves the name of the entity out. */
const SHORT = /^\s*((NOT\s+)?IN\b|IS\b|(EQ|NEQ?|LT|LE|GT|GE|N?CP)\s)/i
/** One value alone, which it has to be. */
const ALONE = /^\s*('[^']*'|"[^"]*"|[^\s()'",]+)\s*$/

/** What is compared somewhere in an expression, with the values it is compared with. */
function* leaves(where: Where): Generator<Exclude<Where, { kind: 'and' | 'or' | 'not' }>> {
  if ('items' in where) for (const item of where.items) yield* leaves(item)
  else if (where.kind === 'not') yield* leaves(where.item)
  else yield where
}

function wrong(where: Where, entity: FilterEntity): Text | null {
  for (const leaf of leaves(where)) {
    const position = leaf.at + 1
    const allowed = entity === 'complex' ? filterEntities.filter((one) => one !== 'complex') : [entity]
    if (!(allowed as readonly string[]).includes(leaf.field))
      return msg`${leaf.field.slice(0, 60)} is not ${allowed.join(', ')}, at position ${position}`
    const values = leaf.kind === 'in' ? leaf.values : leaf.kind === 'compare' && leaf.op !== 'CP' ? [leaf.value] : []
    const odd =
      numeric.has(leaf.field) && values.find((value) => value === null || !/^-?\d{1,15}(\.\d{1,6})?$/.test(value))
    if (typeof odd === 'string')
      return msg`${leaf.field} is compared with ${odd.slice(0, 60)}, which is not a number, at position ${position}`
  }
  return null
}

/**
 * Reads one condition of a filter: an expression in the language of list filters over the fields of a VM, with its text in
 * full. An entity other than `complex` may leave its name out: `GE 4`, `IN (1, 2)`, or one value. Without an expression
 * there is no condition. `fault` says what is wrong and where.
 */
export function readItem({
  entity = 'complex',
  expression = '',
}: HostFilter[number]): { where: Where | null; text: string } | { fault: Text } {
  const short = entity !== 'complex' && SHORT.test(expression)
  const alone = entity !== 'complex' && ALONE.test(expression)
  const before = short ? `${entity} ` : alone ? `${entity} EQ ` : ''
  const text = `${before}${expression.trim()}`
  try {
    const where = parseWhere(text, 'expression')
    const fault = where && wrong(where, entity)
    return fault ? { fault } : { where, text }
  } catch (fault) {
    // Without the name of the parameter, which does not appear in a filter.
    if (fault instanceof PanelError) return { fault: withoutParameter(fault.text) }
    throw fault
  }
}
