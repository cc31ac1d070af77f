import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Duplex } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { PanelError } from '../domain/shared/errors.ts'
import { msg } from '../shared/text.ts'
import { localBus } from './bus.ts'
import { grant, openPage, serialDevices, start, stopGateways } from './gateway-fixture.ts'
import { anyTicket, Page } from './testing.ts'

afterEach(stopGateways)

describe('the door', () => {
  it('lets other paths alone', async () => {
    const to = await start({ open: serialDevices().open })
    const page = new Page(to.url.replace('/console/ws', '/console/wsx'), anyTicket(0))
    expect((await page.closed).code).toBe(1006)
  })

  it('refuses foreign pages, missing, malformed, doubled and unknown tickets before any socket opens', async () => {
    const devices = serialDevices()
    const to = await start({ open: devices.open })
    to.tickets.set(anyTicket(1), grant())
    expect(await new Page(to.url, anyTicket(1), 'https://evil.example').rejection()).toMatchObject({ status: 403 })
    expect(await new Page(to.url, null).rejection()).toMatchObject({ status: 401, words: /missing/ })
    expect(await new Page(`${to.url}?ticket=${anyTicket(1)}`, null).rejection()).toMatchObject({ status: 401 })
    expect(await new Page(to.url, anyTicket(2)).rejection()).toMatchObject({
      status: 401,
      words: /was used, is too old/,
    })
    expect(devices.ends).toHaveLength(0)
    expect(to.tickets.size).toBe(1)
  })

  it('takes a ticket once and does not say it back', async () => {
    const to = await start({ open: serialDevices().open })
    to.tickets.set(anyTicket(3), grant())
    const first = new Page(to.url, anyTicket(3))
    await once(first.ws, 'open')
    expect(first.ws.protocol).toBe('binary')
    expect(await new Page(to.url, anyTicket(3)).rejection()).toMatchObject({ status: 401 })
  })

  it('leaves a ticket as it is when its try is turned away', async () => {
    const to = await start({ open: serialDevices().open, maxPerAccount: 1 })
    const first = openPage(to)
    await once(first.ws, 'open')
    to.tickets.set(anyTicket(5), grant())
    expect(await new Page(to.url, anyTicket(5)).closed).toMatchObject({ code: 4010 })
    const { hostname, port } = new URL(to.url)
    const protocols = `binary, datahall.ticket.${anyTicket(5)}`
    const broken = request({
      hostname,
      port,
      path: '/console/ws',
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        origin: 'https://panel.example',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'short',
        'sec-websocket-protocol': protocols,
      },
    }).end()
    const [answer] = (await once(broken, 'response')) as [IncomingMessage]
    expect(answer.statusCode).toBe(400)
    expect(to.tickets.size).toBe(1)
    first.ws.close()
    await first.closed
    await expect.poll(() => to.gateway.viewers('host 1')).toEqual([])
    await once(new Page(to.url, anyTicket(5)).ws, 'open')
    expect(to.tickets.size).toBe(0)
  })

  it('answers in words when tickets cannot be read', async () => {
    const faults: unknown[] = []
    const readTicket = () => Promise.reject(new Error('database is down'))
    const to = await start({ open: serialDevices().open, readTicket, onFault: (fault) => faults.push(fault) })
    expect(await new Page(to.url, anyTicket(4)).rejection()).toMatchObject({ status: 503 })
    expect(faults).toHaveLength(1)
  })

  it('bounds the consoles of one account, also while they open', async () => {
    const devices = serialDevices()
    const to = await start({ open: devices.open, maxPerAccount: 2 })
    const pages = [openPage(to), openPage(to), openPage(to)]
    const { code, words } = await Promise.race(pages.map((page) => page.closed))
    expect({ code, words }).toEqual({ code: 4010, words: '2 consoles are already open: close one' })
    await once(openPage(to, { account_id: 8 }).ws, 'open')
  })
})

