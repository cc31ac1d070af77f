import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import { addressGroupCreate, addressGroupEdit, addressGroupRecord } from '../../../domain/address-group/schema.ts'
import { deletedAnswer, idAnswer, idMaybeTask } from '../../../domain/shared/fields.ts'
import { addressGroupList } from './list.ts'
import { createAddressGroup, deleteAddressGroup, editAddressGroup } from './service.ts'

const common = { service: 'vm', tag: 'network', access: 'user' } as const

/** Groups of addresses for packet rules; none of it is in the documents. */
export const addressGroupEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/address_group',
    summary: 'List the groups of addresses for packet rules',
    description: 'Not in the documents. Administrators see all of them, others their own and those for all.',
    list: addressGroupList,
    row: addressGroupRecord,
    csv: true,
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/address_group',
    summary: 'Make a group of addresses',
    description:
      'Not in the documents. Packet rules of VMs of its owner name it as `group` instead of `peers`; one `for_all` is named by rules of all accounts. Members are addresses and networks of both families, each once.',
    body: addressGroupCreate,
    answer: idAnswer,
    run: (ctx, { body }) => createAddressGroup(ctx, body),
  }),
  get: rowEndpoint({
    ...common,
    path: '/address_group/{address_group_id}',
    summary: 'Read a group of addresses',
    list: addressGroupList,
    row: addressGroupRecord,
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/address_group/{address_group_id}',
    summary: 'Change a group of addresses',
    description:
      'Not in the documents. Other members replace those that it has; VMs whose rules name it have them without a packet lost, by a task each with the number `task`.',
    body: addressGroupEdit,
    answer: idMaybeTask,
    run: (ctx, p) => editAddressGroup(ctx, p.params.address_group_id, p.body),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/address_group/{address_group_id}',
    summary: 'Delete a group of addresses',
    description: 'Not in the documents. Refused while packet rules name it.',
    answer: deletedAnswer,
    run: (ctx, p) => deleteAddressGroup(ctx, p.params.address_group_id),
  }),
}
