import { IpmiClient } from '../../../protocols/ipmi/client.ts'
import type { IpmiTarget } from '../../../protocols/ipmi/open.ts'
import { PeerMachine, type PeerMachineOptions } from './machine.ts'
import { serverSensors } from './sensors.ts'
import { IpmiPeer, type PeerOptions } from './serve.ts'

export const testInventory = {
  chassis: { type: 0x17, part: 'CH-1', serial: 'CS0001' },
  board: {
    manufactured: new Date('2024-03-01T12:00:00Z'),
    manufacturer: 'Maker',
    product: 'Board X1',
    serial: 'B0001',
    part: 'PN-1',
  },
  product: {
    manufacturer: 'Maker',
    name: 'Server 1U',
    part: 'S-1',
    version: '1.0',
    serial: 'SN0001',
    asset: 'asset 1',
  },
} as const

export const testUsers = [
  { id: 2, name: 'ADMIN', password: 'admin-secret', privilege: 4, enabled: true },
  { id: 3, name: 'oper', password: 'oper-secret', privilege: 3, enabled: true },
  { id: 4, name: 'viewer', password: 'view-secret', privilege: 2, enabled: true },
] as const

/** A serial port that echoes its input, and answers `BREAK` to a break. */
export const echo: NonNullable<PeerMachineOptions['serial']> = (output) => ({
  write: (characters) => output(characters),
  break: () => output(Buffer.from('BREAK')),
  close() {},
})

/** Waits short enough for tests in which packets are lost, long enough for a busy test host. */
export const shortPatience = [100, 200, 400, 800, 1_600]

/** A controller of the peer and a way to make clients for it. */
export async function testPeer(options: PeerOptions = {}, machineOptions: Partial<PeerMachineOptions> = {}) {
  const machine = new PeerMachine({
    users: testUsers,
    sensors: serverSensors,
    inventory: testInventory,
    serial: echo,
    ...machineOptions,
  })
  const peer = await IpmiPeer.start(machine, options)
  const clients: IpmiClient[] = []
  const target = (more: Partial<IpmiTarget> = {}): IpmiTarget => ({
    address: '127.0.0.1',
    port: peer.port,
    username: 'ADMIN',
    password: 'admin-secret',
    patience: shortPatience,
    ...more,
  })
  return {
    peer,
    machine,
    target,
    client: (more: Partial<IpmiTarget> = {}, options: { doubtMs?: number } = {}) => {
      const client = new IpmiClient(target(more), options)
      clients.push(client)
      return client
    },
    async close() {
      for (const client of clients) await client.close()
      await peer.close()
    },
  }
}
