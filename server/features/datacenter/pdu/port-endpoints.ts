import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import { sql } from '../../../api/list/sql.ts'
import { pduPortEdit, pduPortRecord } from '../../../domain/pdu/schema.ts'
import { idAndTask, idAnswer } from '../../../domain/shared/fields.ts'
import { serviceMark } from '../../../domain/switch/schema.ts'
import { pduList, pduPortList } from './list.ts'
import { editOutlet, markOutlet, switchOutlet } from './ports.ts'

const common = { service: 'dci', tag: 'pdu', access: 'admin', about: 'pdu_port' } as const

export const pduPortEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/pdu/{pdu_id}/port',
    summary: 'List the ports of a PDU',
    list: pduPortList,
    row: pduPortRecord,
    of: pduList,
    scope: (id) => sql`p.pdu_id = ${id}`,
  }),
  get: rowEndpoint({
    ...common,
    path: '/pdu/{pdu_id}/port/{port_id}',
    summary: 'Show one port of a PDU',
    list: pduPortList,
    row: pduPortRecord,
    scope: (id) => sql`p.pdu_id = ${id}`,
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/pdu/{pdu_id}/port/{port_id}',
    summary: 'Change a port of a PDU',
    body: pduPortEdit,
    answer: idAnswer,
    run: (ctx, p) => editOutlet(ctx, p.params, p.body),
  }),
  on: endpoint({
    ...common,
    method: 'POST',
    path: '/pdu/{pdu_id}/port/{port_id}/on',
    summary: 'Turn a PDU port on',
    body: z.strictObject({}),
    answer: idAndTask,
    run: (ctx, p) => switchOutlet(ctx, p.params, 'on'),
  }),
  off: endpoint({
    ...common,
    method: 'POST',
    path: '/pdu/{pdu_id}/port/{port_id}/off',
    summary: 'Turn a PDU port off',
    description: 'Refused while it feeds a protected server.',
    body: z.strictObject({}),
    answer: idAndTask,
    run: (ctx, p) => switchOutlet(ctx, p.params, 'off'),
  }),
  cycle: endpoint({
    ...common,
    method: 'POST',
    path: '/pdu/{pdu_id}/port/{port_id}/cycle',
    summary: 'Power cycle a PDU port: off, and after a pause on again',
    description:
      'Refused while it is off or feeds a protected server. Called off half-way, or when it fails, the outlet is turned on again.',
    body: z.strictObject({}),
    answer: idAndTask,
    run: (ctx, p) => switchOutlet(ctx, p.params, 'cycle'),
  }),
  service: endpoint({
    ...common,
    method: 'POST',
    path: '/pdu/{pdu_id}/port/{port_id}/service',
    summary: 'Mark a PDU port as service port or free it',
    description: 'A service port cannot be connected to a server, and a connected port cannot be marked.',
    body: serviceMark,
    answer: idAnswer,
    run: (ctx, p) => markOutlet(ctx, p.params, p.body),
  }),
}
