import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint } from '../../../api/list/endpoints.ts'
import { proxyLocationRecord, proxyResetup, proxySetup, proxyUpdate } from '../../../domain/proxy-location/schema.ts'
import { idAndTask } from '../../../domain/shared/fields.ts'
import { proxyLocationList } from './list.ts'
import { removeProxy, resetUpProxy, setUpProxy, updateProxy } from './service.ts'

const common = { service: 'proxy', tag: 'proxy', about: 'proxy_location', access: 'admin' } as const
const tasksOrNothing = z.object({ task: z.array(z.int()).optional() })

export const proxyLocationEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/location',
    summary: 'List the proxy servers of the locations',
    description:
      'Locations with a relay on their control host, through which their controllers are reached. A location without one is used directly.',
    list: proxyLocationList,
    row: proxyLocationRecord,
  }),
  setUp: endpoint({
    ...common,
    method: 'POST',
    path: '/setup',
    summary: 'Install the proxy server on locations',
    description:
      'It needs Python 3.7 on the control host; runtime_agree allows installing it where it is missing. A container that runs container_compose there is used instead. iso_mount allows giving controllers images to boot from. Nothing to do: an empty answer.',
    body: proxySetup,
    answer: tasksOrNothing,
    run: (ctx, { body }) => setUpProxy(ctx, body),
  }),
  update: endpoint({
    ...common,
    method: 'POST',
    path: '/update',
    summary: 'Update the proxy server on locations',
    description: 'All up to date: an empty answer.',
    body: proxyUpdate,
    answer: tasksOrNothing,
    run: (ctx, { body }) => updateProxy(ctx, body.locations),
  }),
  resetUp: endpoint({
    ...common,
    method: 'POST',
    path: '/resetup',
    summary: 'Install the proxy server of a location again',
    body: proxyResetup,
    answer: idAndTask,
    run: (ctx, { body }) => resetUpProxy(ctx, body.location_id),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/location/{location_id}',
    summary: 'Remove the management module from a location',
    description: 'From then on its controllers are reached directly.',
    answer: idAndTask,
    run: (ctx, p) => removeProxy(ctx, p.params.location_id),
  }),
}
