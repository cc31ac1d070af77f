import { once } from 'node:events'
import { type Duplex, duplexPair } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { PanelError } from '../domain/shared/errors.ts'
import { serveRfb } from '../protocols/rfb/server.ts'
import { localBus } from './bus.ts'
import { NOT_RECORDED } from './failure.ts'
import type { ConsoleGatewayOptions } from './gateway.ts'
import { anyTicket, Page, startGateway, type TestGateway } from './testing.ts'
import type { ConsoleGrant } from './tickets.ts'

const grant = (change: Partial<ConsoleGrant> = {}): ConsoleGrant => ({
  ...{
    kind: 'serial',
    mode: 'control',
    object: 'host',
    object_id: 1,
    account_id: 7,
    session_id: 70,
    take_over: false,
    record: false,
  },
  ...change,
})

const running: TestGateway[] = []
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop()
})

async function start(options: Partial<ConsoleGatewayOptions> & Pick<ConsoleGatewayOptions, 'open'>) {
  const gateway = await startGateway(options)
  running.push(gateway)
  return gateway
}

let nextTicket = 0
function openPage(to: TestGateway, change: Partial<ConsoleGrant> = {}): Page {
  const ticket = anyTicket(nextTicket++)
  to.tickets.set(ticket, grant(change))
  return new Page(to.url, ticket)
}

/** Serial devices whose far ends the test holds. */
function serialDevices() {
  const ends: Duplex[] = []
  const open = async () => {
    const [near, far] = duplexPair()
    near.once('close', () => far.destroy()) // a pair does not hang up by itself, as a connection does
    ends.push(far.on('error', () => {}))
    return { stream: near, vncPassword: null }
  }
  return { ends, open }
}

const readSome = async (stream: Duplex): Promise<string> => String((await once(stream, 'data'))[0])

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
    expect(await new Page(to.url, anyTicket(1), 'https://evil.example').refusal()).toMatchObject({ status: 403 })
    expect(await new Page(to.url, null).refusal()).toMatchObject({ status: 401, words: /missing/ })
    expect(await new Page(`${to.url}?ticket=${anyTicket(1)}`, null).refusal()).toMatchObject({ status: 401 })
    expect(await new Page(to.url, anyTicket(2)).refusal()).toMatchObject({ status: 401, words: /was used, is too old/ })
    expect(devices.ends).toHaveLength(0)
    expect(to.tickets.size).toBe(1)
  })

  it('takes a ticket once and does not say it back', async () => {
    const to = await start({ open: serialDevices().open })
    to.tickets.set(anyTicket(3), grant())
    const first = new Page(to.url, anyTicket(3))
    await once(first.ws, 'open')
    expect(first.ws.protocol).toBe('binary')
    expect(await new Page(to.url, anyTicket(3)).refusal()).toMatchObject({ status: 401 })
  })

  it('answers in words when tickets cannot be read', async () => {
    const faults: unknown[] = []
    const consumeTicket = () => Promise.reject(new Error('database is down'))
    const to = await start({ open: serialDevices().open, consumeTicket, onFault: (fault) => faults.push(fault) })
    expect(await new Page(to.url, anyTicket(4)).refusal()).toMatchObject({ status: 503 })
    expect(faults).toHaveLength(1)
  })

  it('bounds the consoles of one account, also while they open', async () => {
    const devices = serialDevices()
    const to = await start({ open: devices.open, maxPerAccount: 2 })
    const pages = [openPage(to), openPage(to), openPage(to)]
    const { code, words } = await Promise.race(pages.map((page) => page.closed))
    expect({ code, words }).toEqual({ code: 4010, words: '2 consoles are open already; close one' })
    await once(openPage(to, { account_id: 8 }).ws, 'open')
  })
})

