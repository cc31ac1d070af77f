import type { AuditNote, Context } from '../../../api/context.ts'
import type { Work } from '../../../db/transaction.ts'
import { type Column, importColumns } from '../../../domain/import/columns.ts'
import type { ImportKind, ImportOutcome } from '../../../domain/import/kinds.ts'
import type { ImportBody, ImportRow } from '../../../domain/import/schema.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { attempt } from '../../../events/attempt.ts'
import { type CurrentRow, currentRows } from './current.ts'
import { handlers } from './kinds/all.ts'
import { type Lookup, makeLookup } from './lookup.ts'
import type { FileRow } from './parse.ts'
import { asText, faultsOf, type Given, RowFault, readRow } from './read.ts'

type Options = Pick<ImportBody, 'existing'> & {
  /** Called before each row; throws when there is no time left. */
  beforeRow(done: number): void
}
type Read = { row: FileRow; given: Given; key: string }

/**
 * Brings rows into a transaction by the services that the forms call. A faulty row leaves nothing behind, and the others go
 * on; whether the whole is kept is the caller's choice.
 * @returns what became of each row, and what the audit has to say of each record
 */
export async function runRows(ctx: Context, work: Work, rows: readonly FileRow[], options: Options) {
  const told: ImportRow[] = []
  const parts: AuditNote[] = []
  const at = makeLookup(work)
  for (const kind of new Set(rows.map((row) => row.kind))) {
    const known = new Set(handlers[kind].list.catalogue(ctx.actor).map(({ name }) => name))
    const columns = importColumns[kind]
    const keys = columns.filter(({ key }) => key)
    const read: Read[] = []
    const lines = new Map<string, number>()
    for (const row of rows.filter((one) => one.kind === kind)) {
      try {
        const given = readRow(row, known)
        const key = keyOf(keys, given)
        const before = lines.get(key)
        if (before !== undefined)
          throw new RowFault([{ field: keys[0]?.name ?? '', words: `Line ${before} is about the same record` }])
        lines.set(key, row.line)
        read.push({ row, given, key })
      } catch (fault) {
        told.push({
          ...about(row, row.cells.get('name') ?? ''),
          outcome: 'error',
          changes: [],
          errors: errorsOf(fault, columns),
        })
      }
    }
    const current = await currentRows(
      work,
      kind,
      read.map(({ given }) => keys.map(({ name }) => asText(given[name] ?? ''))),
    )
    // A place may be taken by a record of a later row that leaves it: such rows are tried again as long as that helps.
    let waiting = read
    while (waiting.length > 0) {
      const again: { one: Read; row: ImportRow }[] = []
      for (const one of waiting) {
        options.beforeRow(told.length)
        const { row, taken } = await bring(ctx, work, at, kind, one, current.get(one.key), options, parts)
        if (taken) again.push({ one, row })
        else told.push(row)
      }
      if (again.length === waiting.length) {
        told.push(...again.map(({ row }) => row))
        break
      }
      waiting = again.map(({ one }) => one)
    }
  }
  return { told, parts }
}

const about = (row: FileRow, name: string) => ({ line: row.line, kind: row.kind, name: name.slice(0, 200) })
const keyOf = (keys: readonly Column[], given: Given) => keys.map(({ name }) => asText(given[name] ?? '')).join('\n')

async function bring(
  ctx: Context,
  work: Work,
  at: Lookup,
  kind: ImportKind,
  { row, given, key }: Read,
  now: CurrentRow | undefined,
  { existing }: Options,
  parts: AuditNote[],
): Promise<{ row: ImportRow; taken: boolean }> {
  const columns = importColumns[kind]
  const answer = (
    outcome: ImportOutcome,
    changes: ImportRow['changes'] = [],
    errors: ImportRow['errors'] = [],
    taken = false,
  ) => ({ row: { ...about(row, key.replaceAll('\n', ' / ')), outcome, changes, errors }, taken })
  if (now && existing === 'skip') return answer('skip')
  const notes: AuditNote[] = []
  try {
    if (!now) {
      const missing = columns.filter(({ name, needed }) => needed && given[name] === undefined)
      if (missing.length > 0)
        throw new RowFault(missing.map(({ name }) => ({ field: name, words: 'It must be said of a new record' })))
      await attempt(work, (part) => handlers[kind].create(rowContext(ctx, part, notes), given, at))
      parts.push(...notes)
      return answer(
        'create',
        Object.keys(given).map((field) => ({ field, from: '', to: '' })),
      )
    }
    const changed = differences(kind, given, now)
    const names = Object.keys(changed)
    if (names.length === 0) return answer('same')
    const fixed = columns.filter(({ name, fixed: isFixed }) => isFixed && changed[name] !== undefined)
    if (fixed.length > 0)
      throw new RowFault(
        fixed.map(({ name }) => ({ field: name, words: `It is ${now.texts[name]} and cannot be changed afterwards` })),
      )
    await attempt(work, (part) => handlers[kind].edit(rowContext(ctx, part, notes), now.id, changed, given, at))
    parts.push(...notes.map((note) => ({ entity: kind, entity_id: now.id, ...note })))
    return answer(
      'update',
      names.map((field) => shown(columns, field, now.texts[field] ?? '', asText(changed[field] ?? ''))),
    )
  } catch (fault) {
    const taken = fault instanceof PanelError && fault.code === 'in_use'
    return answer('error', [], errorsOf(fault, columns), taken)
  }
}

const LONGEST_SHOWN = 60
const cut = (text: string) => (text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN - 1)}…` : text)

/** A change as people are told of it; a secret is changed without its words. */
const shown = (columns: readonly Column[], field: string, from: string, to: string) =>
  columns.some(({ name, type }) => name === field && type === 'secret')
    ? { field, from: '', to: '' }
    : { field, from: cut(from), to: cut(to) }

function differences(kind: ImportKind, given: Given, now: CurrentRow): Given {
  const secrets = importColumns[kind].filter(({ type }) => type === 'secret').map(({ name }) => name)
  // Opened only for rows that bring secrets.
  const known = secrets.some((name) => given[name] !== undefined) ? now.secrets() : {}
  const before = (name: string) => (secrets.includes(name) ? known[name] : now.texts[name]) ?? ''
  return Object.fromEntries(Object.entries(given).filter(([name, value]) => asText(value) !== before(name)))
}

/** The context of one row: services see no difference, but what they do is part of one transaction and one call. */
const rowContext = (ctx: Context, part: Work, notes: AuditNote[]): Context => ({
  actor: ctx.actor,
  ip: ctx.ip,
  userAgent: ctx.userAgent,
  requestId: ctx.requestId,
  log: ctx.log,
  token: ctx.token,
  expectedVersion: null,
  reply: { cookies: [] },
  async mutate(body) {
    const note: AuditNote = {}
    const made = await body(part, note)
    notes.push(note)
    return made
  },
})

/** Refusals are about the row; whatever else happens is about the whole. */
function errorsOf(fault: unknown, columns: readonly Column[]): ImportRow['errors'] {
  if (fault instanceof RowFault) return fault.errors
  if (fault instanceof PanelError && fault.http < 500) return faultsOf(fault, columns)
  throw fault
}
