import { answeredId } from '../../../api/audit-subject.ts'
import type { AuditNote, Context } from '../../../api/context.ts'
import type { Work } from '../../../db/transaction.ts'
import { type Column, importColumns } from '../../../domain/import/columns.ts'
import type { ImportKind, ImportOutcome } from '../../../domain/import/kinds.ts'
import type { ImportQuery, ImportRow } from '../../../domain/import/schema.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { withSavepoint } from '../../../events/savepoint.ts'
import { msg } from '../../../shared/text.ts'
import type { CurrentRow } from './current.ts'
import { handlers } from './kinds/all.ts'
import type { Tried } from './kinds/handler.ts'
import type { Lookup } from './lookup.ts'
import { asText, faultsOf, fieldError, type Given, RowFault } from './read.ts'

export type Read = { line: number; given: Given; key: string }
/** What became of a row. */
export type Brought = {
  read: Read
  row: ImportRow
  /** It is refused for what another record has: perhaps that lets go of it. */
  taken: boolean
}

/** What the rows of one kind have in common. */
type Job = Pick<ImportQuery, 'existing'> & {
  ctx: Context
  work: Work
  at: Lookup
  kind: ImportKind
  /** What the audit has to say of each record: added to. */
  parts: AuditNote[]
  /** Nothing is kept. */
  dry: boolean
  /** Of a try after which nothing looks for these records: they need not be made at all. */
  tried: Tried | null
  /** Throws when there is no time left. */
  beforeRow(): void
}

/** New records that are made at once, and how few of them, with a fault among them, are made one by one instead of by halves. */
const MANY = 500
/** Where nothing is written they are more: a try costs little but the ways to the database. */
const MANY_TRIED = 2000
const FEW = 16

/**
 * Makes, changes or leaves the records that rows are about. New ones are made many at once where their kind can; when that fails
 * nothing of it is left, and halves of it are tried, down to the row that is at fault.
 * @param current records that are there, by key
 */
export async function* bringRows(
  job: Job,
  rows: readonly Read[],
  current: ReadonlyMap<string, CurrentRow>,
): AsyncGenerator<Brought> {
  let together: Read[] = []
  for (const one of rows) {
    const plain = isPlain(job.kind, one, current)
    if (plain) together.push(one)
    if (plain && together.length < (job.tried ? MANY_TRIED : MANY)) continue
    yield* bringNew(job, together)
    together = []
    if (!plain) yield await bring(job, one, current.get(one.key))
  }
  yield* bringNew(job, together)
}

/** A new record that can be made together with others. */
export function isPlain(kind: ImportKind, { key, given }: Read, current: ReadonlyMap<string, CurrentRow>): boolean {
  const { createAll, takes = () => true } = handlers[kind]
  return createAll !== undefined && !current.has(key) && missingOf(kind, given).length === 0 && takes(given)
}

async function* bringNew(job: Job, rows: readonly Read[]): AsyncGenerator<Brought> {
  // What is only tried has to be tried after the rows before it, which were not made.
  const faults = rows.length <= FEW && !job.tried ? null : await createdTogether(job, rows)
  if (faults)
    for (const [n, one] of rows.entries())
      yield faults[n] === undefined ? created(job.kind, one) : faulty(job.kind, one, faults[n])
  else if (rows.length <= FEW) for (const one of rows) yield await bring(job, one, undefined)
  else {
    const half = Math.ceil(rows.length / 2)
    yield* bringNew(job, rows.slice(0, half))
    yield* bringNew(job, rows.slice(half))
  }
}

/** @returns why rows were left out, by their place; null when all of them were, and it is not known why */
async function createdTogether({ ctx, work, at, kind, parts, tried, beforeRow }: Job, rows: readonly Read[]) {
  beforeRow()
  const notes: AuditNote[] = []
  const given = rows.map((one) => one.given)
  try {
    const faults = await withSavepoint(work, async (part) =>
      handlers[kind].createAll?.(rowContext(ctx, part, notes, { entity: kind }), given, at, tried),
    )
    for (const note of notes) for (const part of note.parts ?? []) parts.push(part)
    return faults ?? []
  } catch (fault) {
    if (tried) throw fault
    errorsOf(fault, [])
    return null
  }
}

