import { type SimulatedBmcOptions, serveBmc, simulatedBmc } from '../../simulation/devices/bmc/bmc.ts'
import type { PeerMachine } from '../../simulation/peers/ipmi/machine.ts'
import type { Task } from '../../tasks/define.ts'
import { deviceFixture } from '../datacenter/device-fixture.ts'

/** The fixture of devices with simulated controllers that really answer over IPMI. */
export async function remoteFixture(definitions: readonly Task[]) {
  const devices = await deviceFixture(definitions)
  const rack = await devices.addRack()
  let unit = 0

  /** Makes a server's controller answer at a port of the loopback address. */
  async function serve(machine: PeerMachine, port = 0) {
    const peer = await serveBmc(machine, { address: '127.0.0.1', port })
    devices.closing.push(() => peer.close().catch(() => {}))
    return peer
  }
  /** A server in a rack, with a controller that has been asked once. */
  async function addControlled(name: string, options: Partial<SimulatedBmcOptions> = {}) {
    const { on = false, password = 'secret-of-bmc' } = options
    const machine = simulatedBmc({ ...options, name, username: 'admin', password, on })
    const peer = await serve(machine)
    const server = await devices.addServer(name, rack, ++unit)
    const given = { ip: '127.0.0.1', port: peer.port, username: 'admin', password }
    const ipmi = await devices.made(devices.api.admin.post(`/dci/v3/server/${server}/ipmi`, given))
    const first = await devices.prisma.task.findFirstOrThrow({ where: { name: 'ipmi_poll', registry_id: ipmi } })
    await devices.ended(first.id)
    return { server, ipmi, machine, peer }
  }
  return { ...devices, rack, serve, addControlled }
}
