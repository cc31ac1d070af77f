import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { switchContract } from '../../../drivers/switch/contract.ts'
import { switchDriver } from '../../../drivers/switch/registry.ts'
import type { SwitchTarget } from '../../../drivers/switch/types.ts'
import type { Agent } from '../../peers/snmp/agent.ts'
import { serveSwitch, simulatedCommunity } from './agent.ts'
import { changeLink, type PortSeed, type SimulatedKind, type SimulatedSwitch, simulatedSwitch } from './model.ts'

// A busy test host takes its time.
vi.setConfig({ testTimeout: 30_000 })

const neighbour = {
  chassis_mac: '02:00:00:00:00:05',
  port_id: 'eth0',
  port_description: 'uplink <script>alert(1)</script>',
  name: 'server5',
  description: 'Linux',
}
const seeds: PortSeed[] = Array.from({ length: 48 }, (_, i) => ({
  in_rate: 1_000_000,
  vlan_id: 10,
  macs: [`02:00:00:00:01:${(i + 1).toString(16).padStart(2, '0')}`],
  ...(i === 4 && { neighbour }),
  ...(i === 47 && { trunk_members: [1, 20, 30], vlan_id: 10 }),
}))

const kinds: SimulatedKind[] = ['snmp_common', 'vendorA_snmp']
const agents = new Map<SimulatedKind, Agent<SimulatedSwitch>>()

function target(kind: SimulatedKind, community: string = simulatedCommunity.write): SwitchTarget {
  const port = agents.get(kind)?.options.port ?? 0
  return {
    address: '127.0.0.1',
    snmp: { version: 'snmp_v2c', community, port },
    ssh: null,
    netconf: null,
    host_key: null,
  }
}

beforeAll(async () => {
  for (const kind of kinds) {
    const model = simulatedSwitch({ kind, name: `sim-${kind}`, ports: seeds })
    agents.set(kind, await serveSwitch(model, { address: '127.0.0.1', port: 0 }))
  }
})
afterAll(async () => {
  for (const agent of agents.values()) await agent.close()
})

for (const kind of kinds) {
  const name = (number: number) => (kind === 'vendorA_snmp' ? `Gi1/0/${number}` : `port${number}`)
  switchContract(`simulated ${kind}`, {
    driver: switchDriver(kind),
    target: () => target(kind),
    ports: [name(1), name(2)],
    vlans: { existing: 10, fresh: 777, tagged: 888 },
    neighbour: { port: name(5), system_name: 'server5' },
    refusals: [
      {
        what: 'a wrong community',
        target: () => target(kind, 'guess'),
        code: 'device_unreachable',
        words: /does not answer over SNMP.*community/,
      },
    ],
  })

  describe(`simulated ${kind}`, () => {
    it('shows trunk, addresses and a neighbour', async () => {
      const device = switchDriver(kind).connect(target(kind))
      const tables = await device.readTables(AbortSignal.timeout(20_000))
      const last = agents.get(kind)!.model.ports[47]!
      expect(tables.port_vlans.find((port) => port.if_index === String(last.if_index))).toMatchObject({
        vlan_id: 10,
        is_trunk: true,
        trunk_members: [1, 20, 30],
      })
      expect(tables.macs).toHaveLength(48)
      expect(tables.macs.find((each) => each.mac === '02:00:00:00:01:05')).toMatchObject({ vlan_id: 10 })
      expect(tables.neighbours).toEqual([
        {
          if_index: String(agents.get(kind)!.model.ports[4]!.if_index),
          chassis_id: '02:00:00:00:00:05',
          port_id: 'eth0',
          port_description: 'uplink <script>alert(1)</script>',
          system_name: 'server5',
          system_description: 'Linux',
        },
      ])
      expect(tables.missing).toEqual([])
      device.close()
    })

    it('sets speed and duplex', async () => {
      const device = switchDriver(kind).connect(target(kind))
      const signal = AbortSignal.timeout(10_000)
      const third = agents.get(kind)!.model.ports[2]!
      const read = async () =>
        (await device.readInventory(signal)).ports.find((port) => port.if_index === String(third.if_index))
      await device.setSpeedDuplex(String(third.if_index), { speed: '100M', duplex: 'half' }, signal)
      expect(await read()).toMatchObject({ speed: '100M', duplex: 'half' })
      await device.setSpeedDuplex(String(third.if_index), { speed: 'auto', duplex: 'auto' }, signal)
      changeLink(agents.get(kind)!.model, third, { linked: false })
      expect(await read()).toMatchObject({ speed: 'auto', oper_status: 'down' })
      const odd = device.setSpeedDuplex(String(third.if_index), { speed: '40G', duplex: 'full' }, signal)
      await expect(odd).rejects.toMatchObject({ code: 'device_rejected' })
      device.close()
    })

    it('reports when it may only be read', async () => {
      const device = switchDriver(kind).connect(target(kind, simulatedCommunity.read))
      const index = String(agents.get(kind)!.model.ports[0]!.if_index)
      await expect(device.setAdminStatus(index, 'down', AbortSignal.timeout(20_000))).rejects.toMatchObject({
        code: 'device_rejected',
        message: expect.stringMatching(/write access/),
      })
      device.close()
    })
  })
}