function faulty(kind: ImportKind, read: Read, fault: unknown): Brought {
  const taken = fault instanceof PanelError && fault.code === 'in_use'
  return answer(kind, read, 'error', [], errorsOf(fault, importColumns[kind]), taken)
}

const missingOf = (kind: ImportKind, given: Given) =>
  importColumns[kind].filter(({ name, needed }) => needed && given[name] === undefined)

/** Report about a row. */
export const rowOf = (
  kind: ImportKind,
  line: number,
  name: string,
  outcome: ImportOutcome,
  changes: ImportRow['changes'],
  errors: ImportRow['errors'],
): ImportRow => ({ line, kind, name: name.slice(0, 200), outcome, changes, errors })

const answer = (
  kind: ImportKind,
  read: Read,
  outcome: ImportOutcome,
  changes: ImportRow['changes'] = [],
  errors: ImportRow['errors'] = [],
  taken = false,
): Brought => ({
  read,
  row: rowOf(kind, read.line, read.key.replaceAll('\n', ' / '), outcome, changes, errors),
  taken,
})

const created = (kind: ImportKind, read: Read) =>
  answer(
    kind,
    read,
    'create',
    Object.keys(read.given).map((field) => ({ field, from: '', to: '' })),
  )

/** One row for itself. */
async function bring(job: Job, one: Read, now: CurrentRow | undefined): Promise<Brought> {
  const { ctx, work, at, kind, existing, parts, beforeRow } = job
  const { given } = one
  beforeRow()
  const columns = importColumns[kind]
  if (now && existing === 'skip') return answer(kind, one, 'skip')
  const notes: AuditNote[] = []
  try {
    if (!now) {
      const missing = missingOf(kind, given)
      if (missing.length > 0)
        throw new RowFault(missing.map(({ name }) => fieldError(name, msg`Required for a new record`)))
      await withSavepoint(work, (part) =>
        handlers[kind].create(rowContext(ctx, part, notes, { entity: kind }), given, at),
      )
      parts.push(...notes)
      return created(kind, one)
    }
    const changed = differences(kind, given, now)
    const names = Object.keys(changed)
    if (names.length === 0) return answer(kind, one, 'same')
    const fixed = columns.filter(({ name, fixed: isFixed }) => isFixed && changed[name] !== undefined)
    if (fixed.length > 0)
      throw new RowFault(
        fixed.map(({ name }) =>
          fieldError(name, msg`It is ${now.texts[name] ?? ''} and cannot be changed after creation`),
        ),
      )
    const { free, readEdit } = handlers[kind]
    if (job.dry && readEdit && names.every((name) => free?.includes(name))) readEdit(changed)
    else
      await withSavepoint(work, (part) => {
        const row = rowContext(ctx, part, notes, { entity: kind, entity_id: now.id })
        return handlers[kind].edit(row, now.id, changed, given, at)
      })
    parts.push(...notes)
    return answer(
      kind,
      one,
      'update',
      names.map((field) => shown(columns, field, now.texts[field] ?? '', asText(changed[field] ?? ''))),
    )
  } catch (fault) {
    return faulty(kind, one, fault)
  }
}

const LONGEST_SHOWN = 60
const cut = (text: string) => (text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN - 1)}…` : text)

/** A change as shown in the report, without the values of secrets. */
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

/**
 * The context of one row: services see no difference, but what they do is part of one transaction and one call.
 * @param about what the audit says it is about; without an id: what the first change of the row has made
 */
const rowContext = (
  ctx: Context,
  part: Work,
  notes: AuditNote[],
  about: Pick<AuditNote, 'entity' | 'entity_id'>,
): Context => ({
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
    about.entity_id ??= answeredId(made) ?? undefined
    notes.push({ ...about, ...note })
    return made
  },
})

/** Refusals are about the row; whatever else happens is about the whole. */
export function errorsOf(fault: unknown, columns: readonly Column[]): ImportRow['errors'] {
  if (fault instanceof RowFault) return fault.errors
  if (fault instanceof PanelError && fault.http < 500) return faultsOf(fault, columns)
  throw fault
}
