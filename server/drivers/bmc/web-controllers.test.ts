import { createServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { selfSignedCertificate } from '../../protocols/pinned-http/self-signed.ts'
import { startAmtPeer } from '../../simulation/devices/bmc/amt-peer.ts'
import { startListening } from '../../simulation/devices/bmc/listening.ts'
import { SimulatedMachine } from '../../simulation/devices/bmc/machine.ts'
import { startRedfishPeer } from '../../simulation/devices/bmc/redfish-peer.ts'
import { AmtBmc } from './amt/connection.ts'
import { RedfishBmc } from './redfish/connection.ts'
import type { BmcConnection } from './types.ts'

const never = new AbortController().signal
const user = { username: 'admin', password: 'P@ssw0rd' }
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

type Change = { password?: string; identity?: string | null }
type Kind = {
  start: (machine: SimulatedMachine) => Promise<{ port: number; connect: (change?: Change) => BmcConnection }>
}

const kinds = {
  amt: {
    async start(machine) {
      const peer = await startAmtPeer({ machine, ...user, tls: selfSignedCertificate('amt') })
      ends.push(() => peer.close())
      const port = peer.httpPort
      const target = { address: '127.0.0.1', port, ...user, identity: null }
      const connect = (change: Change = {}) =>
        new AmtBmc({ ...target, ...change }, { redirection: peer.redirectionPort })
      return { port, connect }
    },
  },
  redfish: {
    async start(machine) {
      const peer = await startRedfishPeer({ machine, ...user, tls: selfSignedCertificate('redfish') })
      ends.push(() => peer.close())
      const target = { address: '127.0.0.1', port: peer.port, ...user, identity: null }
      return { port: peer.port, connect: (change: Change = {}) => new RedfishBmc({ ...target, ...change }) }
    },
  },
} satisfies Record<string, Kind>

describe.each(Object.entries(kinds))('%s', (_name, { start }) => {
  async function begin() {
    const machine = new SimulatedMachine()
    const { connect, port } = await start(machine)
    const open = (change?: Change) => {
      const controller = connect(change)
      ends.push(() => controller.close())
      return controller
    }
    return { machine, open, port, controller: open() }
  }

  test('power: nothing twice, no restart of what is off', async () => {
    const { machine, controller } = await begin()
    expect(await controller.power(never)).toBe('off')
    await controller.setPower('off', never)
    await controller.setPower('soft', never)
    await expect(controller.setPower('reset', never)).rejects.toMatchObject({ code: 'device_rejected', value: 'power' })
    expect(machine.commands).toEqual([])
    await controller.setPower('on', never)
    await controller.setPower('on', never)
    await controller.setPower('reset', never)
    await controller.setPower('cycle', never)
    expect(machine.commands).toHaveLength(3)
    await controller.setPower('off', never)
    expect(await controller.power(never)).toBe('off')
  })

  test('the next boot, and back', async () => {
    const { machine, controller } = await begin()
    await controller.setBoot({ device: 'pxe', persistent: false, uefi: true }, never)
    await controller.setPower('on', never)
    await controller.setBoot({ device: 'cdrom', persistent: false, uefi: true }, never)
    await controller.setBoot({ device: 'none', persistent: false, uefi: true }, never)
    await controller.setPower('reset', never)
    expect(machine.boots).toEqual(['pxe', 'disk'])
  })

  test('events oldest first, and only what is new', async () => {
    const { controller } = await begin()
    const events = await controller.events(never)
    expect(events[0]).toMatchObject({ time: expect.any(Date), words: expect.stringMatching(/\w/), asserted: true })
    expect(events.map(({ id }) => id)).toEqual(events.map(({ id }) => id).toSorted((a, b) => a - b))
    expect(await controller.events(never, events.at(-1)?.id)).toEqual([])
    expect(await controller.events(never, events[0]?.id)).toEqual(events.slice(1))
    expect(await controller.events(never, 7)).toEqual(events)
  })

  test('the certificate is learned, held, and a changed one is an alarm', async () => {
    const { controller, open, machine } = await begin()
    const identity = await controller.identity(never)
    expect(identity).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)
    expect(await open({ identity }).identity(never)).toBe(identity)
    const alarm = open({ identity: 'AB'.repeat(32) }).setPower('on', never)
    await expect(alarm).rejects.toMatchObject({
      code: 'device_rejected',
      value: 'identity',
      message: expect.stringMatching(/identity changed.*not the trusted one.*Nothing was sent/),
    })
    expect(machine.commands).toEqual([])
  })

  test('distinguishes a wrong password from silence', async () => {
    const { open, port } = await begin()
    const wrong = open({ password: 'no' }).power(never)
    await expect(wrong).rejects.toMatchObject({ code: 'device_rejected', value: 'password' })
    for (const end of ends.splice(0, 1)) await end()
    const gone = open().power(never)
    await expect(gone).rejects.toMatchObject({
      code: 'device_unreachable',
      message: expect.stringContaining('127.0.0.1'),
    })
    const { close } = await startListening(
      createServer((socket) => socket.end('SSH-2.0-x\r\n')),
      '127.0.0.1',
      port,
    )
    ends.push(close)
    await expect(open().power(never)).rejects.toMatchObject({ code: 'device_rejected' })
  })

  test('what it cannot do, it says', async () => {
    const { controller } = await begin()
    await expect(controller.identify(15, never)).rejects.toMatchObject({ code: 'device_rejected' })
    const safe = controller.setBoot({ device: 'safe', persistent: false, uefi: true }, never)
    await expect(safe).rejects.toMatchObject({ code: 'device_rejected', value: 'device' })
  })
})

