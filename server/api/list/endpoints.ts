import type { z } from 'zod'
import { listOf, listQuery } from '../../domain/shared/fields.ts'
import type { Actor } from '../context.ts'
import { type Access, type Definition, type Endpoint, endpoint } from '../endpoint.ts'
import type { ListDefinition } from './define.ts'
import { serveList, serveRow } from './serve.ts'
import type { Fragment } from './sql.ts'

/** Some lists differ by who asks. */
type List = ListDefinition<Actor> | ((actor: Actor) => ListDefinition<Actor>)
type Rows<A extends Access, T extends `/${string}`, R extends z.ZodType> = Pick<
  Definition<'GET', A, T, undefined, undefined, undefined, R>,
  'service' | 'path' | 'summary' | 'description' | 'tag' | 'access' | 'aliases' | 'about'
> & {
  list: List
  /** What each of its rows is in JSON. */
  row: R
  /** Which rows the path means, by its first id: `(host_id) => sql`d.host_id = ${host_id}``. */
  scope?: (id: number) => Fragment
}

// The compiler does not follow which ids a path has that is not known yet: `definition` is given its type at the end.
const listFor = (list: List, actor: Actor) => (typeof list === 'function' ? list(actor) : list)
const idsOf = (params: object | undefined): number[] => Object.values(params ?? {})

/** The operation that lists records: filtered, sorted and in pages as every list. */
export function listEndpoint<
  const A extends Exclude<Access, 'public'>,
  const T extends `/${string}`,
  R extends z.ZodType,
>({
  list,
  row,
  of,
  scope,
  csv,
  ...operation
}: Rows<A, T, R> & {
  /** The list of the record whose parts are listed, the first of the path: absent, or another account's, it is not found. */
  of?: List
  /** Its rows can also be taken away as a CSV file, under the same access; a list where columns of the file differ. */
  csv?: true | ListDefinition<Actor>
}) {
  const definition = {
    ...operation,
    method: 'GET' as const,
    query: listQuery,
    answer: listOf(row),
    ...(csv && { csv: csv === true ? (list as ListDefinition<Actor>) : csv }),
    run({ actor }: { actor: Actor }, { params, query }: { params?: object; query: z.output<typeof listQuery> }) {
      const [id = 0] = idsOf(params)
      return serveList(listFor(list, actor), { actor }, query, {
        of: of && { list: listFor(of, actor), id },
        scope: scope?.(id),
      })
    },
  }
  return endpoint(definition as never) as unknown as Endpoint<
    'GET',
    A,
    T,
    undefined,
    typeof listQuery,
    undefined,
    typeof definition.answer
  >
}

/** The operation that reads one record of a list, the last of the path. */
export function rowEndpoint<
  const A extends Exclude<Access, 'public'>,
  const T extends `/${string}`,
  R extends z.ZodType,
>({ list, row, scope, ...operation }: Rows<A, T, R>) {
  const definition = {
    ...operation,
    method: 'GET' as const,
    answer: row,
    run({ actor }: { actor: Actor }, { params }: { params?: object }) {
      const ids = idsOf(params)
      return serveRow<z.input<R>>(listFor(list, actor), { actor }, ids.at(-1) ?? 0, { scope: scope?.(ids[0] ?? 0) })
    },
  }
  return endpoint(definition as never) as unknown as Endpoint<'GET', A, T, undefined, undefined, undefined, R>
}
