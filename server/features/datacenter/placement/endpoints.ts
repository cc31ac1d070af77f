import { endpoint } from '../../../api/endpoint.ts'
import { placementEdit } from '../../../domain/rack/schema.ts'
import { idAnswer } from '../../../domain/shared/fields.ts'
import { moveDevice } from './move.ts'

const common = {
  service: 'dci',
  method: 'POST',
  access: 'admin',
  description: 'The record alone changes, nothing is switched off. What is not said stays as it is.',
  body: placementEdit,
  answer: idAnswer,
} as const

/** Moves of everything that stands in racks. */
export const placementEndpoints = {
  server: endpoint({
    ...common,
    path: '/server/{server_id}/placement',
    tag: 'server',
    summary: 'Move a server to other units',
    run: (ctx, p) => moveDevice(ctx, 'server', p.params.server_id, p.body),
  }),
  switch: endpoint({
    ...common,
    path: '/switch/{switch_id}/placement',
    tag: 'switch',
    summary: 'Move a switch to other units',
    run: (ctx, p) => moveDevice(ctx, 'switch', p.params.switch_id, p.body),
  }),
  pdu: endpoint({
    ...common,
    path: '/pdu/{pdu_id}/placement',
    tag: 'pdu',
    summary: 'Move a PDU to other units or to a side rail',
    run: (ctx, p) => moveDevice(ctx, 'pdu', p.params.pdu_id, p.body),
  }),
  chassis: endpoint({
    ...common,
    path: '/chassis/{chassis_id}/placement',
    tag: 'chassis',
    summary: 'Move a chassis to other units',
    description: 'With all blades in it. The record alone changes, nothing is switched off.',
    run: (ctx, p) => moveDevice(ctx, 'chassis', p.params.chassis_id, p.body),
  }),
}
