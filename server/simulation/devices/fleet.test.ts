import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pduDriver } from '../../drivers/pdu/registry.ts'
import { switchDriver } from '../../drivers/switch/registry.ts'
import { type Fleet, type FleetPlan, startFleet } from './fleet.ts'
import { simulatedPdu } from './pdu/model.ts'
import { type SimulatedKind, simulatedSwitch } from './switch/model.ts'

const kinds: SimulatedKind[] = ['snmp_common', 'vendorA_snmp', 'vendorB_without_els']
const signIn = { username: 'netconf', password: 'nc-pass' }
const address = (i: number) => `127.91.${i >> 8}.${i & 255}`
const count = 60
const snmp = { version: 'snmp_v2c', community: 'private' } as const

function plan(): FleetPlan {
  const switches = Array.from({ length: count }, (_, i) => {
    const kind = kinds[i % 3]!
    const ports = Array.from({ length: 48 }, () => ({ vlan_id: 10, in_rate: 1_000_000 }))
    const netconf = kind === 'vendorB_without_els' ? { ...signIn, port: 42_790 } : undefined
    return { address: address(i), model: simulatedSwitch({ kind, name: `sw${i}`, ports }), ...(netconf && { netconf }) }
  })
  const outlets = Array.from({ length: 24 }, () => ({ watts: 100 }))
  const pdus = [{ address: address(1_000), model: simulatedPdu({ kind: 'apc_snmp', name: 'pdu', outlets }) }]
  return { switches, pdus }
}

describe('a fleet of simulated devices', () => {
  let fleet: Fleet
  beforeAll(async () => {
    fleet = await startFleet(plan())
  })
  afterAll(() => fleet.close())

  it('is polled by address alone, all at once', async () => {
    const signal = AbortSignal.timeout(30_000)
    const polled = await Promise.all(
      Array.from({ length: count }, async (_, i) => {
        const netconf = { ...signIn, port: 42_790 }
        const target = { address: address(i), snmp, ssh: null, netconf, host_key: null }
        const device = switchDriver(kinds[i % 3]!).connect(target)
        const { system, ports } = await device.readInventory(signal)
        const counters = await device.readCounters(signal)
        const tables = await device.readTables(signal)
        device.close()
        return [system.name, ports.length, counters.ports.length, tables.port_vlans.length]
      }),
    )
    expect(polled).toEqual(polled.map((_, i) => [`sw${i}`, 48, 48, 48]))
    const pdu = pduDriver('apc_snmp').connect({ address: address(1_000), snmp })
    expect((await pdu.read(signal)).load.power_w).toBe(2_400)
    pdu.close()
  }, 60_000)

  it('leaves ports that are taken to who has them', async () => {
    const second = await startFleet(plan())
    expect(second.port).not.toBe(fleet.port)
    expect(second.netconf.size).toBe(0)
    await second.close()
  })
})
