import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import { serveRow } from '../../../api/list/serve.ts'
import { sql } from '../../../api/list/sql.ts'
import { idAndTask, idAnswer, idMaybeTask } from '../../../domain/shared/fields.ts'
import { switchPortRecord } from '../../../domain/switch/record.ts'
import { portEdit, portInfo, serviceMark, uplinkMark } from '../../../domain/switch/schema.ts'
import { portTraffic, trafficQuery } from '../../../domain/traffic/schema.ts'
import { portTrafficOf } from '../traffic/service.ts'
import { storePortInfo } from './info.ts'
import { switchList, switchPortList } from './list.ts'
import { editPort, markService, markUplink, switchPort } from './ports.ts'

const common = { service: 'dci', tag: 'switch', access: 'admin', about: 'switch_port' } as const

export const switchPortEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/switch/{switch_id}/port',
    summary: 'List the ports of a switch',
    list: switchPortList,
    row: switchPortRecord,
    of: switchList,
    scope: (id) => sql`p.switch_id = ${id}`,
  }),
  get: rowEndpoint({
    ...common,
    path: '/switch/{switch_id}/port/{port_id}',
    summary: 'Show one port of a switch',
    list: switchPortList,
    row: switchPortRecord,
    scope: (id) => sql`p.switch_id = ${id}`,
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/switch/{switch_id}/port/{port_id}',
    summary: 'Change a port of a switch',
    description:
      'The note is written at once; speed, duplex and VLANs are changed on the device by the task in the answer, and show when the device has them. Refused for uplink ports.',
    body: portEdit,
    longestList: 4094,
    answer: idMaybeTask,
    run: (ctx, p) => editPort(ctx, p.params, p.body),
  }),
  info: endpoint({
    ...common,
    method: 'POST',
    path: '/switch/{switch_id}/port/{port_id}/info',
    summary: 'Store what a poll of a port found',
    body: portInfo,
    answer: idAnswer,
    run: (ctx, p) => storePortInfo(ctx, p.params, p.body),
  }),
  on: endpoint({
    ...common,
    method: 'POST',
    path: '/switch/{switch_id}/port/{port_id}/on',
    summary: 'Switch a port on',
    description: 'Refused for uplink ports.',
    body: z.strictObject({}),
    answer: idAndTask,
    run: (ctx, p) => switchPort(ctx, p.params, 'up'),
  }),
  off: endpoint({
    ...common,
    method: 'POST',
    path: '/switch/{switch_id}/port/{port_id}/off',
    summary: 'Switch a port off',
    description: 'Refused for uplink ports.',
    body: z.strictObject({}),
    answer: idAndTask,
    run: (ctx, p) => switchPort(ctx, p.params, 'down'),
  }),
  service: endpoint({
    ...common,
    method: 'POST',
    path: '/switch/{switch_id}/port/{port_id}/service',
    summary: 'Mark a port as service port or free it',
    description: 'A service port cannot be connected to a server; a connected port and an uplink cannot be marked.',
    body: serviceMark,
    answer: idAnswer,
    run: (ctx, p) => markService(ctx, p.params, p.body),
  }),
  uplink: endpoint({
    ...common,
    method: 'POST',
    path: '/switch/{switch_id}/port/{port_id}/uplink',
    summary: 'Mark a port as uplink or free it',
    description:
      'An uplink can be neither changed nor connected to a server; a connected port and a service port cannot be marked.',
    body: uplinkMark,
    answer: idAnswer,
    run: (ctx, p) => markUplink(ctx, p.params, p.body.is_uplink),
  }),
  traffic: endpoint({
    ...common,
    method: 'GET',
    path: '/switch/{switch_id}/port/{port_id}/traffic',
    summary: 'Show the traffic of a port for a graph',
    description:
      'At most 500 points of bits a second, null where nothing was measured, and the 95th percentiles of the months. In is what the switch received.',
    query: trafficQuery,
    answer: portTraffic,
    async run(ctx, { params: key, query }) {
      await serveRow(switchPortList, ctx, key.port_id, { scope: sql`p.switch_id = ${key.switch_id}` })
      return portTrafficOf(key, query)
    },
  }),
}
