import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import { supportedDevice } from '../../../domain/device/params.ts'
import { pduCreate, pduEdit, pduRecord } from '../../../domain/pdu/schema.ts'
import { idAndTask, idAnswer } from '../../../domain/shared/fields.ts'
import { pduList } from './list.ts'
import { createPdu, deletePdu, editPdu, pollPduNow, supportedPdus } from './service.ts'

const common = { service: 'dci', tag: 'pdu', access: 'admin' } as const

export const pduEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/pdu',
    summary: 'List PDUs',
    description: 'Passwords and communities are never returned; secrets_set names those that are known.',
    list: pduList,
    row: pduRecord,
    csv: true,
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/pdu',
    summary: 'Add a PDU',
    description: 'It is polled at once: its outlets are there when its status is no longer process_status.',
    body: pduCreate,
    answer: idAnswer,
    run: (ctx, { body }) => createPdu(ctx, body),
  }),
  supported: endpoint({
    ...common,
    method: 'GET',
    path: '/pdu/supported',
    summary: 'List the supported PDU handlers',
    answer: z.object({ list: z.array(supportedDevice) }),
    run: async () => supportedPdus(),
  }),
  get: rowEndpoint({
    ...common,
    path: '/pdu/{pdu_id}',
    summary: 'Show one PDU',
    list: pduList,
    row: pduRecord,
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/pdu/{pdu_id}',
    summary: 'Change a PDU',
    description: 'Naming a rack, unit or size moves it. Parameters that are not said stay as they are.',
    body: pduEdit,
    answer: idAnswer,
    run: (ctx, p) => editPdu(ctx, p.params.pdu_id, p.body),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/pdu/{pdu_id}',
    summary: 'Remove a PDU',
    description: 'Refused while it feeds a server.',
    answer: idAnswer,
    run: (ctx, p) => deletePdu(ctx, p.params.pdu_id),
  }),
  poll: endpoint({
    ...common,
    method: 'POST',
    path: '/pdu/{pdu_id}/poll',
    summary: 'Poll a PDU now and read its ports again',
    description: 'While a poll waits or runs, its task is answered.',
    body: z.strictObject({}),
    answer: idAndTask,
    run: (ctx, p) => pollPduNow(ctx, p.params.pdu_id),
  }),
}
