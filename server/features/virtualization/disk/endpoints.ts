import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { serveList, serveRow } from '../../../api/list/serve.ts'
import { sql } from '../../../api/list/sql.ts'
import { type Disk, diskRow } from '../../../domain/disk/schema.ts'
import { listOf, listQuery, pathId } from '../../../domain/shared/fields.ts'
import { msg } from '../../../shared/text.ts'
import { hostList } from '../host/list.ts'
import { diskList } from './list.ts'

const common = { service: 'vm', tag: 'disk', method: 'GET', access: 'user' } as const

export const diskEndpoints = {
  list: endpoint({
    ...common,
    path: '/disk',
    summary: 'List the disks',
    query: listQuery,
    answer: listOf(diskRow),
    csv: diskList,
    run: (ctx, { query }) => serveList(diskList, ctx, query),
  }),
  get: endpoint({
    ...common,
    path: '/disk/{disk_id}',
    summary: 'Read a disk',
    params: z.object({ disk_id: pathId }),
    answer: diskRow,
    run: (ctx, p) => serveRow<Disk>(diskList, ctx, p.params.disk_id, msg`Disk`),
  }),
  ofHost: endpoint({
    ...common,
    path: '/host/{host_id}/disk',
    summary: 'List the disks of a VM',
    params: z.object({ host_id: pathId }),
    query: listQuery,
    answer: listOf(diskRow),
    run: (ctx, p) =>
      serveList(diskList, ctx, p.query, {
        of: { list: hostList, id: p.params.host_id, what: msg`VM` },
        scope: sql`d.host_id = ${p.params.host_id}`,
      }),
  }),
}
