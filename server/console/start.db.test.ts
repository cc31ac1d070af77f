import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { duplexPair } from 'node:stream'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PASSWORD } from '../../e2e/support/api.ts'
import { testCluster } from '../../e2e/support/dummy-cluster.ts'
import { checkHostConsole } from '../features/virtualization/host/console.ts'
import { openHostSpice } from '../features/virtualization/host/spice/open.ts'
import type { ConsoleGateway } from './gateway.ts'
import { startConsoles } from './start.ts'
import { Page } from './testing.ts'
import type { ConsoleGrant } from './tickets.ts'

// The gateway as the panel runs it, on a real database and bus: who gets in, and what closes the console.

let t: Awaited<ReturnType<typeof testCluster>>
let gateway: ConsoleGateway
let server: Server
let origin = ''
let host = 0
const opened: ConsoleGrant[] = []
const pages: Page[] = []

beforeAll(async () => {
  t = await testCluster()
  gateway = startConsoles({
    open: async (grant) => {
      await checkHostConsole(grant)
      opened.push(grant)
      return { stream: duplexPair()[0], vncPassword: null }
    },
    recheck: async (grant) => void (await checkHostConsole(grant)),
    openSpice: openHostSpice,
    publicUrl: undefined,
  })
  server = createServer()
  server.on('upgrade', (req, socket, head) => gateway.handleUpgrade(req, socket, head) || socket.destroy())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  gateway?.stop()
  server?.close()
  await t?.close()
})
beforeEach(async () => {
  host = (await t.done(await t.create({ name: `vm-${randomUUID().slice(0, 8)}` }))).id
  opened.length = 0
})
afterEach(() => {
  for (const page of pages.splice(0)) page.ws.terminate()
})

/** One more sign-in of an account, by REST. */
async function signIn(email = t.ann.email, ip = '127.0.0.1') {
  const { body } = await t.request('POST', '/auth/v4/public/token', { body: { email, password: PASSWORD }, ip })
  return body.token as string
}
async function ticket(token: string, ip = '127.0.0.1') {
  const answer = await t.request('POST', `/vm/v3/host/${host}/console`, { token, ip, body: { kind: 'serial' } })
  expect(answer.status).toBe(200)
  return answer.body.ticket as string
}
function use(given: string, query = '') {
  const page = new Page(`${origin.replace('http', 'ws')}/console/ws${query}`, given, origin)
  pages.push(page)
  return page
}
async function watching(token: string) {
  const page = use(await ticket(token))
  await once(page.ws, 'open')
  await expect.poll(() => opened.length, { interval: 5 }).toBeGreaterThan(0)
  return page
}
/** Does something, and answers how the console closed then. */
async function closes(page: Page, deed: () => Promise<unknown>) {
  await deed()
  const { code } = await page.closed
  return { code }
}

describe('a ticket', () => {
  it('opens the VM it was made for, in the name of its caller, once', async () => {
    const given = await ticket(t.ann.token)
    const page = use(given, '?host_id=1&mode=view')
    await once(page.ws, 'open')
    await expect
      .poll(() => opened)
      .toMatchObject([{ object: 'host', object_id: host, account_id: t.ann.id, mode: 'control' }])
    expect(await use(given).rejection()).toMatchObject({ status: 401 })
  })

  it('is of no use to other pages, and not used up by them', async () => {
    const given = await ticket(t.ann.token)
    const foreign = new Page(`${origin.replace('http', 'ws')}/console/ws`, given, 'https://elsewhere.example')
    expect(await foreign.rejection()).toMatchObject({ status: 403 })
    await once(use(given).ws, 'open')
  })

  it('is refused after its 30 seconds', async () => {
    const given = await ticket(t.ann.token)
    await t.database.pool.query("update console_ticket set expires_at = expires_at - interval '30 seconds'")
    expect(await use(given).rejection()).toMatchObject({ status: 401, words: expect.stringMatching(/too old/) })
  })

  it('dies with the sign-in it was asked for with', async () => {
    const token = await signIn()
    const given = await ticket(token)
    await t.request('DELETE', `/auth/v4/token/${await sessionOf(token)}`, { token })
    expect(await use(given).rejection()).toMatchObject({ status: 401 })
    expect(opened).toEqual([])
  })

  it('is refused from an address that the access lists of its owner do not allow', async () => {
    const carol = await t.person('carol@example.com', ['@admin'])
    const list = await t.admin.post('/auth/v4/acl', {
      name: 'office',
      ip_list: ['192.0.2.0/24'],
      members: [String(carol.id)],
    })
    const given = await ticket(await signIn(carol.email, '192.0.2.1'), '192.0.2.1')
    // It comes over loopback.
    expect(await use(given).rejection()).toMatchObject({ status: 401 })
    await t.admin.delete(`/auth/v4/acl/${list.body.id}`)
    // The refused try has not used the ticket up.
    await once(use(given).ws, 'open')
  })

  it('does not open what belongs to another account by then', async () => {
    const given = await ticket(t.ann.token)
    await t.done(await t.admin.post(`/vm/v3/host/${host}/account`, { account: t.bob.id }))
    expect(await use(given).closed).toMatchObject({ code: 4004 })
    expect(opened).toEqual([])
  })
})

describe('an open console closes at the end', () => {
  it('of a sign-out, and only those of that sign-in', async () => {
    const token = await signIn()
    const stays = await watching(t.ann.token)
    const page = await watching(token)
    const id = await sessionOf(token)
    const { code } = await closes(page, () => t.request('DELETE', `/auth/v4/token/${id}`, { token }))
    expect(code).toBe(4001)
    expect(stays.ws.readyState).toBe(stays.ws.OPEN)
  })

  it('of the deletion of its VM', async () => {
    const page = await watching(t.ann.token)
    const { code } = await closes(page, async () => t.done(await t.ann.delete(`/vm/v3/host/${host}`)))
    expect(code).toBe(4004)
  })

  it('of a change of the VM’s owner', async () => {
    const page = await watching(t.ann.token)
    const { code } = await closes(page, async () =>
      t.done(await t.admin.post(`/vm/v3/host/${host}/account`, { account: t.bob.id })),
    )
    expect(code).toBe(4004)
  })

  it('of an access list that no longer allows its address', async () => {
    const dora = await t.person('dora@example.com', ['@admin'])
    const page = await watching(dora.token)
    const list = { name: 'far away', ip_list: ['192.0.2.0/24'], members: [String(dora.id)] }
    const { code } = await closes(page, () => t.admin.post('/auth/v4/acl', list))
    expect(code).toBe(4001)
  })

  it('of the suspension of its account', async () => {
    const emil = await t.person('emil@example.com', ['@admin'])
    const page = await watching(emil.token)
    const { code } = await closes(page, async () =>
      expect((await t.admin.post(`/vm/v3/user/${emil.id}/suspend`)).status).toBe(200),
    )
    expect(code).toBe(4001)
  })
})

async function sessionOf(token: string): Promise<string> {
  return (await t.request('GET', '/auth/v4/self/session', { token })).body.id
}
