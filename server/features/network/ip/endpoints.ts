import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint } from '../../../api/list/endpoints.ts'
import { sql } from '../../../api/list/sql.ts'
import { ipEdit, ipmgrRecord, ipRecord } from '../../../domain/ip/schema.ts'
import { deletedAnswer, idAndTask, idMaybeTask } from '../../../domain/shared/fields.ts'
import { hostList } from '../../virtualization/host/list.ts'
import { ipList, ipmgrList } from './list.ts'
import { deleteAddress, editAddress } from './service.ts'

const common = { service: 'vm', tag: 'network' } as const

export const ipEndpoints = {
  list: listEndpoint({
    ...common,
    access: 'user',
    path: '/ip',
    summary: 'List the addresses',
    description: 'Those in use; free addresses are no records. An account sees its own.',
    list: ipList,
    row: ipRecord,
    csv: true,
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
  ipv4: listEndpoint({
    ...common,
    access: 'user',
    path: '/host/{host_id}/ipv4',
    summary: 'List the IPv4 addresses of a VM',
    list: ipList,
    row: ipRecord,
    of: hostList,
    scope: (id) => sql`i.host_id = ${id} and i.family = 2`,
  }),
}

/** The same addresses through the address manager of the data centre. */
export const ipmgrAddressEndpoints = {
  list: listEndpoint({
    service: 'dci',
    tag: 'ipmgr',
    access: 'admin',
    path: '/ipmgr/ip',
    summary: 'List addresses of the IP manager with their networks',
    list: ipmgrList,
    row: ipmgrRecord,
  }),
}
