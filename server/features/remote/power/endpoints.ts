import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint } from '../../../api/list/endpoints.ts'
import { sql } from '../../../api/list/sql.ts'
import {
  powerBoot,
  powerEvent,
  powerForce,
  powerMany,
  powerManyAnswer,
  powerShutdown,
  powerTask,
} from '../../../domain/server/power-schema.ts'
import { powerStatuses } from '../../../domain/server/states.ts'
import { pathId } from '../../../domain/shared/fields.ts'
import { serverList } from '../../datacenter/server/list.ts'
import { powerHistoryList } from './history.ts'
import { powerStatusOfServer, setBootDevice, switchMany, switchServer } from './service.ts'

const common = { service: 'dci', tag: 'power', access: 'user' } as const
const params = z.object({ server_id: pathId })
const post = { ...common, method: 'POST', params, answer: powerTask } as const
const guards =
  'Refused while the server is protected or suspended for its owner; while virtual machines run on it an administrator needs force. The same asked for once more answers the task that is under way; something else meanwhile is refused.'

export const powerEndpoints = {
  on: endpoint({
    ...post,
    path: '/server/{server_id}/power_on',
    summary: 'Start a server',
    description:
      'Allowed while the power status is off or unknown. Its outlets first, then, when they have been on for a moment, its management controller; read back.',
    body: z.strictObject({}),
    run: (ctx, p) => switchServer(ctx, p.params.server_id, { action: 'power_on' }),
  }),
  off: endpoint({
    ...post,
    path: '/server/{server_id}/power_off',
    summary: 'Force a server off',
    description: `Allowed while the power status is on or unknown. Its management controller first, then its outlets. ${guards}`,
    body: powerForce,
    run: (ctx, p) => switchServer(ctx, p.params.server_id, { action: 'power_off', force: p.body.force }),
  }),
  reset: endpoint({
    ...post,
    path: '/server/{server_id}/power_reset',
    summary: 'Force a server to restart, or start it when it is off',
    description: `The system is not asked. Allowed at any power status. Without a management controller that answers its outlets are switched off and on. ${guards}`,
    body: powerForce,
    run: (ctx, p) => switchServer(ctx, p.params.server_id, { action: 'power_reset', force: p.body.force }),
  }),
  cycle: endpoint({
    ...post,
    path: '/server/{server_id}/power_cycle',
    summary: 'Power cycle a server',
    description: `Allowed while the power status is on or unknown. ${guards}`,
    body: powerForce,
    run: (ctx, p) => switchServer(ctx, p.params.server_id, { action: 'power_cycle', force: p.body.force }),
  }),
  shutdown: endpoint({
    ...post,
    path: '/server/{server_id}/shutdown',
    summary: 'Ask the system of a server to shut down',
    description: `Needs a management controller. Its outlets stay on. A system that still runs at the end of its time fails the task, or is forced off with pull. ${guards}`,
    body: powerShutdown,
    run: (ctx, { params: { server_id }, body: { force, pull = false, timeout_seconds: limit = 300 } }) =>
      switchServer(ctx, server_id, { action: 'shutdown', force, given: { limit, pull } }),
  }),
  restart: endpoint({
    ...post,
    path: '/server/{server_id}/restart',
    summary: 'Ask the system of a server to shut down, and start it again',
    description: `Needs a management controller. Allowed while the power status is on or unknown. Its outlets stay on. A system that still runs at the end of its time fails the task and keeps running, or is forced off with pull and started. ${guards}`,
    body: powerShutdown,
    run: (ctx, { params: { server_id }, body: { force, pull = false, timeout_seconds: limit = 300 } }) =>
      switchServer(ctx, server_id, { action: 'restart', force, given: { limit, pull } }),
  }),
  bootDevice: endpoint({
    ...post,
    path: '/server/{server_id}/boot_device',
    summary: 'Set the boot device of a server',
    description: `Needs a management controller. With restart the rules of power_reset hold. ${guards}`,
    body: powerBoot,
    run: (ctx, p) => setBootDevice(ctx, p.params.server_id, p.body),
  }),
  status: endpoint({
    ...common,
    method: 'GET',
    path: '/server/{server_id}/power_status',
    summary: 'Ask the power status of a server',
    description:
      'Outlets first: when all that feed it are off, it is off. Otherwise what its management controller says; without one an outlet that is on means on. Nothing known is unknown. Devices are read every minute and after every operation.',
    answer: z.object({ power_status: z.enum(powerStatuses) }),
    run: (ctx, p) => powerStatusOfServer(ctx, p.params.server_id),
  }),
  many: endpoint({
    ...common,
    method: 'POST',
    path: '/server/power',
    summary: 'Operate the power of many servers',
    description:
      'A task for each, sharing one consul_id. Servers that cannot are named with the reason; the others go ahead.',
    about: 'server',
    body: powerMany,
    longestList: 5000,
    answer: powerManyAnswer,
    run: (ctx, { body }) => switchMany(ctx, body),
  }),
  history: listEndpoint({
    ...common,
    path: '/server/{server_id}/power/history',
    summary: 'Read what happened to the power of a server',
    description:
      'Operations with who asked for them and how they ended, and changes that were only seen. The newest 500.',
    list: powerHistoryList,
    row: powerEvent,
    of: serverList,
    scope: (id) => sql`x.server_id = ${id}`,
  }),
}
