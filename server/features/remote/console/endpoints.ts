import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { serverConsole, serverConsoleWish } from '../../../domain/console/server.ts'
import { consoleTicket } from '../../../domain/host/answers.ts'
import { idAndTask } from '../../../domain/shared/fields.ts'
import { enableServerSerial, openServerConsole, readServerConsole } from './service.ts'

const common = { service: 'dci', tag: 'server' } as const
const path = '/server/{server_id}/console'

export const serverConsoleEndpoints = {
  get: endpoint({
    ...common,
    method: 'GET',
    path,
    summary: 'Show what consoles a server has and who has one open',
    access: 'user',
    answer: serverConsole,
    run: (ctx, p) => readServerConsole(ctx, p.params.server_id),
  }),
  open: endpoint({
    ...common,
    method: 'POST',
    path,
    summary: 'Ask for a console of a server',
    description:
      'Answers a ticket for one WebSocket connection: good once, for 30 seconds, for the caller. The serial console is shared: one types, others watch and may ask for the keyboard.',
    access: 'user',
    body: serverConsoleWish,
    answer: consoleTicket,
    run: (ctx, p) => openServerConsole(ctx, p.params.server_id, p.body),
  }),
  enableSerial: endpoint({
    ...common,
    method: 'POST',
    path: `${path}/enable`,
    summary: 'Switch on the serial console of a server at its controller',
    access: 'admin',
    body: z.strictObject({}),
    answer: idAndTask,
    run: (ctx, p) => enableServerSerial(ctx, p.params.server_id),
  }),
}
