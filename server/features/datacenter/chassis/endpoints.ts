import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import { chassisCreate, chassisEdit, chassisRecord, chassisSlot } from '../../../domain/chassis/schema.ts'
import { idAnswer } from '../../../domain/shared/fields.ts'
import { chassisList } from './list.ts'
import { chassisSlots, createChassis, deleteChassis, editChassis } from './service.ts'

const common = { service: 'dci', tag: 'chassis', about: 'chassis', access: 'admin' } as const

export const chassisEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/chassis',
    summary: 'List chassis',
    list: chassisList,
    row: chassisRecord,
    csv: true,
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/rack/{rack_id}/chassis',
    summary: 'Add a chassis',
    body: chassisCreate,
    answer: idAnswer,
    run: (ctx, p) => createChassis(ctx, p.params.rack_id, p.body),
  }),
  get: rowEndpoint({
    ...common,
    path: '/chassis/{chassis_id}',
    summary: 'Show a chassis',
    list: chassisList,
    row: chassisRecord,
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/chassis/{chassis_id}',
    summary: 'Change a chassis',
    body: chassisEdit,
    answer: idAnswer,
    run: (ctx, p) => editChassis(ctx, p.params.chassis_id, p.body),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/chassis/{chassis_id}',
    summary: 'Remove a chassis',
    description: 'Refused while it is used, saying by what.',
    answer: idAnswer,
    run: (ctx, p) => deleteChassis(ctx, p.params.chassis_id),
  }),
  slots: endpoint({
    ...common,
    method: 'GET',
    path: '/chassis/{chassis_id}/slot',
    summary: 'Show how the slots of a chassis are used',
    answer: z.object({ list: z.array(chassisSlot) }),
    run: (_, p) => chassisSlots(p.params.chassis_id),
  }),
}
