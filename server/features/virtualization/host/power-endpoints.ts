import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { consoleTicket, hostRestarted, vncSettings as vncAnswer } from '../../../domain/host/answers.ts'
import { guestPassword, powerBody } from '../../../domain/host/schema.ts'
import { empty, idAndTask, pathId } from '../../../domain/shared/fields.ts'
import {
  changePassword,
  changeVncPassword,
  openConsole,
  restartHost,
  startHost,
  stopHost,
  vncSettings,
} from './service.ts'

const common = { service: 'vm', tag: 'host', access: 'user', params: z.object({ host_id: pathId }) } as const
const post = { ...common, method: 'POST' } as const

/** What one does to a machine that exists: power, passwords, consoles. */
export const hostActionEndpoints = {
  start: endpoint({
    ...post,
    path: '/host/{host_id}/start',
    summary: 'Start a machine',
    body: powerBody,
    answer: idAndTask,
    run: (ctx, p) => startHost(ctx, p.params.host_id),
  }),
  stop: endpoint({
    ...post,
    path: '/host/{host_id}/stop',
    summary: 'Stop a machine',
    description: 'The guest is asked to power off and gets a minute; then, or at once with force, the plug is pulled.',
    body: powerBody,
    answer: idAndTask,
    run: (ctx, p) => stopHost(ctx, p.params.host_id, p.body.force ?? false),
  }),
  restart: endpoint({
    ...post,
    path: '/host/{host_id}/restart',
    summary: 'Restart a machine',
    body: powerBody,
    answer: hostRestarted,
    run: (ctx, p) => restartHost(ctx, p.params.host_id, p.body.force ?? false),
  }),
  password: endpoint({
    ...post,
    path: '/host/{host_id}/password',
    summary: "Change the password of the guest's administrator",
    body: z.strictObject({ password: guestPassword }),
    answer: empty,
    run: (ctx, p) => changePassword(ctx, p.params.host_id, p.body.password),
  }),
  vncSettings: endpoint({
    ...common,
    method: 'GET',
    path: '/host/{host_id}/vnc_settings',
    summary: 'Read the VNC connection settings',
    answer: vncAnswer,
    run: (ctx, p) => vncSettings(ctx, p.params.host_id),
  }),
  changeVncPassword: endpoint({
    ...post,
    path: '/host/{host_id}/vnc_settings',
    summary: 'Change the VNC password',
    body: z.strictObject({
      password: z
        .string()
        .max(8)
        .refine((text) => text !== '', 'at least one character'),
    }),
    answer: idAndTask,
    run: (ctx, p) => changeVncPassword(ctx, p.params.host_id, p.body.password),
  }),
  console: endpoint({
    ...post,
    path: '/host/{host_id}/console',
    summary: 'Ask for a console of a machine',
    description: 'Answers a ticket for one WebSocket connection: good once, for 30 seconds, for the caller.',
    body: z.strictObject({
      kind: z.enum(['vnc', 'serial']).default('vnc'),
      mode: z.enum(['control', 'view']).default('control'),
    }),
    answer: consoleTicket,
    run: (ctx, p) => openConsole(ctx, p.params.host_id, p.body.kind, p.body.mode),
  }),
}
