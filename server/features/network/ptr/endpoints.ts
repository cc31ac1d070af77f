import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { ptrCreate, ptrDomain, ptrEdit, ptrList } from '../../../domain/ptr/schema.ts'
import { idAndTask, pathId } from '../../../domain/shared/fields.ts'
import { listHostPtr } from './of-host.ts'
import { addHostPtr, changeHostPtr, setIpPtr } from './service.ts'

const common = { service: 'vm', tag: 'network', access: 'user' } as const
const params = z.object({ host_id: pathId })
const named = params.extend({ domain: z.string().min(1).max(1024).describe('Its domain, or its address') })
const answered = '`id` is the address. Refused when no name server holds a zone for it.'

/** Reverse records of a VM. */
export const hostPtrEndpoints = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/host/{host_id}/ptr',
    summary: 'List the reverse records of a VM',
    description:
      'Its addresses by network. `domain` is what is wanted, `found` what the zone answered when it was read last; where they differ, `status` is `drift`.',
    answer: ptrList,
    run: (ctx, p) => listHostPtr(ctx, p.params.host_id),
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/host/{host_id}/ptr',
    summary: 'Add a reverse record for an IPv6 address',
    description: `The address is one of the VM or lies in a subnet of it. ${answered}`,
    body: ptrCreate,
    answer: idAndTask,
    run: (ctx, p) => addHostPtr(ctx, p.params.host_id, p.body),
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/host/{host_id}/ptr/{domain}',
    summary: 'Change a reverse record',
    description: `Without a domain in the body the record is written anew as it is wanted, which mends a zone that answers something else. ${answered}`,
    params: named,
    body: ptrEdit,
    answer: idAndTask,
    run: (ctx, p) => changeHostPtr(ctx, p.params.host_id, p.params.domain, p.body.domain),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/host/{host_id}/ptr/{domain}',
    summary: 'Delete a reverse record',
    params: named,
    answer: idAndTask,
    run: (ctx, p) => changeHostPtr(ctx, p.params.host_id, p.params.domain, ''),
  }),
}

/** The reverse record of an address. */
export const setIpPtrEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/ip/{ip_id}/ptr',
  summary: 'Set the reverse record of an address',
  description: `An empty domain removes it. The domain of the address becomes the same. ${answered}`,
  body: ptrDomain,
  answer: idAndTask,
  run: (ctx, p) => setIpPtr(ctx, p.params.ip_id, p.body.domain),
})
