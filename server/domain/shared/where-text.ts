/** A condition of a filter builder: `values` has one item, several for IN, none for IS NULL. */
export type WhereCondition = {
  field: string
  op: 'EQ' | 'NE' | 'LT' | 'LE' | 'GT' | 'GE' | 'CP' | 'NCP' | 'IN' | 'NOT IN' | 'IS NULL' | 'IS NOT NULL'
  values: readonly (string | number | boolean)[]
}

const literal = (value: string | number | boolean): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)

const condition = ({ field, op, values }: WhereCondition): string => {
  if (op === 'IS NULL' || op === 'IS NOT NULL') return `${field} ${op}`
  if (op === 'IN' || op === 'NOT IN') return `${field} ${op} (${values.map(literal).join(', ')})`
  return `${field} ${op} ${literal(values[0] ?? '')}`
}

/**
 * Writes conditions that all must hold in the list query language, values quoted so that no text of a person can end its
 * quotes. An IN without values is left out.
 */
export const whereText = (conditions: readonly WhereCondition[]): string =>
  conditions
    .filter(({ op, values }) => values.length > 0 || (op !== 'IN' && op !== 'NOT IN'))
    .map((one) => `(${condition(one)})`)
    .join(' AND ')
