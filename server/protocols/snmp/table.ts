import type { SnmpSession } from './session.ts'
import { cleanText, macAddress, type SnmpValue } from './values.ts'
import { tooLarge, type WalkLimits, walkColumns } from './walk.ts'

/** Makes a typed value of what came, or null when it is of another kind. It never keeps the bytes it gets. */
export type Parser<T> = (value: SnmpValue) => T | null

/** `number` is what follows the table's OID; a path such as `31.1.1.1.6` lets columns of several tables with one index be read together. */
export type Column<T> = { number: number | string; parse: Parser<T> }

/** A conceptual table of SMI (RFC 2578, 7.1.12): `oid` of its entry, columns by name. */
export type Table<C extends Record<string, Column<unknown>> = Record<string, Column<unknown>>> = {
  oid: string
  columns: C
}

type ValueOf<C> = C extends Column<infer T> ? T : never

/** A row: its index as numbers, and the requested columns; null where the agent has none or an invalid value. */
export type TableRow<C, K extends keyof C> = { index: number[] } & { [P in K]: ValueOf<C[P]> | null }

export const integer: Parser<number> = (value) => (typeof value === 'number' ? value : null)

export const counter: Parser<bigint> = (value) =>
  typeof value === 'bigint' ? value : typeof value === 'number' && value >= 0 ? BigInt(value) : null

export const text =
  (maxLength: number): Parser<string> =>
  (value) =>
    Buffer.isBuffer(value) || typeof value === 'string' ? cleanText(value, maxLength) : null

export const mac: Parser<string> = (value) => (Buffer.isBuffer(value) ? macAddress(value) : null)

/** Bytes as they are, bounded. */
export const bytes =
  (maxLength: number): Parser<Buffer> =>
  (value) =>
    Buffer.isBuffer(value) && value.length <= maxLength ? Buffer.from(value) : null

export const oid: Parser<string> = (value) => (typeof value === 'string' && /^\d+(\.\d+)*$/.test(value) ? value : null)

export function column<T>(number: number | string, parse: Parser<T>): Column<T> {
  return { number, parse }
}

/** The OID of one cell. */
export function cell(table: Table, name: string, index: string | number): string {
  return `${table.oid}.${table.columns[name]?.number}.${index}`
}

/**
 * Reads columns of a table into rows, in the order of their appearance.
 *
 * @throws SnmpError see `walkColumns`
 */
export async function readTable<C extends Record<string, Column<unknown>>, K extends keyof C & string>(
  session: SnmpSession,
  table: Table<C>,
  names: readonly K[],
  signal: AbortSignal,
  limits?: Partial<WalkLimits>,
): Promise<TableRow<C, K>[]> {
  const rows = new Map<string, Record<string, unknown>>()
  const columns = names.map((name) => ({ name, spec: table.columns[name] as Column<unknown> }))
  const oids = columns.map(({ spec }) => `${table.oid}.${spec.number}`)
  const empty = Object.fromEntries(names.map((name) => [name, null]))
  await walkColumns(
    session,
    oids,
    (number, varbind) => {
      const { name, spec } = columns[number]!
      const index = varbind.oid.slice((oids[number] ?? '').length + 1)
      let row = rows.get(index)
      if (!row) {
        row = { index: index.split('.').map(Number), ...empty }
        rows.set(index, row)
      }
      row[name] = spec.parse(varbind.value)
    },
    signal,
    limits,
  )
  return [...rows.values()] as TableRow<C, K>[]
}

/** Objects of one question at most: an agent with small buffers still answers as many short ones. */
const maxCells = 32

/**
 * Reads columns of the rows named, object by object and without a walk; less at once when the agent cannot answer as much. Rows of
 * which it has nothing are left out.
 *
 * @throws SnmpError
 */
export async function readRows<C extends Record<string, Column<unknown>>, K extends keyof C & string>(
  session: SnmpSession,
  table: Table<C>,
  names: readonly K[],
  indexes: readonly string[],
  signal: AbortSignal,
): Promise<TableRow<C, K>[]> {
  const rows: TableRow<C, K>[] = []
  let most = Math.max(1, Math.floor(maxCells / names.length))
  for (let from = 0; from < indexes.length; ) {
    const some = indexes.slice(from, from + most)
    const oids = some.flatMap((index) => names.map((name) => cell(table, name, index)))
    try {
      const answer = await session.get(oids, signal)
      for (const [row, index] of some.entries()) {
        const found = answer.slice(row * names.length, (row + 1) * names.length)
        if (found.every(({ value }) => value === null)) continue
        const cells = names.map((name, i) => [name, table.columns[name]!.parse(found[i]?.value ?? null)])
        rows.push({ index: index.split('.').map(Number), ...Object.fromEntries(cells) })
      }
      from += some.length
    } catch (error) {
      if (!tooLarge(error, session) || some.length === 1) throw error
      most = some.length >> 1
    }
  }
  return rows
}

/** Reads the rows named, or all of them. @param indexes null for all */
export const readSome = <C extends Record<string, Column<unknown>>, K extends keyof C & string>(
  session: SnmpSession,
  table: Table<C>,
  names: readonly K[],
  indexes: readonly string[] | null,
  signal: AbortSignal,
): Promise<TableRow<C, K>[]> =>
  indexes ? readRows(session, table, names, indexes, signal) : readTable(session, table, names, signal)
