import { createServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { selfSignedCertificate } from '../../protocols/pinned-http/self-signed.ts'
import { AmtController } from './amt/connection.ts'
import type { WebController } from './controller.ts'
import { RedfishController } from './redfish/connection.ts'
import { startAmtPeer } from './simulated/amt-peer.ts'
import { startListening } from './simulated/listening.ts'
import { SimulatedMachine } from './simulated/machine.ts'
import { startRedfishPeer } from './simulated/redfish-peer.ts'

const never = new AbortController().signal
const user = { username: 'admin', password: 'P@ssw0rd' }
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

type Change = { password?: string; fingerprint?: string | null }
type Kind = {
  start: (machine: SimulatedMachine) => Promise<{ port: number; connect: (change?: Change) => WebController }>
}

const kinds: Record<string, Kind> = {
  amt: {
    async start(machine) {
      const peer = await startAmtPeer({ machine, ...user, tls: selfSignedCertificate('amt') })
      ends.push(() => peer.close())
      const port = peer.httpPort
      const target = { address: '127.0.0.1', port, ...user, fingerprint: null }
      const connect = (change: Change = {}) =>
        new AmtController({ ...target, ...change }, { redirection: peer.redirectionPort })
      return { port, connect }
    },
  },
  redfish: {
    async start(machine) {
      const peer = await startRedfishPeer({ machine, ...user, tls: selfSignedCertificate('redfish') })
      ends.push(() => peer.close())
      const target = { address: '127.0.0.1', port: peer.port, ...user, fingerprint: null }
      return { port: peer.port, connect: (change: Change = {}) => new RedfishController({ ...target, ...change }) }
    },
  },
}

describe.each(Object.entries(kinds))('%s: what every controller owes', (_name, { start }) => {
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
    expect(await controller.readPower(never)).toBe('off')
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
    expect(await controller.readPower(never)).toBe('off')
  })

  test('the next boot, and back', async () => {
    const { machine, controller } = await begin()
    await controller.setBoot({ device: 'pxe', once: true, efi: null }, never)
    await controller.setPower('on', never)
    await controller.setBoot({ device: 'cdrom', once: true, efi: null }, never)
    await controller.setBoot({ device: 'none', once: true, efi: null }, never)
    await controller.setPower('reset', never)
    expect(machine.boots).toEqual(['pxe', 'disk'])
  })

  test('events and inventory', async () => {
    const { controller } = await begin()
    const [event] = await controller.readEvents(never)
    expect(event).toMatchObject({ at: expect.any(Date), text: expect.stringMatching(/\w/) })
    expect(event?.at?.getUTCFullYear()).toBe(2026)
    const inventory = await controller.readInventory(never)
    expect(inventory).toMatchObject({
      manufacturer: 'LabMaker',
      serial: 'SIM0001',
      uuid: '00112233-4455-6677-8899-aabbccddeeff',
    })
    expect(inventory.memory_mib).toBeGreaterThan(1_000)
  })

  test('the certificate is learned, held, and a changed one is an alarm', async () => {
    const { controller, open, machine } = await begin()
    expect(controller.fingerprint).toBeNull()
    await controller.readPower(never)
    const { fingerprint } = controller
    await open({ fingerprint }).readPower(never)
    const alarm = open({ fingerprint: 'AB'.repeat(32) }).setPower('on', never)
    await expect(alarm).rejects.toMatchObject({
      code: 'device_rejected',
      value: 'fingerprint',
      message: expect.stringMatching(/not the one that was trusted.*Nothing was sent/),
    })
    expect(machine.commands).toEqual([])
  })

  test('a wrong password and silence are told apart', async () => {
    const { open, port } = await begin()
    const wrong = open({ password: 'no' }).readPower(never)
    await expect(wrong).rejects.toMatchObject({ code: 'device_rejected', value: 'password' })
    for (const end of ends.splice(0, 1)) await end()
    const gone = open().readPower(never)
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
    await expect(open().readPower(never)).rejects.toMatchObject({ code: 'device_rejected' })
  })

  test('stops when told to', async () => {
    const { controller } = await begin()
    await expect(controller.readPower(AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough')
  })

  test('the serial port, where there is one', async () => {
    const { machine, controller } = await begin()
    const serial = await controller.serial(never)
    if (!serial) return
    const heard = new Promise((resolve) => serial.once('data', (data: Buffer) => resolve(data.toString())))
    machine.power(true, 'test')
    expect(await heard).toBe('Booting from disk\r\n')
    serial.destroy()
  })
})

test.each([
  ['a name', { address: 'bmc.example.org' }],
  ['a port', { port: 70_000 }],
  ['a fingerprint', { fingerprint: 'yes' }],
])('refuses %s that cannot be used', (_what, change) => {
  const target = { address: '127.0.0.1', port: null, ...user, fingerprint: null, ...change }
  expect(() => new RedfishController(target)).toThrow(expect.objectContaining({ code: 'refused' }))
})

test('images only by web address', async () => {
  const controller = new RedfishController({ address: '127.0.0.1', port: 1, ...user, fingerprint: null })
  for (const url of ['file:///etc/passwd', 'a.iso', 'https://u:p@x/a.iso'])
    await expect(controller.insertMedia(url, never)).rejects.toMatchObject({ code: 'refused' })
  controller.close()
})

test('a lasting boot order is refused by AMT before anything is sent', async () => {
  const controller = new AmtController({ address: '127.0.0.1', port: 1, ...user, fingerprint: null })
  const lasting = controller.setBoot({ device: 'pxe', once: false, efi: null }, never)
  await expect(lasting).rejects.toMatchObject({ code: 'device_rejected', value: 'once' })
  controller.close()
})
