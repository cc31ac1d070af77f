import { once } from 'node:events'
import { type Duplex, duplexPair } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { PanelError } from '../domain/shared/errors.ts'
import { msg } from '../shared/text.ts'
import { serveRfb } from '../simulation/peers/rfb/server.ts'
import { NOT_RECORDED } from './failure.ts'
import { openPage, readSome, serialDevices, start, stopGateways } from './gateway-fixture.ts'
import type { Page } from './testing.ts'

afterEach(stopGateways)

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
      [vnc('right', 'wrong').open, 4020, /rejected the password/],
      [
        () => Promise.reject(new PanelError('device_unreachable', msg`Node n1 does not answer`)),
        4021,
        /n1 does not answer/,
      ],
      [() => Promise.reject(new PanelError('device_rejected', msg`The VM is stopped`)), 4020, /is stopped/],
      [() => Promise.reject(new PanelError('not_found', msg`gone`)), 4004, /gone/],
      [() => Promise.reject(new PanelError('signed_out', msg`Sign in again`)), 4001, /Sign in/],
      [() => Promise.reject(new TypeError('secret detail')), 4099, /^Internal error of the panel/],
    ]
    for (const [open, code, words] of failures) {
      const ends: unknown[] = []
      const to = await start({ open, onRejected: (_grant, end) => ends.push(end) })
      expect(await openPage(to, { kind: 'vnc' }).closed).toMatchObject({ code, words })
      expect(ends).toMatchObject([{ words }])
    }
  })

  it.each<[string, (far: Duplex) => void, number, RegExp]>([
    [
      'a screen of four thousand million pixels',
      (far) => far.write(Buffer.alloc(24, 255)),
      4020,
      /65535 × 65535 pixels/,
    ],
    ['a hang-up before the screen', (far) => far.end(), 4021, /closed the connection/],
  ])('says in words what it was told instead of a screen: %s', async (_what, answer, code, words) => {
    const open = async () => {
      const [near, far] = duplexPair()
      far.write(Buffer.concat([Buffer.from('RFB 003.008\n'), Buffer.from([1, 1, 0, 0, 0, 0])]))
      let heard = 0
      far.on('data', (chunk: Buffer) => {
        heard += chunk.length
        if (heard === 14) answer(far) // version, security type, ClientInit
      })
      return { stream: near, vncPassword: null }
    }
    const page = openPage(await start({ open }), { kind: 'vnc' })
    await page.read(12)
    page.ws.send(Buffer.concat([Buffer.from('RFB 003.008\n'), Buffer.from([1, 1])]))
    expect(await page.closed).toMatchObject({ code, words })
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
        throw new PanelError('device_rejected', msg`It has to be recorded`, { value: NOT_RECORDED })
      },
    })
    expect((await openPage(refusing, { record: true }).closed).code).toBe(4013)
    expect(devices.ends).toHaveLength(1)
  })
})
