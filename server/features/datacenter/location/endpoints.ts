import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import { sql } from '../../../api/list/sql.ts'
import {
  locationCheck,
  locationCreate,
  locationEdit,
  locationMessage,
  locationMessageRecord,
  locationPollLimit,
  locationProvisioningVlan,
  locationRecord,
  locationSetup,
} from '../../../domain/location/schema.ts'
import { idAndTask, idAnswer, idMaybeTask, queryFlag } from '../../../domain/shared/fields.ts'
import { locationList } from './list.ts'
import { locationMessageList } from './message-list.ts'
import { keepMessage } from './messages.ts'
import {
  checkLocation,
  createLocation,
  deleteLocation,
  editLocation,
  setPollLimit,
  setProvisioningVlan,
} from './service.ts'
import { removeServices, setUpLocation } from './services/service.ts'

const common = { service: 'dci', tag: 'location', access: 'admin' } as const
const task = z.object({ task: z.int() })

export const locationEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/location',
    summary: 'List locations',
    list: locationList,
    row: locationRecord,
    csv: true,
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/location',
    summary: 'Add a location',
    description: '`task` checks the SSH access to its control host.',
    body: locationCreate,
    answer: idAndTask,
    run: (ctx, { body }) => createLocation(ctx, body),
  }),
  get: rowEndpoint({
    ...common,
    path: '/location/{location_id}',
    summary: 'Show one location',
    list: locationList,
    row: locationRecord,
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/location/{location_id}',
    summary: 'Change a location',
    description: 'Changed SSH data of the control host are checked again: `task` is that check, absent otherwise.',
    body: locationEdit,
    answer: idMaybeTask,
    run: (ctx, p) => editLocation(ctx, p.params.location_id, p.body),
  }),
  pollLimit: endpoint({
    ...common,
    method: 'POST',
    path: '/location/{location_id}/poll_limit',
    summary: 'Say how many devices of a location are asked at once',
    body: locationPollLimit,
    answer: idAnswer,
    run: (ctx, p) => setPollLimit(ctx, p.params.location_id, p.body.poll_limit),
  }),
  provisioningVlan: endpoint({
    ...common,
    method: 'POST',
    path: '/location/{location_id}/provisioning_vlan',
    summary: 'Say which VLAN ports of servers are in while an operation runs',
    description:
      'They are put back into their own when its work is done, or it has ended otherwise. Without a VLAN they stay where they are.',
    body: locationProvisioningVlan,
    answer: idAnswer,
    run: (ctx, p) => setProvisioningVlan(ctx, p.params.location_id, p.body.provisioning_vlan),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/location/{location_id}',
    summary: 'Remove a location',
    description:
      'Refused while racks, servers, pools or networks belong to it, and while its control host runs services; with `force` these are left there.',
    query: z.object({ force: queryFlag.optional() }),
    answer: idAnswer,
    run: (ctx, p) => deleteLocation(ctx, p.params.location_id, p.query.force ?? false),
  }),
  check: endpoint({
    ...common,
    method: 'POST',
    path: '/location/{location_id}/check',
    summary: 'Check the way in to the control host of a location',
    description: 'Signs in over SSH, pins the host key at the first time and reads addresses and interfaces.',
    body: locationCheck,
    answer: task,
    run: (ctx, p) => checkLocation(ctx, p.params.location_id),
  }),
  setup: endpoint({
    ...common,
    method: 'POST',
    path: '/location/{location_id}/setup',
    summary: 'Set up the helper components of a location',
    description:
      'Brings DHCP, web and TFTP servers for machines that boot from the network to its control host. What is left out stays as it is; without a body what differs is mended.',
    body: locationSetup,
    answer: task,
    run: (ctx, p) => setUpLocation(ctx, p.params.location_id, p.body),
  }),
  removeServices: endpoint({
    ...common,
    method: 'DELETE',
    path: '/location/{location_id}/setup',
    summary: 'Remove the helper components of a location',
    description: 'Its control host keeps nothing of them.',
    answer: task,
    run: (ctx, p) => removeServices(ctx, p.params.location_id),
  }),
  messages: listEndpoint({
    ...common,
    path: '/location/{location_id}/message',
    summary: 'List what the components of a location reported',
    description: 'The newest first.',
    list: locationMessageList,
    row: locationMessageRecord,
    of: locationList,
    scope: (id) => sql`m.location_id = ${id}`,
  }),
  message: endpoint({
    ...common,
    method: 'POST',
    path: '/location/{location_id}/message',
    summary: 'Hand in a message of a component of a location',
    description: 'The newest 1000 of a location are kept, for 30 days.',
    body: locationMessage,
    answer: idAnswer,
    run: (ctx, p) => keepMessage(ctx, p.params.location_id, p.body),
  }),
}
