import { db } from '../../db/pool.ts'
import type { Actor } from '../context.ts'
import { RawJson } from '../endpoint.ts'
import { listPieces } from './answer.ts'
import { type ListDefinition, rowNotFound } from './define.ts'
import type { ListQuery } from './limit.ts'
import { type ListOptions, readRow, runList } from './run.ts'

type Asker = { actor: Actor }

/** Answers a list operation: the rows go from the database to the client as they are. */
export async function serveList(
  list: ListDefinition<Actor>,
  ctx: Asker,
  query: ListQuery,
  options: ListOptions<Actor> = {},
): Promise<RawJson> {
  return new RawJson(listPieces(await runList(db().pool, list, ctx.actor, query, options)))
}

/** Answers a single read with the row of the list; absent rows and those of other accounts answer alike. */
export async function serveRow<Row>(
  list: ListDefinition<Actor>,
  ctx: Asker,
  id: number,
  options: Pick<ListOptions<Actor>, 'scope'> = {},
): Promise<Row> {
  const text = await readRow(db().pool, list, ctx.actor, id, options)
  if (text === null) throw rowNotFound(list, id)
  return (typeof text === 'string' ? JSON.parse(text) : text) as Row
}
