import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import { serveRow } from '../../../api/list/serve.ts'
import { supportedDevice } from '../../../domain/device/params.ts'
import { idAndTask, idAnswer } from '../../../domain/shared/fields.ts'
import { switchRecord } from '../../../domain/switch/record.ts'
import { switchCreate, switchEdit, switchInfo } from '../../../domain/switch/schema.ts'
import { switchTraffic, trafficSpan } from '../../../domain/traffic/schema.ts'
import { switchTrafficOf } from '../traffic/switch.ts'
import { storeSwitchInfo } from './info.ts'
import { switchList } from './list.ts'
import { createSwitch, deleteSwitch, editSwitch, pollNow, supportedSwitches } from './service.ts'

const common = { service: 'dci', tag: 'switch', access: 'admin' } as const

export const switchEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/switch',
    summary: 'List switches',
    description: 'Passwords and communities are never returned; secrets_set names those that are known.',
    list: switchList,
    row: switchRecord,
    csv: true,
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/switch',
    summary: 'Add a switch',
    description: 'It is polled at once: its ports are there when its status is no longer in_progress.',
    body: switchCreate,
    answer: idAnswer,
    run: (ctx, { body }) => createSwitch(ctx, body),
  }),
  supported: endpoint({
    ...common,
    method: 'GET',
    path: '/switch/supported',
    summary: 'List the supported switch handlers',
    answer: z.object({ list: z.array(supportedDevice) }),
    run: async () => supportedSwitches(),
  }),
  get: rowEndpoint({
    ...common,
    path: '/switch/{switch_id}',
    summary: 'Show one switch',
    list: switchList,
    row: switchRecord,
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/switch/{switch_id}',
    summary: 'Change a switch',
    description:
      'Parameters that are not said stay as they are; so does a secret that is empty. Another address or other parameters are tried at once.',
    body: switchEdit,
    answer: idAnswer,
    run: (ctx, p) => editSwitch(ctx, p.params.switch_id, p.body),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/switch/{switch_id}',
    summary: 'Remove a switch',
    description: 'Refused while a server is connected to it.',
    answer: idAnswer,
    run: (ctx, p) => deleteSwitch(ctx, p.params.switch_id),
  }),
  poll: endpoint({
    ...common,
    method: 'POST',
    path: '/switch/{switch_id}/poll',
    summary: 'Poll a switch now and read its ports again',
    description: 'While a poll waits or runs, its task is answered.',
    body: z.strictObject({}),
    answer: idAndTask,
    run: (ctx, p) => pollNow(ctx, p.params.switch_id),
  }),
  info: endpoint({
    ...common,
    method: 'POST',
    path: '/switch/{switch_id}/info',
    summary: 'Store what a poll of a switch found',
    description:
      'Each object is a port, found by its if_index; what is not said stays as it is. Counts as a poll that succeeded when at least one port says something that was read; an empty report changes nothing.',
    body: switchInfo,
    longestList: 4096,
    answer: idAnswer,
    run: (ctx, p) => storeSwitchInfo(ctx, p.params.switch_id, p.body),
  }),
  traffic: endpoint({
    ...common,
    method: 'GET',
    path: '/switch/{switch_id}/traffic',
    summary: 'Show what passes the ports of a switch',
    description:
      'Average bits a second of each port within the span, without one those of the newest minute. A port that was not measured is not listed. With a span, total has all ports together over time. In is what the switch received.',
    query: trafficSpan,
    answer: switchTraffic,
    async run(ctx, { params: { switch_id }, query }) {
      await serveRow(switchList, ctx, switch_id)
      return switchTrafficOf(switch_id, query)
    },
  }),
}
