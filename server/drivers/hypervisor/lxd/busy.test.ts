import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { LxdClient } from '../../../protocols/lxd/client.ts'
import { Instances } from './instances.ts'
import type { LxdLink } from './lxd-link.ts'
import { InstancePower } from './power.ts'

// A peer that speaks LXD's REST API of one container, as far as power goes.

const ID = '11111111-2222-3333-4444-555555555555'
const BUSY = 'Instance is busy running a "stop" operation'
let server: Server
let link: LxdLink
let power: InstancePower
let status: string
/** What the next changes of the state end with; then they work. */
let faults: string[]
let asked: string[]

async function answer(request: IncomingMessage): Promise<object> {
  const path = (request.url ?? '').replace('/1.0', '')
  let text = ''
  for await (const part of request) text += part
  if (path.startsWith('/operations?')) return { metadata: {} }
  if (path.startsWith('/operations/')) {
    const err = faults.shift()
    if (err !== undefined) return { metadata: { id: ID, status_code: 400, err } }
    status = asked.at(-1) === 'start' ? 'Running' : 'Stopped'
    return { metadata: { id: ID, status_code: 200 } }
  }
  if (path.endsWith('/state')) {
    asked.push(JSON.parse(text).action)
    return { type: 'async', metadata: { id: ID, status_code: 103 } }
  }
  const container = { name: 'dh-1', status, architecture: 'x86_64', config: {}, devices: {}, ephemeral: false }
  return { metadata: container }
}

beforeEach(async () => {
  ;[status, faults, asked] = ['Stopped', [], []]
  server = createServer(async (request, response) => {
    response.end(JSON.stringify({ type: 'sync', ...(await answer(request)) }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  link = { client: new LxdClient(async () => connect(port, '127.0.0.1')) } as LxdLink
  power = new InstancePower(link, new Instances(link))
})
afterEach(() => void server.close())

const soon = () => AbortSignal.timeout(60_000)

it('starts a container that LXD is still clearing up after a forced stop', async () => {
  faults = [BUSY, 'Instance is busy running a stop operation']
  await power.start('dh-1', soon())
  expect(asked).toEqual(['start', 'start', 'start'])
  expect(status).toBe('Running')
})

it('cuts power where a stop is under way', async () => {
  status = 'Running'
  faults = [BUSY]
  await power.destroy('dh-1', soon())
  expect(asked).toEqual(['stop', 'stop'])
  expect(status).toBe('Stopped')
})

it('waits for nothing else, and no longer than it is wanted', async () => {
  faults = ['Instance is busy running a "backup" operation']
  await expect(power.start('dh-1', soon())).rejects.toThrow(/backup/)
  expect(asked).toEqual(['start'])
  faults = Array.from({ length: 1000 }, () => BUSY)
  const stop = new AbortController()
  const starting = power.start('dh-1', stop.signal)
  const over = expect(starting).rejects.toThrow(/enough/)
  await expect.poll(() => asked.length).toBeGreaterThan(2)
  stop.abort(new Error('enough'))
  await over
})
