import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import { sql } from '../../../api/list/sql.ts'
import { installPlan } from '../../../domain/operation/plan.ts'
import {
  operationCancel,
  operationCourse,
  operationFail,
  operationFinish,
  operationProgress,
  operationRecord,
  operationSettings,
  serverClear,
  serverDiag,
  serverInstall,
  serverRescue,
} from '../../../domain/operation/schema.ts'
import { idAnswer } from '../../../domain/shared/fields.ts'
import { serverList } from '../server/list.ts'
import { operationCourseOf } from './course.ts'
import { cancelOperation, failOperation, finishOperation, noteProgress } from './end.ts'
import { operationList } from './list.ts'
import { planOf } from './plan.ts'
import { putPortsBack } from './ports/task.ts'
import { clearServer, diagnoseServer, installServer, rescueServer } from './service.ts'
import { readOperationSettings, writeOperationSettings } from './settings.ts'

const common = { service: 'dci', tag: 'operation' } as const
const task = z.object({ task: z.int().describe('0: it is no longer kept') })
const noBody = z.strictObject({})

export const operationEndpoints = {
  portsBack: endpoint({
    ...common,
    method: 'POST',
    path: '/switch/{switch_id}/ports_back',
    summary: 'Put ports of a switch back that operations have left in the provisioning VLAN',
    description: 'An operation does that by itself; this is for a switch that did not answer then.',
    access: 'admin',
    body: noBody,
    answer: task,
    run: (ctx, p) => putPortsBack(ctx, p.params.switch_id),
  }),
  install: endpoint({
    ...common,
    method: 'POST',
    path: '/server/{server_id}/install',
    summary: 'Install an operating system',
    description: 'The server boots from the network of its location, and what its disks hold is lost.',
    access: 'user',
    body: serverInstall,
    answer: task,
    run: (ctx, p) => installServer(ctx, p.params.server_id, p.body),
  }),
  diag: endpoint({
    ...common,
    method: 'POST',
    path: '/server/{server_id}/diag',
    summary: 'Run diagnostics',
    access: 'admin',
    body: serverDiag,
    answer: task,
    run: (ctx, p) => diagnoseServer(ctx, p.params.server_id, p.body),
  }),
  rescue: endpoint({
    ...common,
    method: 'POST',
    path: '/server/{server_id}/rescue',
    summary: 'Start the rescue system',
    description: 'It runs in memory, and disks are left as they are, until the operation is finished or cancelled.',
    access: 'user',
    body: serverRescue,
    answer: task,
    run: (ctx, p) => rescueServer(ctx, p.params.server_id, p.body),
  }),
  clear: endpoint({
    ...common,
    method: 'POST',
    path: '/server/{server_id}/clear_hdd',
    summary: 'Clean the disks',
    description:
      'All disks of the last report. With `none` the server boots and reports its hardware, and nothing is written.',
    access: 'admin',
    body: serverClear,
    answer: task,
    run: (ctx, p) => clearServer(ctx, p.params.server_id, p.body),
  }),
  plan: endpoint({
    ...common,
    method: 'GET',
    path: '/server/{server_id}/install_plan',
    summary: 'Show what operations on a server will do',
    description:
      'Disks and cards of the last hardware report, addresses, templates, and how long operations took lately. What keeps any from beginning is in `hindrances` of the server.',
    access: 'user',
    answer: installPlan,
    run: (ctx, p) => planOf(ctx, p.params.server_id),
  }),
  ofServer: listEndpoint({
    ...common,
    path: '/server/{server_id}/operation',
    summary: 'List the operations of a server',
    access: 'user',
    list: operationList,
    row: operationRecord,
    of: serverList,
    scope: (id) => sql`o.server_id = ${id}`,
  }),
  cancel: endpoint({
    ...common,
    method: 'POST',
    path: '/server/{server_id}/operation/cancel',
    summary: 'Stop the running operation of a server',
    access: 'user',
    description:
      'What was booted ends by itself, but for a rescue system and an installer: these run on until the server is restarted. Owners of servers end what they may begin.',
    query: operationCancel,
    body: noBody,
    answer: task,
    run: (ctx, p) => cancelOperation(ctx, p.params.server_id, p.query),
  }),
  list: listEndpoint({
    ...common,
    path: '/operation',
    summary: 'List operations',
    access: 'user',
    list: operationList,
    row: operationRecord,
    csv: true,
  }),
  get: rowEndpoint({
    ...common,
    path: '/operation/{operation_id}',
    summary: 'Show one operation',
    access: 'user',
    list: operationList,
    row: operationRecord,
  }),
  course: endpoint({
    ...common,
    method: 'GET',
    path: '/operation/{operation_id}/course',
    summary: 'Show how long the steps of an operation usually take',
    access: 'user',
    answer: operationCourse,
    run: (ctx, p) => operationCourseOf(ctx.actor, p.params.operation_id),
  }),
  settings: endpoint({
    ...common,
    method: 'GET',
    path: '/setting/operation',
    summary: 'Show the rules for operations',
    access: 'admin',
    answer: operationSettings,
    run: () => readOperationSettings(),
  }),
  setSettings: endpoint({
    ...common,
    method: 'POST',
    path: '/setting/operation',
    summary: 'Change the rules for operations',
    description: 'Operations that are under way keep their time limit.',
    access: 'admin',
    body: operationSettings,
    answer: operationSettings,
    run: (ctx, p) => writeOperationSettings(ctx, p.body),
  }),
  finish: endpoint({
    ...common,
    method: 'POST',
    path: '/operation/{operation_id}/finish',
    summary: 'Report the end of an operation',
    description:
      'Also ends a rescue system. Owners of servers end what they may begin, and only administrators send `hardware_info`, which is put beside what is known.',
    access: 'user',
    body: operationFinish,
    answer: task,
    run: (ctx, p) => finishOperation(ctx, p.params.operation_id, p.body.hardware_info),
  }),
  fail: endpoint({
    ...common,
    method: 'POST',
    path: '/operation/{operation_id}/fail',
    summary: 'Report the failure of an operation',
    access: 'admin',
    body: operationFail,
    answer: task,
    run: (ctx, p) => failOperation(ctx, p.params.operation_id, p.body.reason),
  }),
  progress: endpoint({
    ...common,
    method: 'POST',
    path: '/operation/{operation_id}/progress',
    summary: 'Report the progress of an operation',
    access: 'admin',
    body: operationProgress,
    answer: idAnswer,
    run: (ctx, p) => noteProgress(ctx, p.params.operation_id, p.body),
  }),
}
