import { endpoint } from '../../../api/endpoint.ts'
import { serveList, serveRow } from '../../../api/list/serve.ts'
import {
  type AddressGroup,
  addressGroupCreate,
  addressGroupEdit,
  addressGroupRecord,
} from '../../../domain/address-group/schema.ts'
import { deletedAnswer, idAnswer, idMaybeTask, listOf, listQuery } from '../../../domain/shared/fields.ts'
import { msg } from '../../../shared/text.ts'
import { addressGroupList } from './list.ts'
import { createAddressGroup, deleteAddressGroup, editAddressGroup } from './service.ts'

const common = { service: 'vm', tag: 'network', access: 'user' } as const

/** Groups of addresses for packet rules; none of it is in the documents. */
export const addressGroupEndpoints = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/address_group',
    summary: 'List the groups of addresses for packet rules',
    description: 'Not in the documents. Administrators see all of them, others their own and those for all.',
    query: listQuery,
    answer: listOf(addressGroupRecord),
    csv: addressGroupList,
    run: (ctx, { query }) => serveList(addressGroupList, ctx, query),
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
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/address_group/{address_group_id}',
    summary: 'Read a group of addresses',
    answer: addressGroupRecord,
    run: (ctx, p) => serveRow<AddressGroup>(addressGroupList, ctx, p.params.address_group_id, msg`Group of addresses`),
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
