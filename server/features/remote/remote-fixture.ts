import { type SimulatedBmcOptions, serveBmc, simulatedBmc } from '../../simulation/devices/bmc/bmc.ts'
import type { PeerMachine } from '../../simulation/peers/ipmi/machine.ts'
import type { Task } from '../../tasks/define.ts'
import { gearFixture } from '../datacenter/gear-fixture.ts'

/** The fixture of devices with simulated controllers that really answer over IPMI. */
export async function remoteFixture(definitions: readonly Task[]) {
  const gear = await gearFixture(definitions)
  const rack = await gear.addRack()
  let unit = 0

  /** Lets a machine's controller answer at a port of the loopback address. */
  async function serve(machine: PeerMachine, port = 0) {
    const peer = await serveBmc(machine, { address: '127.0.0.1', port })
    gear.closing.push(() => peer.close().catch(() => {}))
    return peer
  }
  /** A server in a rack, with a controller that has been asked once. */
  async function addControlled(name: string, options: Partial<SimulatedBmcOptions> = {}) {
    const { on = false, password = 'secret-of-bmc' } = options
    const machine = simulatedBmc({ ...options, name, username: 'admin', password, on })
    const peer = await serve(machine)
    const server = await gear.addServer(name, rack, ++unit)
    const given = { ip: '127.0.0.1', port: peer.port, username: 'admin', password }
    const ipmi = await gear.made(gear.api.admin.post(`/dci/v3/server/${server}/ipmi`, given))
    const first = await gear.prisma.task.findFirstOrThrow({ where: { name: 'ipmi_poll', registry_id: ipmi } })
    await gear.ended(first.id)
    return { server, ipmi, machine, peer }
  }
  return { ...gear, rack, serve, addControlled }
}