describe('closing from outside', () => {
  it('closes by sign-in, account or object, in every process, and nothing else', async () => {
    const bus = localBus()
    const here = await start({ open: serialDevices().open, bus })
    const there = await start({ open: serialDevices().open, bus })
    const bySession = openPage(here, { session_id: 71 })
    const byAccount = openPage(there, { account_id: 8, session_id: 72 })
    const byHost = openPage(there, { object_id: 2, session_id: 73 })
    const stays = openPage(here, { object_id: 3, session_id: 74 })
    await Promise.all([bySession, byAccount, byHost, stays].map((page) => once(page.ws, 'open')))
    await here.gateway.closeConsoles({}, 'gone', 'an empty filter matches nothing')
    await here.gateway.closeConsoles({ sessionId: 71 }, 'signed_out', 'You signed out')
    expect(await bySession.closed).toEqual({ code: 4001, words: 'You signed out' })
    await here.gateway.closeConsoles({ accountId: 8 }, 'forbidden', 'Your access list changed')
    expect(await byAccount.closed).toEqual({ code: 4003, words: 'Your access list changed' })
    await here.gateway.closeConsoles({ thing: 'host 2' }, 'gone', 'The VM was deleted')
    expect(await byHost.closed).toEqual({ code: 4004, words: 'The VM was deleted' })
    expect(stays.ws.readyState).toBe(stays.ws.OPEN)
  })

  it('closes one that is still opening, and the device that answers too late', async () => {
    const devices = serialDevices()
    let answer = () => {}
    let aborted = false
    const to = await start({
      open: async (_grant, signal) => {
        signal.addEventListener('abort', () => {
          aborted = true
        })
        await new Promise<void>((resolve) => {
          answer = resolve
        })
        return devices.open()
      },
    })
    const page = openPage(to)
    await once(page.ws, 'open')
    await to.gateway.closeConsoles({ thing: 'host 1' }, 'gone', 'The VM was deleted')
    expect(aborted).toBe(true)
    answer()
    expect(await page.closed).toEqual({ code: 4004, words: 'The VM was deleted' })
    if (!devices.ends[0]?.destroyed) await once(devices.ends[0] as Duplex, 'close')
  })

  it('checks open consoles again when the bus was away, for it may have missed an order', async () => {
    const bus = localBus()
    const valid = new Set([71, 72, 73])
    const to = await start({
      open: serialDevices().open,
      bus,
      recheck: async ({ session_id }) => {
        if (session_id === 73) throw new Error('database is down')
        if (!valid.has(session_id ?? 0)) throw new PanelError('signed_out', msg`Sign in again`)
      },
    })
    const ended = openPage(to, { session_id: 71 })
    const stays = [openPage(to, { session_id: 72 }), openPage(to, { session_id: 73 })]
    await Promise.all([ended, ...stays].map((page) => once(page.ws, 'open')))
    valid.delete(71)
    bus.reconnect()
    expect(await ended.closed).toEqual({ code: 4001, words: 'Sign in again' })
    for (const page of stays) expect(page.ws.readyState).toBe(page.ws.OPEN)
  })

  it('tells pages to come back when the panel restarts', async () => {
    const to = await start({ open: serialDevices().open })
    const page = openPage(to)
    await once(page.ws, 'open')
    to.gateway.stop()
    expect(await page.closed).toMatchObject({ code: 1012 })
  })
})

describe('who is watching', () => {
  it('is known in every process, also to one that starts later', async () => {
    const bus = localBus()
    const here = await start({ open: serialDevices().open, bus })
    const changes: string[] = []
    here.gateway.onViewers((thing) => changes.push(thing))
    const page = openPage(here, { object_id: 5, mode: 'view' })
    while (here.gateway.viewers('host 5').length === 0) await new Promise(setImmediate)
    const there = await start({ open: serialDevices().open, bus })
    while (there.gateway.viewers('host 5').length === 0) await new Promise(setImmediate)
    expect(there.gateway.viewers('host 5')).toMatchObject([{ account_id: 7, kind: 'serial', mode: 'view' }])
    expect(JSON.stringify(there.gateway.viewers('host 5'))).not.toContain('session_id')
    expect(there.gateway.viewers('host 6')).toEqual([])
    page.ws.close()
    while (there.gateway.viewers('host 5').length > 0) await new Promise(setImmediate)
    expect(new Set(changes)).toEqual(new Set(['host 5']))
  })
})
