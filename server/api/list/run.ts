import { refused } from '../../domain/shared/errors.ts'
import { msg } from '../../shared/text.ts'
import { ownWork } from '../own-work.ts'
import { type ListDefinition, rowNotFound } from './define.ts'
import type { ListQuery } from './limit.ts'
import { preparedName } from './prepared.ts'
import { type Fragment, render } from './sql.ts'
import { type PageRequest, pageStatement, rowStatement, rowsStatement } from './statement.ts'

/** What a list needs of the database: a pool, or one connection of it. */
export type Queryable = {
  query: (statement: { text: string; values: unknown[]; name?: string }) => Promise<{ rows: unknown[] }>
}

/** Rows that the first statement builds; longer answers are read on in parts of this size while they are sent. */
export const ROWS_AT_ONCE = 1000

/** A list as unparsed text: each of `rows` is JSON objects joined by commas, without the brackets. */
export type ListAnswer = {
  size: number
  last_notify: number
  rows: readonly string[]
  /** The rows after the first thousand, in parts; null when there are none. To be read once. */
  more: AsyncGenerator<string> | null
}

export type ListOptions<Actor> = {
  /** Condition that belongs to the path of the request: the addresses of one pool. */
  scope?: Fragment | undefined
  /**
   * The record whose parts are listed: when it is absent or belongs to another account, the list is not found.
   */
  of?: { list: ListDefinition<Actor>; id: number } | undefined
}

const QUERY_CANCELED = '57014'

/**
 * Runs one statement of a list; one that the database gave up for lack of time is the asker's to narrow. `planned` anew each time is
 * what depends on how many rows a text matches.
 */
export const execute = async <Row>(db: Queryable, statement: Fragment, { planned = false } = {}): Promise<Row[]> => {
  const { text, values } = render(statement)
  const name = planned ? undefined : preparedName(text)
  try {
    const asked = name === undefined ? { text, values } : { text, values, name }
    return (await ownWork(() => db.query(asked))).rows as Row[]
  } catch (thrown) {
    if ((thrown as { code?: unknown } | null)?.code !== QUERY_CANCELED) throw thrown
    throw refused(msg`The search took too long; narrow it by a field with few rows`, { cause: thrown })
  }
}

/** Ids in parts of the size that one statement may build. */
export const inParts = (ids: readonly unknown[]): unknown[][] =>
  Array.from({ length: Math.ceil(ids.length / ROWS_AT_ONCE) }, (_, part) =>
    ids.slice(part * ROWS_AT_ONCE, (part + 1) * ROWS_AT_ONCE),
  )

async function* readOn<Actor>(db: Queryable, request: PageRequest<Actor>, ids: readonly unknown[]) {
  for (const part of inParts(ids)) {
    for (const { rows } of await execute<{ rows: string }>(db, rowsStatement(request, part))) yield rows
  }
}

type PageRow = { rows: string | null; known?: boolean; more: unknown[] | null; size: string; last_notify: string }

const answerPage = async <Actor>(
  db: Queryable,
  request: PageRequest<Actor> & Pick<ListOptions<Actor>, 'of'>,
): Promise<ListAnswer> => {
  const answer = await execute<PageRow>(db, pageStatement(request))
  const [page] = answer
  if (request.of && !page?.known) throw rowNotFound(request.of.list, request.of.id)
  return {
    size: Number(page?.size ?? 0),
    last_notify: Number(page?.last_notify ?? 0),
    rows: answer.flatMap(({ rows }) => rows ?? []),
    more: page?.more?.length ? readOn(db, request, page.more) : null,
  }
}

/**
 * Answers a list in one statement, whatever the number of rows and the width of a row; only answers of more than a
 * thousand rows take one more statement a thousand, sent as they are read, with no connection held in between.
 * @throws PanelError `invalid_query` with the position, `not_found` for what the list is `of`
 */
export const runList = <Actor>(
  db: Queryable,
  list: ListDefinition<Actor>,
  actor: Actor,
  query: ListQuery,
  { scope, of }: ListOptions<Actor> = {},
): Promise<ListAnswer> => answerPage(db, { list, actor, query, scope, of, inline: ROWS_AT_ONCE })

/** One row as JSON text, the same as in the list; null when it does not exist or belongs to another account. */
export const readRow = async <Actor>(
  db: Queryable,
  list: ListDefinition<Actor>,
  actor: Actor,
  id: number | string,
  { scope }: Pick<ListOptions<Actor>, 'scope'> = {},
): Promise<string | null> => {
  const statement = rowStatement({ list, actor, query: {}, scope, inline: 1 }, id)
  const [found] = await execute<{ row: string }>(db, statement)
  return found?.row ?? null
}