describe('serial', () => {
  it('carries bytes both ways and ends with either side', async () => {
    const devices = serialDevices()
    const to = await start({ open: devices.open })
    const page = openPage(to)
    await once(page.ws, 'open')
    page.ws.send(Buffer.from('uptime\r'))
    while (devices.ends.length === 0) await new Promise(setImmediate)
    const device = devices.ends[0] as Duplex
    expect(await readSome(device)).toBe('uptime\r')
    device.write('up 2 days')
    expect((await page.read(9)).toString()).toBe('up 2 days')
    device.end()
    expect(await page.closed).toMatchObject({ code: 4000 })

    const second = openPage(to)
    await once(second.ws, 'open')
    second.ws.send(Buffer.from('x'))
    while (devices.ends.length === 1) await new Promise(setImmediate)
    await readSome(devices.ends[1] as Duplex)
    second.ws.close()
    await once(devices.ends[1] as Duplex, 'close')
  })

  it('drops what a viewer types', async () => {
    const devices = serialDevices()
    const to = await start({ open: devices.open })
    const page = openPage(to, { mode: 'view' })
    await once(page.ws, 'open')
    page.ws.send(Buffer.from('reboot\r'))
    while (devices.ends.length === 0) await new Promise(setImmediate)
    const heard: Buffer[] = []
    const device = devices.ends[0] as Duplex
    device.on('data', (chunk: Buffer) => heard.push(chunk))
    device.write('hello')
    await page.read(5)
    page.ws.close()
    await once(device, 'close')
    expect(heard).toEqual([])
  })

  it('takes no text messages', async () => {
    const to = await start({ open: serialDevices().open })
    const page = openPage(to)
    await once(page.ws, 'open')
    page.ws.send('text')
    expect(await page.closed).toMatchObject({ code: 4002 })
  })
})

