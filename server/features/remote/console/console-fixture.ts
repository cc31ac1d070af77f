import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import type { ConsoleGateway } from '../../../console/gateway.ts'
import { stopConsoleLines } from '../../../console/serial/here.ts'
import { startConsoles } from '../../../console/start.ts'
import { TalkingPage } from '../../../console/testing.ts'
import { openHostSpice } from '../../virtualization/host/spice/open.ts'
import { ipmiPollTask } from '../ipmi/poll.ts'
import { remoteFixture } from '../remote-fixture.ts'
import { checkConsole, openConsole } from './open.ts'
import { serialEnableTask } from './service.ts'

// Serial consoles of servers through the panel's gateway, on controllers that really speak IPMI.

/** Of the file that runs: set by `startServerConsoles`. */
export let lab: Awaited<ReturnType<typeof remoteFixture>>
let gateway: ConsoleGateway
let http: Server
let origin = ''
const pages: TalkingPage[] = []

export type Who = { token: string }
async function ticket(server: number, who: Who, body: object = {}) {
  const answer = await lab.api.request('POST', `/dci/v3/server/${server}/console`, { token: who.token, body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.ticket as string
}
/** A page at the console of a server. */
export const open = async (server: number, who: Who, body: object = {}, query = '') =>
  withTicket(await ticket(server, who, body), query)
export function withTicket(given: string, query = '') {
  const page = new TalkingPage(`${origin.replace('http', 'ws')}/console/ws${query}`, given, origin)
  pages.push(page)
  return page
}
/** A server that is on, and its owner. */
export async function owned(owner: { id: number } = lab.api.ann) {
  const made = await lab.addControlled(`srv-${randomUUID().slice(0, 8)}`, { on: true })
  await lab.made(lab.api.admin.post(`/dci/v3/server/${made.server}/owner`, { owner: owner.id }))
  return made
}
/** Long enough for anything here. */

/** Controllers and a gateway of this file's own. */
export async function startServerConsoles(): Promise<void> {
  lab = await remoteFixture([ipmiPollTask, serialEnableTask])
  await lab.addControlled('first') // makes what all servers share
  gateway = startConsoles({ open: openConsole, recheck: checkConsole, openSpice: openHostSpice, publicUrl: undefined })
  http = createServer()
  http.on('upgrade', (req, socket, head) => gateway.handleUpgrade(req, socket, head) || socket.destroy())
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
}

export async function stopServerConsoles(): Promise<void> {
  for (const page of pages) page.ws.terminate()
  gateway?.stop()
  await stopConsoleLines()
  http?.close()
  await lab?.close()
}
