import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import { serveRow } from '../../../api/list/serve.ts'
import { db } from '../../../db/pool.ts'
import { isoMount } from '../../../domain/ipmi/iso.ts'
import { type Ipmi, ipmiCreate, ipmiEdit, ipmiRecord, ipmiWeb } from '../../../domain/ipmi/schema.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import { idAndTask, idAnswer } from '../../../domain/shared/fields.ts'
import { msg } from '../../../shared/text.ts'
import { serverList } from '../../datacenter/server/list.ts'
import { mountedIso, mountIso } from './iso.ts'
import { ipmiList } from './list.ts'
import { addIpmi, deleteIpmi, editIpmi, pollIpmiNow, setWebPort, trustIpmi } from './service.ts'

const common = { service: 'dci', tag: 'ipmi', about: 'ipmi' } as const

export const ipmiEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/ipmi',
    summary: 'List management controllers',
    description: 'Passwords are never returned.',
    access: 'admin',
    list: ipmiList,
    row: ipmiRecord,
    csv: true,
  }),
  ofServer: endpoint({
    ...common,
    method: 'GET',
    path: '/server/{server_id}/ipmi',
    summary: 'Show the management controller of a server',
    description: 'Where it is and how to get in is told to administrators only.',
    access: 'user',
    answer: ipmiRecord,
    async run(ctx, { params: { server_id } }) {
      await serveRow(serverList, ctx, server_id)
      const row = await db().prisma.ipmi.findUnique({ where: { server_id }, select: { id: true } })
      if (!row) throw notFound(msg`Management controller of server`, server_id)
      const found = await serveRow<Ipmi>(ipmiList, ctx, row.id)
      // What went wrong names the controller's address.
      return ctx.actor.isAdmin ? found : { ...found, status_info: {} }
    },
  }),
  add: endpoint({
    ...common,
    method: 'POST',
    path: '/server/{server_id}/ipmi',
    summary: 'Add a management controller to a server',
    description: 'It is asked at once: its status says whether it answered. Who answers first is pinned.',
    access: 'admin',
    body: ipmiCreate,
    answer: idAnswer,
    run: (ctx, p) => addIpmi(ctx, p.params.server_id, p.body),
  }),
  get: rowEndpoint({
    ...common,
    path: '/ipmi/{ipmi_id}',
    summary: 'Show one management controller',
    access: 'admin',
    list: ipmiList,
    row: ipmiRecord,
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/ipmi/{ipmi_id}',
    summary: 'Change a management controller',
    description: 'At another address, port or of another kind it is another one, and who answers there is pinned anew.',
    access: 'admin',
    body: ipmiEdit,
    answer: idAnswer,
    run: (ctx, p) => editIpmi(ctx, p.params.ipmi_id, p.body),
  }),
  web: endpoint({
    ...common,
    method: 'POST',
    path: '/ipmi/{ipmi_id}/web',
    summary: 'Say at which port the web page of a controller is',
    description:
      'Ports 80, 8080 and 16992 are spoken to without encryption. At another port the certificate is pinned anew.',
    access: 'admin',
    body: ipmiWeb,
    answer: idAnswer,
    run: (ctx, p) => setWebPort(ctx, p.params.ipmi_id, p.body.web_port),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/ipmi/{ipmi_id}',
    summary: 'Remove a management controller',
    access: 'admin',
    answer: idAnswer,
    run: (ctx, p) => deleteIpmi(ctx, p.params.ipmi_id),
  }),
  trust: endpoint({
    ...common,
    method: 'POST',
    path: '/ipmi/{ipmi_id}/trust',
    summary: 'Trust a controller whose identity changed',
    description: 'Who answers at its address next is pinned: for a renewed certificate or a replaced board.',
    access: 'admin',
    body: z.strictObject({}),
    answer: idAndTask,
    run: (ctx, p) => trustIpmi(ctx, p.params.ipmi_id),
  }),
  poll: endpoint({
    ...common,
    method: 'POST',
    path: '/ipmi/{ipmi_id}/poll',
    summary: 'Ask a management controller now',
    description: 'While it is being asked already, that task is answered.',
    access: 'admin',
    body: z.strictObject({}),
    answer: idAndTask,
    run: (ctx, p) => pollIpmiNow(ctx, p.params.ipmi_id),
  }),
  iso: endpoint({
    ...common,
    method: 'GET',
    path: '/ipmi/{ipmi_id}/iso',
    summary: 'Show the image in the virtual drive of a controller',
    description: 'Asked of the controller. Refused for those without a virtual drive.',
    access: 'admin',
    answer: z.object({ url: z.string().nullable() }),
    run: (_ctx, p) => mountedIso(p.params.ipmi_id),
  }),
  mountIso: endpoint({
    ...common,
    method: 'POST',
    path: '/ipmi/{ipmi_id}/iso',
    summary: 'Put an image into the virtual drive of a controller',
    description: 'The controller fetches it by itself. Refused where the location was set up without iso_mount.',
    access: 'admin',
    body: isoMount,
    answer: idAndTask,
    run: (ctx, p) => mountIso(ctx, p.params.ipmi_id, p.body.url),
  }),
  ejectIso: endpoint({
    ...common,
    method: 'DELETE',
    path: '/ipmi/{ipmi_id}/iso',
    summary: 'Take the image out of the virtual drive of a controller',
    access: 'admin',
    answer: idAndTask,
    run: (ctx, p) => mountIso(ctx, p.params.ipmi_id, null),
  }),
}
