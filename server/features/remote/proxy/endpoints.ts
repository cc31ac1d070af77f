import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import {
  proxyConnection,
  proxyOfServer,
  proxyOpen,
  proxyOpened,
  proxyPort,
  proxyTicket,
  proxyType,
} from '../../../domain/proxy/schema.ts'
import { empty, pathId } from '../../../domain/shared/fields.ts'
import {
  checkPort,
  closeConnection,
  closePort,
  dropSessions,
  openConnection,
  readConnection,
  sessionsOfServer,
  ticketFor,
} from './service.ts'

const common = { service: 'proxy', tag: 'proxy', access: 'user' } as const
const ipmiParams = z.object({ ipmi_id: pathId })
const amtParams = z.object({ amt_id: pathId })
const taskAnswer = z.object({ task: z.int() })
const nothing = z.strictObject({})

const opens =
  `The port leads to the controller's own page (web), or to the panel's page with its console (console), for its owner and
administrators, until it is closed, is not used for half an hour, or 12 hours are over. While it is open its port is answered; with
reconnect it is closed and opened anew.`.replaceAll('\n', ' ')

/** Controllers of all kinds but AMT. */
export const proxyIpmiEndpoints = {
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/ipmi/{ipmi_id}/proxy',
    summary: 'Show the proxy session of an IPMI controller',
    description: 'The newest of those that are open.',
    answer: proxyConnection,
    run: (ctx, p) => readConnection(ctx, 'ipmi', p.params.ipmi_id),
  }),
  open: endpoint({
    ...common,
    method: 'POST',
    path: '/ipmi/{ipmi_id}/proxy/{proxy_type}',
    summary: 'Open a web or console session to an IPMI controller',
    description: opens,
    params: ipmiParams.extend({ proxy_type: proxyType }),
    body: proxyOpen,
    answer: proxyOpened,
    run: (ctx, { params: { ipmi_id, proxy_type }, body }) =>
      openConnection(ctx, 'ipmi', ipmi_id, { proxy_type, ...body }),
  }),
  close: endpoint({
    ...common,
    method: 'DELETE',
    path: '/ipmi/{ipmi_id}/proxy',
    summary: 'Close the proxy session of an IPMI controller',
    body: nothing,
    answer: taskAnswer,
    run: (ctx, p) => closeConnection(ctx, 'ipmi', p.params.ipmi_id),
  }),
}

export const proxyAmtEndpoints = {
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/amt/{amt_id}/proxy',
    summary: 'Show the proxy session of an AMT controller',
    description: 'The newest of those that are open.',
    answer: proxyConnection,
    run: (ctx, p) => readConnection(ctx, 'amt', p.params.amt_id),
  }),
  open: endpoint({
    ...common,
    method: 'POST',
    about: 'ipmi',
    path: '/amt/{amt_id}/proxy/{proxy_type}',
    summary: 'Open a web or console session to an AMT controller',
    description: opens,
    params: amtParams.extend({ proxy_type: proxyType }),
    body: proxyOpen,
    answer: proxyOpened,
    run: (ctx, { params: { amt_id, proxy_type }, body }) => openConnection(ctx, 'amt', amt_id, { proxy_type, ...body }),
  }),
  close: endpoint({
    ...common,
    method: 'DELETE',
    about: 'ipmi',
    path: '/amt/{amt_id}/proxy',
    summary: 'Close the proxy session of an AMT controller',
    body: nothing,
    answer: taskAnswer,
    run: (ctx, p) => closeConnection(ctx, 'amt', p.params.amt_id),
  }),
}

export const proxySessionEndpoints = {
  access: endpoint({
    ...common,
    method: 'POST',
    path: '/proxy/access',
    summary: 'Ask whether the caller may use a session port',
    description:
      'The rule of every request through the port: administrators and the owner of the server, while the session is open.',
    readOnly: true,
    body: proxyPort,
    answer: empty,
    run: (ctx, p) => checkPort(ctx, p.body.listen_web_port),
  }),
  closePort: endpoint({
    ...common,
    method: 'POST',
    about: 'ipmi',
    path: '/proxy/close',
    summary: 'Close the session behind a port',
    body: proxyPort,
    answer: taskAnswer,
    run: (ctx, p) => closePort(ctx, p.body.listen_web_port),
  }),
  drop: endpoint({
    ...common,
    method: 'POST',
    path: '/location/drop_sessions',
    summary: 'Drop all sessions',
    access: 'admin',
    body: nothing,
    answer: z.object({ task: z.array(z.int()) }),
    run: (ctx) => dropSessions(ctx),
  }),
  ticket: endpoint({
    ...common,
    method: 'POST',
    about: 'ipmi',
    path: '/proxy/ticket',
    summary: 'Make a ticket for a session port',
    description:
      'For the browser of the caller, who gives it in at /.datahall/enter#TICKET of the port: good once, for 30 seconds. A browser that is signed in to the panel under the same host name needs none.',
    body: proxyPort,
    answer: proxyTicket,
    run: (ctx, p) => ticketFor(ctx, p.body.listen_web_port),
  }),
  ofServer: endpoint({
    ...common,
    method: 'GET',
    path: '/server/{server_id}/proxy',
    summary: "List the open sessions of a server's controller",
    answer: proxyOfServer,
    run: (ctx, p) => sessionsOfServer(ctx, p.params.server_id),
  }),
}
