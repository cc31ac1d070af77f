import { z } from 'zod'
import { db } from '../db/pool.ts'
import { PanelError } from '../domain/shared/errors.ts'
import { listQuery } from '../domain/shared/fields.ts'
import { msg } from '../shared/text.ts'
import { type Caller, checkAccess } from './call.ts'
import type { Actor } from './context.ts'
import type { AnyEndpoint, Service } from './endpoint.ts'
import { exportCsv } from './list/csv.ts'
import { readQuery } from './list/query-string.ts'
import { COST, takeSlot } from './rate-limit.ts'
import { fieldFault } from './validate.ts'

/** `columns` are names of fields divided by commas; all of them when absent. */
const exportQuery = listQuery.extend({ columns: z.string().max(2000).optional() })

/**
 * A list of the catalogue as a CSV file: the same rows, for the same callers, as its operation. Rows leave the database as
 * fast as the reader takes them.
 * @param path `vm/host`
 * @param perMinute points, as of `spend`
 */
export async function csvFile(
  endpoints: readonly AnyEndpoint[],
  path: { service: string; list: string },
  url: string,
  caller: Caller,
  perMinute?: number,
): Promise<Response> {
  const e = endpoints.find(
    (one) =>
      one.csv && one.service === (path.service as Service) && one.path === `/${path.list}` && one.method === 'GET',
  )
  if (!e?.csv) throw new PanelError('no_handler', msg`This list does not exist`)
  checkAccess(e, caller)
  const parsed = exportQuery.safeParse(readQuery(url))
  if (!parsed.success) throw fieldFault(parsed.error)
  const { columns, ...query } = parsed.data
  const parts = exportCsv(db().pool, e.csv, caller.actor as Actor, query, {
    ...(columns && { columns: columns.split(',') }),
  })
  // An invalid query fails with the first part, while the answer can still be an error.
  const nextPart = () => takeSlot(caller, COST.file, perMinute, () => parts.next())
  const first = await nextPart()
  const text = new TextEncoder()
  let head: string | null = first.done ? null : first.value
  const body = new ReadableStream<Uint8Array>({
    async pull(out) {
      if (head !== null) {
        out.enqueue(text.encode(head))
        head = null
        return
      }
      const next = await nextPart()
      if (next.done) out.close()
      else out.enqueue(text.encode(next.value))
    },
    cancel: async () => void (await parts.return(undefined)),
  })
  const name = path.list.split('/').at(-1)
  const day = new Date().toISOString().slice(0, 10)
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}-${day}.csv"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}
