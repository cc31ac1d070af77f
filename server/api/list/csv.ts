import Papa from 'papaparse'
import { FORMULA } from '../../domain/shared/formula.ts'
import { invalidQuery, shown } from '../../domain/where/query-error.ts'
import { msg } from '../../shared/text.ts'
import type { ListDefinition, MemberSpec } from './define.ts'
import { type FieldSpec, type FieldType, fieldText } from './fields.ts'
import type { ListQuery } from './limit.ts'
import { execute, inParts, type ListOptions, type Queryable } from './run.ts'
import { cellsStatement, pageStatement } from './statement.ts'

/** Numbers are written bare, so that -1 stays a number; one beyond exact arithmetic stays its digits. */
const cell = (type: FieldType | undefined, text: string | null): string | number => {
  const number = type === 'int' || type === 'number' ? Number(text) : Number.NaN
  return text !== null && String(number) === text ? number : (text ?? '')
}

/** Rows of a file. Texts that a spreadsheet would take for a formula get an apostrophe in front. */
export const toCsv = (rows: unknown[][]): string =>
  `${Papa.unparse(rows, { header: false, newline: '\r\n', escapeFormulae: FORMULA })}\r\n`

const joined = <Actor>(field: FieldSpec<Actor>, { from, where, csvOrder }: MemberSpec<Actor>): FieldSpec<Actor> => ({
  type: 'text',
  sql: `(select string_agg(${fieldText(field)}, ' ' order by ${csvOrder}) from ${from} where ${where})`,
})

const chosenFields = <Actor>(list: ListDefinition<Actor>, actor: Actor, columns: readonly string[] | undefined) => {
  const inFile = Object.entries(list.members ?? {}).flatMap(([name, { csvOrder }]) => (csvOrder ? [name] : []))
  const all = Object.entries(list.fields).flatMap(([name, field]) => (field.filterOnly ? [] : [name]))
  return (columns ?? [...all, ...inFile]).flatMap((name, index) => {
    const found = list.resolve(actor, name)
    if (found && !found.member) return found
    if (found?.member?.csvOrder) return { ...found, name, field: joined(found.field, found.member) }
    if (columns) throw invalidQuery('columns', msg`no field called ${shown(name)}`, index, name)
    return []
  })
}

/**
 * A list as CSV (RFC 4180, CRLF, UTF-8): a head of field names, then the rows in parts, read from the database only as
 * fast as they are taken. Texts that a spreadsheet would take for a formula get an apostrophe in front; numbers stay numbers.
 * @param columns field names in the wanted order; all fields of a row when absent
 * @throws PanelError `invalid_query` before the first part
 */
export async function* exportCsv<Actor>(
  db: Queryable,
  list: ListDefinition<Actor>,
  actor: Actor,
  query: ListQuery,
  { scope, columns }: Pick<ListOptions<Actor>, 'scope'> & { columns?: readonly string[] } = {},
): AsyncGenerator<string> {
  const fields = chosenFields(list, actor, columns)
  const texts = fields.map(({ field }) => fieldText(field))
  const request = { list, actor, query, scope, inline: 0 }

  const [found] = await execute<{ more: unknown[] | null }>(db, pageStatement(request))
  yield toCsv([fields.map(({ name }) => name)])
  for (const ids of inParts(found?.more ?? [])) {
    const rows = await execute<{ cells: (string | null)[] }>(db, cellsStatement(request, ids, texts))
    if (rows.length)
      yield toCsv(rows.map(({ cells }) => cells.map((text, index) => cell(fields[index]?.field.type, text))))
  }
}
