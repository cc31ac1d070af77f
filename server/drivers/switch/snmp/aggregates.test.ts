import { expect, it } from 'vitest'
import { soon } from '../../../shared/testing/soon.ts'
import { serveSwitch } from '../../../simulation/devices/switch/agent.ts'
import { simulatedSwitch } from '../../../simulation/devices/switch/model.ts'
import { switchDriver } from '../registry.ts'

it.each(['snmp_common', 'vendorA_snmp'] as const)('%s names the members of link aggregations', async (kind) => {
  const ports = [{ aggregate: 4 }, { aggregate: 4 }, { aggregate: 3 }, {}]
  const model = simulatedSwitch({ kind, name: 'leaf', ports })
  const agent = await serveSwitch(model, { address: '127.0.0.1', port: 0 })
  const snmp = { version: 'snmp_v2c', community: 'public', port: agent.options.port } as const
  const target = { address: '127.0.0.1', snmp, ssh: null, netconf: null, host_key: null }
  const device = switchDriver(kind).connect(target)
  try {
    const [first, second, , lag] = model.ports.map(({ if_index }) => String(if_index))
    // The third one is a single one, which is its own.
    expect((await device.readTables(soon())).aggregates).toEqual([
      { if_index: first, aggregate: lag },
      { if_index: second, aggregate: lag },
    ])
  } finally {
    device.close()
    await agent.close()
  }
})
