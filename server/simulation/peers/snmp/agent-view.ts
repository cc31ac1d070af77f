import { element, integerElement, oidElement, tag } from '../../../protocols/snmp/ber.ts'

/** What an agent answers: the encoded element, made by `value`. */
export type AgentValue = Buffer

export const value = {
  integer: (number: number): AgentValue => integerElement(number),
  counter: (number: number | bigint): AgentValue => integerElement(BigInt.asUintN(32, BigInt(number)), tag.counter),
  counter64: (number: bigint): AgentValue => integerElement(BigInt.asUintN(64, number), tag.counter64),
  gauge: (number: number): AgentValue => integerElement(Math.max(0, Math.min(0xffffffff, number)), tag.gauge),
  ticks: (number: number): AgentValue => integerElement(number >>> 0, tag.ticks),
  octets: (content: string | Uint8Array): AgentValue => element(tag.octets, Buffer.from(content as Uint8Array)),
  oid: (arcs: readonly number[]): AgentValue => oidElement(arcs),
}

/** What a manager writes. */
export type Written = { type: number; number: number; bytes: Buffer }

/**
 * One column of a table, or a scalar (one row with index 0). Columns are shared by all agents of a kind; the model has the data.
 * `rows` are indexes in order; `write` answers an error status of RFC 3416, 0 for fine, and acts only when `commit` is set.
 */
export type AgentColumn<M> = {
  oid: readonly number[]
  rows: (model: M) => readonly (readonly number[])[]
  read: (model: M, index: readonly number[]) => AgentValue | null
  write?: (model: M, index: readonly number[], written: Written, commit: boolean) => number
}

export type Found = { oid: readonly number[]; value: AgentValue }

/** OID order; negative when `a` comes first. */
export function compareArcs(a: readonly number[], b: readonly number[]): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i += 1) {
    const difference = a[i]! - b[i]!
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** Numbers of a dotted OID. */
export function arcs(oid: string): number[] {
  return oid.split('.').map(Number)
}

/** An agent's objects in order: what GET, GETNEXT and SET look up. */
export class AgentView<M> {
  readonly #columns: readonly AgentColumn<M>[]

  constructor(columns: readonly AgentColumn<M>[]) {
    this.#columns = [...columns].sort((a, b) => compareArcs(a.oid, b.oid))
  }

  get(model: M, oid: readonly number[]): AgentValue | null {
    const column = this.#columnOf(oid)
    if (!column) return null
    const index = oid.slice(column.oid.length)
    const at = lowerBound(column.rows(model), index)
    const row = column.rows(model)[at]
    return row && compareArcs(row, index) === 0 ? column.read(model, row) : null
  }

  next(model: M, oid: readonly number[]): Found | null {
    let i = this.#lastNotAfter(oid)
    const column = this.#columns[i]
    if (column && startsWith(oid, column.oid)) {
      const index = oid.slice(column.oid.length)
      const rows = column.rows(model)
      let at = lowerBound(rows, index)
      const same = rows[at]
      if (same && compareArcs(same, index) === 0) at += 1
      const found = first(model, column, rows, at)
      if (found) return found
    }
    for (i += 1; i < this.#columns.length; i += 1) {
      const later = this.#columns[i]!
      const found = first(model, later, later.rows(model), 0)
      if (found) return found
    }
    return null
  }

  /** An error status of RFC 3416. */
  set(model: M, oid: readonly number[], written: Written, commit: boolean): number {
    const column = this.#columnOf(oid)
    if (!column?.write) return column ? 17 : 6
    return column.write(model, oid.slice(column.oid.length), written, commit)
  }

  #columnOf(oid: readonly number[]): AgentColumn<M> | null {
    const column = this.#columns[this.#lastNotAfter(oid)]
    return column && startsWith(oid, column.oid) ? column : null
  }

  #lastNotAfter(oid: readonly number[]): number {
    let low = 0
    let high = this.#columns.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (compareArcs(this.#columns[middle]!.oid, oid) <= 0) low = middle + 1
      else high = middle
    }
    return low - 1
  }
}

function first<M>(model: M, column: AgentColumn<M>, rows: readonly (readonly number[])[], from: number): Found | null {
  for (let at = from; at < rows.length; at += 1) {
    const row = rows[at]!
    const found = column.read(model, row)
    if (found) return { oid: [...column.oid, ...row], value: found }
  }
  return null
}

function startsWith(oid: readonly number[], prefix: readonly number[]): boolean {
  return oid.length >= prefix.length && prefix.every((arc, i) => oid[i] === arc)
}

/** Where the first row is that does not come before the index. */
function lowerBound(rows: readonly (readonly number[])[], index: readonly number[]): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareArcs(rows[middle]!, index) < 0) low = middle + 1
    else high = middle
  }
  return low
}
