import { z } from 'zod'
import type { Context } from '../../../api/context.ts'
import { endpoint } from '../../../api/endpoint.ts'
import { serveList, serveRow } from '../../../api/list/serve.ts'
import { sql } from '../../../api/list/sql.ts'
import type { Ipmi } from '../../../domain/ipmi/schema.ts'
import { inventoryAnswer, ipmiEvent, lightSeconds, sensorAnswer, sensorHistory } from '../../../domain/ipmi/sensor.ts'
import { idAndTask, listOf, listQuery } from '../../../domain/shared/fields.ts'
import { trafficQuery } from '../../../domain/traffic/schema.ts'
import { requireDevicesOf } from '../device-gate.ts'
import { ipmiList } from '../ipmi/list.ts'
import { sensorHistoryOf } from './history.ts'
import { ipmiEventList } from './list.ts'
import { clearEvents, knownSensor, lightUp, readInventoryOf, readSensorsOf } from './service.ts'

const common = { service: 'dci', tag: 'ipmi' } as const

/** Those of another account answer like absent ones. */
async function seen(ctx: Context, id: number): Promise<void> {
  await serveRow<Ipmi>(ipmiList, ctx, id)
  await requireDevicesOf(id, ctx.actor)
}

export const sensorEndpoints = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/ipmi/{ipmi_id}/sensor',
    summary: 'Read the sensors of a management controller',
    description: 'As they were last read, every few minutes; POST …/poll reads them now.',
    access: 'user',
    answer: sensorAnswer,
    async run(ctx, { params: { ipmi_id } }) {
      await seen(ctx, ipmi_id)
      return readSensorsOf(ctx, ipmi_id)
    },
  }),
  history: endpoint({
    ...common,
    method: 'GET',
    path: '/ipmi/{ipmi_id}/sensor/{sensor_id}/history',
    summary: 'Show the values of a sensor over time',
    description: 'At most 500 points of equal length; where nothing was read the values are null.',
    access: 'user',
    query: trafficQuery,
    answer: sensorHistory,
    async run(ctx, { params: { ipmi_id, sensor_id }, query }) {
      await seen(ctx, ipmi_id)
      await knownSensor(ipmi_id, sensor_id)
      return sensorHistoryOf(ipmi_id, sensor_id, query)
    },
  }),
  events: endpoint({
    ...common,
    method: 'GET',
    path: '/ipmi/{ipmi_id}/event',
    summary: 'List what the event log of a management controller said',
    access: 'user',
    query: listQuery,
    answer: listOf(ipmiEvent),
    async run(ctx, { params: { ipmi_id }, query }) {
      await seen(ctx, ipmi_id)
      return serveList(ipmiEventList, ctx, query, { scope: sql`e.ipmi_id = ${ipmi_id}` })
    },
  }),
  clearEvents: endpoint({
    ...common,
    method: 'POST',
    path: '/ipmi/{ipmi_id}/event/clear',
    summary: 'Empty the event log of a management controller',
    description: 'What is new in it is read first. What was read stays in the panel.',
    access: 'admin',
    body: z.strictObject({}),
    answer: idAndTask,
    run: (ctx, p) => clearEvents(ctx, p.params.ipmi_id),
  }),
  inventory: endpoint({
    ...common,
    method: 'GET',
    path: '/ipmi/{ipmi_id}/inventory',
    summary: 'Show the hardware inventory that a management controller reports',
    access: 'user',
    answer: inventoryAnswer,
    async run(ctx, { params: { ipmi_id } }) {
      await seen(ctx, ipmi_id)
      return readInventoryOf(ctx, ipmi_id)
    },
  }),
  identify: endpoint({
    ...common,
    method: 'POST',
    path: '/ipmi/{ipmi_id}/identify',
    summary: 'Turn the locator LED of a server on or off',
    access: 'admin',
    body: lightSeconds,
    answer: idAndTask,
    run: (ctx, p) => lightUp(ctx, p.params.ipmi_id, p.body),
  }),
}
