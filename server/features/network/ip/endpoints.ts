import { endpoint } from '../../../api/endpoint.ts'
import { serveList } from '../../../api/list/serve.ts'
import { sql } from '../../../api/list/sql.ts'
import { ipEdit, ipmgrRecord, ipRecord } from '../../../domain/ip/schema.ts'
import { deletedAnswer, idAndTask, idMaybeTask, listOf, listQuery } from '../../../domain/shared/fields.ts'
import { msg } from '../../../shared/text.ts'
import { hostList } from '../../virtualization/host/list.ts'
import { ipList, ipmgrList } from './list.ts'
import { deleteAddress, editAddress } from './service.ts'

const common = { service: 'vm', tag: 'network' } as const

export const ipEndpoints = {
  list: endpoint({
    ...common,
    access: 'user',
    method: 'GET',
    path: '/ip',
    summary: 'List the addresses',
    description: 'Those in use; free addresses are no records. An account sees its own.',
    query: listQuery,
    answer: listOf(ipRecord),
    csv: ipList,
    run: (ctx, { query }) => serveList(ipList, ctx, query),
  }),
  edit: endpoint({
    ...common,
    access: 'user',
    method: 'POST',
    path: '/ip/{ip_id}',
    summary: 'Change an address',
    description:
      'Owners change the domain of their addresses, administrators also the address itself, its gateway and mask; the VM takes them over when it is configured next. A VM with anti-spoofing is let send under the new address at once: that is the `task`.',
    body: ipEdit,
    answer: idMaybeTask,
    run: (ctx, p) => editAddress(ctx, p.params.ip_id, p.body.values),
  }),
  delete: endpoint({
    ...common,
    access: 'user',
    method: 'DELETE',
    path: '/ip/{ip_id}',
    summary: 'Release an address',
    description:
      'Users release those of their VMs. A running VM cannot send with it from the moment at which the task begins, and its guest gives it up; it is free when the task is complete.',
    answer: idAndTask.extend(deletedAnswer.shape),
    run: (ctx, p) => deleteAddress(ctx, p.params.ip_id),
  }),
}

/** Addresses of one VM; not found for callers that do not see the VM. */
export const hostAddressEndpoints = {
  ipv4: endpoint({
    ...common,
    access: 'user',
    method: 'GET',
    path: '/host/{host_id}/ipv4',
    summary: 'List the IPv4 addresses of a VM',
    query: listQuery,
    answer: listOf(ipRecord),
    run: (ctx, { params: { host_id }, query }) =>
      serveList(ipList, ctx, query, {
        of: { list: hostList, id: host_id, what: msg`VM` },
        scope: sql`i.host_id = ${host_id} and i.family = 2`,
      }),
  }),
}

/** The same addresses through the address manager of the data centre. */
export const ipmgrAddressEndpoints = {
  list: endpoint({
    service: 'dci',
    tag: 'ipmgr',
    access: 'admin',
    method: 'GET',
    path: '/ipmgr/ip',
    summary: 'List addresses of the IP manager with their networks',
    query: listQuery,
    answer: listOf(ipmgrRecord),
    run: (ctx, { query }) => serveList(ipmgrList, ctx, query),
  }),
}