describe('screen', () => {
  const picture = {
    width: 16,
    height: 16,
    palette: [0, 0xffffff],
    pixels: new Uint8Array(256),
    onDamage: () => () => {},
  }

  function vnc(password: string | null, known: string | null = password) {
    const keys: number[] = []
    const open = async () => {
      const [near, far] = duplexPair()
      void serveRfb(far, { picture, name: 'web-1', password, onKey: (key) => keys.push(key) })
      return { stream: near, vncPassword: known }
    }
    return { keys, open }
  }

  /** What noVNC says until the first picture. */
  async function greet(page: Page) {
    expect((await page.read(12)).toString()).toBe('RFB 003.008\n')
    page.ws.send(Buffer.from('RFB 003.008\n'))
    expect([...(await page.read(2))]).toEqual([1, 1])
    page.ws.send(Buffer.from([1]))
    expect([...(await page.read(4))]).toEqual([0, 0, 0, 0])
    const keyDown = Buffer.from('040100000000ff0d', 'hex')
    // ClientInit (not shared), Enter, update request, all at once: nothing may get lost
    page.ws.send(Buffer.concat([Buffer.from([0]), keyDown, Buffer.from('03000000000000100010', 'hex')]))
    const init = await page.read(24 + 5)
    expect(init.subarray(24).toString()).toBe('web-1')
    const update = await page.read(4 + 12 + 16 * 16 * 4)
    expect([...update.subarray(0, 4)]).toEqual([0, 0, 0, 1])
  }

  it('signs in to the device itself; the browser needs no password', async () => {
    const device = vnc('s3cret')
    const to = await start({ open: device.open })
    await greet(openPage(to, { kind: 'vnc' }))
    expect(device.keys).toEqual([0xff0d])
  })

  it('keeps a viewer from typing', async () => {
    const device = vnc(null)
    const to = await start({ open: device.open })
    await greet(openPage(to, { kind: 'vnc', mode: 'view' }))
    expect(device.keys).toEqual([])
  })

  it('says in words why there is no picture', async () => {
    const failures: [() => Promise<never> | ReturnType<ReturnType<typeof vnc>['open']>, number, RegExp][] = [
      [vnc('right', 'wrong').open, 4020, /refused the password/],
      [
        () => Promise.reject(new PanelError('device_unreachable', 'Node n1 does not answer')),
        4021,
        /n1 does not answer/,
      ],
      [() => Promise.reject(new PanelError('device_rejected', 'The VM is stopped')), 4020, /is stopped/],
      [() => Promise.reject(new PanelError('not_found', 'gone')), 4004, /gone/],
      [() => Promise.reject(new PanelError('signed_out', 'Sign in again')), 4001, /Sign in/],
      [() => Promise.reject(new TypeError('secret detail')), 4099, /^Unexpected fault in the panel/],
    ]
    for (const [open, code, words] of failures) {
      const ends: unknown[] = []
      const to = await start({ open, onRefused: (_grant, end) => ends.push(end) })
      expect(await openPage(to, { kind: 'vnc' }).closed).toMatchObject({ code, words })
      expect(ends).toMatchObject([{ words }])
    }
  })

  it('closes on a browser that speaks no RFB', async () => {
    const to = await start({ open: vnc(null).open })
    const page = openPage(to, { kind: 'vnc' })
    await page.read(12)
    page.ws.send(Buffer.from('GET / HTTP/1'))
    expect(await page.closed).toMatchObject({ code: 4002 })
    const late = openPage(to, { kind: 'vnc' })
    await greet(late)
    late.ws.send(Buffer.from([77]))
    expect(await late.closed).toMatchObject({ code: 4002 })
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
        if (!valid.has(session_id ?? 0)) throw new PanelError('signed_out', 'Sign in again')
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

describe('recording', () => {
  /** A recording that keeps what it is given. */
  function recorder() {
    const shown: string[] = []
    const calls = { begun: 0, ended: 0, fail: (_words: string) => {} }
    const record = async () => {
      calls.begun++
      return {
        tap: {
          take: (bytes: Buffer) => {
            shown.push(bytes.toString())
            return true
          },
          onDrain: () => {},
        },
        onFault: (end: (words: string) => void) => {
          calls.fail = end
        },
        end: () => void calls.ended++,
      }
    }
    return { shown, calls, record }
  }

  it('sees what the device says, never what is typed, and only where the grant asks for it', async () => {
    const devices = serialDevices()
    const { shown, calls, record } = recorder()
    const to = await start({ open: devices.open, record })
    const page = openPage(to, { record: true })
    const plain = openPage(to)
    await Promise.all([once(page.ws, 'open'), once(plain.ws, 'open')])
    await expect.poll(() => devices.ends.length).toBe(2)
    for (const end of devices.ends) end.write('login: ')
    expect(String(await page.read(7))).toBe('login: ')
    expect(String(await plain.read(7))).toBe('login: ')
    page.ws.send(Buffer.from('hunter2'))
    await Promise.any(devices.ends.map(readSome))
    for (const end of devices.ends) end.write('welcome')
    await page.read(7)
    expect(shown.join('')).toBe('login: welcome')
    page.ws.close()
    await expect.poll(() => calls).toMatchObject({ begun: 1, ended: 1 })
  })

  it('ends a console that can no longer be recorded, and does not open one that cannot be', async () => {
    const devices = serialDevices()
    const { calls, record } = recorder()
    const to = await start({ open: devices.open, record })
    const page = openPage(to, { record: true })
    await once(page.ws, 'open')
    await expect.poll(() => devices.ends.length).toBe(1)
    devices.ends[0]?.write('x')
    await page.read(1)
    calls.fail('The disk is full')
    expect(await page.closed).toEqual({ code: 4013, words: 'The disk is full' })
    const refusing = await start({
      open: devices.open,
      record: async () => {
        throw new PanelError('device_rejected', 'It has to be recorded', { value: NOT_RECORDED })
      },
    })
    expect((await openPage(refusing, { record: true }).closed).code).toBe(4013)
    expect(devices.ends).toHaveLength(1)
  })
})
