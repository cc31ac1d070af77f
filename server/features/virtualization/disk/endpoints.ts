import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { serveList, serveRow } from '../../../api/list/serve.ts'
import { sql } from '../../../api/list/sql.ts'
import { diskEdit } from '../../../domain/disk/edit.ts'
import { type Disk, diskRow } from '../../../domain/disk/schema.ts'
import { idAndTask, listOf, listQuery, pathId } from '../../../domain/shared/fields.ts'
import { msg } from '../../../shared/text.ts'
import { changeDisk } from '../host/disks/change.ts'
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
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/disk/{disk_id}',
    summary: 'Change a disk',
    description:
      'A disk only grows. A running VM gets the size at once, with `live_resize: false` at its next start, with `defer` at its next stop or within its next restart; until then it is in `size_mib_new`. What is stored is the size that the hypervisor reports. The partition in `expand_part` is expanded through the guest agent while the VM runs; the root partition grows at each start in guests with cloud-init. A disk belongs to the owner of its VM and stays in its pool.',
    params: z.object({ disk_id: pathId }),
    body: diskEdit,
    answer: idAndTask,
    run: (ctx, p) => changeDisk(ctx, p.params.disk_id, p.body),
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