test('the serial port of AMT, and none of Redfish', async () => {
  const machine = new SimulatedMachine()
  const amt = (await kinds.amt.start(machine)).connect()
  const redfish = (await kinds.redfish.start(machine)).connect()
  const serial = await amt.sol({ takeOver: false }, never)
  const heard = new Promise((resolve) => serial.once('data', (data: Buffer) => resolve(data.toString())))
  await redfish.setPower('on', never)
  expect(await heard).toBe('Booting from disk\r\n')
  await expect(serial.sendBreak()).rejects.toMatchObject({ code: 'device_rejected' })
  const second = amt.sol({ takeOver: true }, never)
  await expect(second).rejects.toMatchObject({
    code: 'device_unreachable',
    message: expect.stringMatching(/serial console: Another session is connected/),
  })
  serial.destroy()
  await expect(redfish.sol()).rejects.toMatchObject({ code: 'device_rejected' })
  await redfish.identify('on', never)
  expect(await redfish.sensors(never)).toContainEqual({
    identity: 'temperature:Inlet',
    name: 'Inlet',
    kind: 'Temperature',
    value: 24,
    unit: '°C',
    health: 'ok',
    states: [],
    thresholds: { upper_non_critical: 38, upper_critical: 42 },
  })
  await amt.close()
  await redfish.close()
})

test.each([
  ['a name', { address: 'bmc.example.org' }],
  ['a port', { port: 70_000 }],
  ['a fingerprint', { identity: 'yes' }],
])('refuses %s that cannot be used', (_what, change) => {
  const target = { address: '127.0.0.1', ...user, identity: null, ...change }
  expect(() => new RedfishBmc(target)).toThrow(expect.objectContaining({ code: 'refused' }))
})

test('images only by web address', async () => {
  const controller = new RedfishBmc({ address: '127.0.0.1', port: 1, ...user, identity: null })
  for (const url of ['file:///etc/passwd', 'a.iso', 'https://u:p@x/a.iso'])
    await expect(controller.insertMedia(url, never)).rejects.toMatchObject({ code: 'refused' })
  controller.close()
})

test('a lasting boot order is refused by AMT before anything is sent', async () => {
  const controller = new AmtBmc({ address: '127.0.0.1', port: 1, ...user, identity: null })
  const lasting = controller.setBoot({ device: 'pxe', persistent: true, uefi: true }, never)
  await expect(lasting).rejects.toMatchObject({ code: 'device_rejected', value: 'persistent' })
  controller.close()
})
