import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import WebSocket from 'ws'
import { testApi } from '../../e2e/support/api.ts'
import { sessionHolds } from '../auth/sessions.ts'
import { socketClient } from '../auth/socket-client.ts'
import { transaction } from '../db/transaction.ts'
import type { ChangeKind } from '../domain/shared/change-kinds.ts'
import { lastChange } from './change-feed.ts'
import { changed } from './changes.ts'
import { createNotifier } from './notifier.ts'

let api: Awaited<ReturnType<typeof testApi>>
let server: Server
let notifier: ReturnType<typeof createNotifier>

beforeAll(async () => {
  api = await testApi()
  notifier = createNotifier({
    authenticate: (req) => socketClient(req, { trustedProxies: [], publicUrl: undefined }),
    holds: (client) => sessionHolds(client.session_id, '127.0.0.1'),
  })
  server = createServer().on('upgrade', (req, socket, head) => {
    if (!notifier.handleUpgrade(req, socket, head)) socket.destroy()
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
})
afterAll(async () => {
  notifier.stop()
  server.close()
  await api.close()
})

async function listen(headers: Record<string, string>, say: object = {}) {
  const { port } = server.address() as AddressInfo
  const ws = new WebSocket(`ws://127.0.0.1:${port}/vm/v3/notifier`, { headers })
  const heard: { id: number; entity: string; entity_id: number; reset?: boolean }[] = []
  let wake = () => {}
  ws.on('message', (data) => {
    heard.push(JSON.parse(String(data)))
    wake()
  })
  await once(ws, 'open')
  ws.send(JSON.stringify(say))
  return {
    ws,
    heard,
    async until(count: number) {
      while (heard.length < count)
        await new Promise<void>((go) => {
          wake = go
        })
      return heard
    },
  }
}

const change = (entity: ChangeKind, entity_id: number, account_id: number) =>
  transaction(async (work) => changed(work, { entity, entity_id, event: 'update', account_id }))

it('tells each client only what it may see, in order, and nothing twice', async () => {
  const start = await lastChange()
  await change('host', 1, api.ann.id)
  const ann = await listen({ 'x-xsrf-token': api.ann.token }, { subscribe: [{ entity: 'host' }], last_notify: start })
  const admin = await listen({ cookie: `ses6=${api.admin.token}` }, { last_notify: start })
  await ann.until(1)
  await admin.until(1)
  await change('host', 2, api.bob.id)
  await change('ip', 3, api.ann.id)
  await change('host', 4, api.ann.id)
  expect((await ann.until(2)).map((row) => row.entity_id)).toEqual([1, 4])
  expect((await admin.until(4)).map((row) => row.entity_id)).toEqual([1, 2, 3, 4])
  const ids = admin.heard.map((row) => row.id)
  expect(ids).toEqual([...ids].sort((a, b) => a - b))
  expect(JSON.stringify(ann.heard)).not.toContain('account_id')
  ann.ws.terminate()
  admin.ws.terminate()
})

it('says reset when the number comes from elsewhere', async () => {
  const one = await listen({ 'x-xsrf-token': api.ann.token }, { last_notify: 999_999_999 })
  expect((await one.until(1))[0]).toMatchObject({ reset: true })
  one.ws.terminate()
})

it.each([
  ['a client without sign-in', {}],
  ['a wrong token', { 'x-xsrf-token': 'x' }],
  ['a page of another site', { origin: 'https://evil.example' }],
])('is closed to %s', async (_, headers) => {
  const { port } = server.address() as AddressInfo
  const cookie = 'origin' in headers ? { cookie: `ses6=${api.ann.token}` } : {}
  const ws = new WebSocket(`ws://127.0.0.1:${port}/dci/v3/notifier`, {
    headers: { ...headers, ...cookie } as Record<string, string>,
  })
  const [, response] = (await once(ws, 'unexpected-response')) as [unknown, { statusCode: number }]
  expect(response.statusCode).toBe(401)
})

it('ends with the session', async () => {
  const { body } = await api.request('POST', '/auth/v4/public/token', {
    body: { email: 'bob@example.com', password: 'Correct-horse-1' },
  })
  const one = await listen({ 'x-xsrf-token': body.token })
  const closed = once(one.ws, 'close')
  await api.request('DELETE', `/auth/v4/token/${body.token}`, { token: body.token })
  expect((await closed)[0]).toBe(4001)
})
