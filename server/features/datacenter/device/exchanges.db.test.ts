import { afterAll, beforeAll, expect, it } from 'vitest'
import { NetconfPeer } from '../../../simulation/devices/switch/netconf-peer.ts'
import { taskDefinitions } from '../../../task-definitions.ts'
import { type DeviceFixture, deviceFixture } from '../device-fixture.ts'

// How much a device is asked for one thing that people want of it: its processor is small, its tables are long.

const signIn = { username: 'netconf', password: 'nc-pass-1' }
let dc: DeviceFixture
let rack = 0
let unit = 0
let netconf: NetconfPeer | null = null
beforeAll(async () => {
  dc = await deviceFixture(taskDefinitions)
  rack = await dc.addRack()
})
afterAll(async () => {
  await dc.close()
  await netconf?.close()
})

/** Requests over SNMP and tables that were walked by them while a task ran; dialogues over NETCONF where there are any. */
async function asked(agent: { requests: number; tables: number }, path: string, body?: object) {
  const counted = () => [agent.requests, agent.tables, ...(netconf ? [netconf.sessions] : [])]
  const before = counted()
  expect(await dc.done(dc.api.admin.post(path, body))).toMatchObject({ status: 'complete' })
  return counted().map((number, n) => number - (before[n] ?? 0))
}

it.each([
  {
    kind: 'snmp_common',
    vlan: [12, 1],
    same: [3, 1],
    trunk: [13, 1],
    speed: [6, 0],
    off: [5, 0],
    on: [5, 0],
    suspend: [7, 0],
    resume: [5, 0],
    poll: [14, 13],
  },
  {
    kind: 'vendorA_snmp',
    vlan: [14, 1],
    same: [3, 1],
    trunk: [21, 1],
    speed: [8, 1],
    off: [7, 1],
    on: [7, 1],
    suspend: [11, 2],
    resume: [7, 1],
    poll: [23, 20],
  },
  {
    kind: 'vendorB_without_els',
    vlan: [1, 0, 1],
    same: [1, 0, 1],
    trunk: [1, 0, 1],
    speed: [2, 0, 1],
    off: [2, 0, 1],
    on: [2, 0, 1],
    suspend: [3, 0, 1],
    resume: [2, 0, 1],
    poll: [11, 10, 1],
  },
] as const)('what is asked of a switch for one port: $kind', async ({ kind, ...expected }) => {
  const ports = Array.from({ length: 24 }, () => ({ vlan_id: 10 }))
  const { agent, ...sw } = await dc.addSwitch({ rack, unit: ++unit, kind, ports }, async (model) => {
    if (kind !== 'vendorB_without_els') return {}
    netconf = await NetconfPeer.listen(model, { address: '127.0.0.1', port: 0, ...signIn })
    return { netconf_params: { ...signIn, port: netconf.options.port } }
  })
  const port = `${sw.path}/port/${sw.ports[6]}`
  const server = await dc.addServer(`on-${kind}`, rack, unit + 20)
  await dc.made(dc.api.admin.post('/dci/v3/switch_connection', { server_id: server, switch_port_id: sw.ports[6] }))
  expect({
    vlan: await asked(agent, port, { vlan_id: 30 }),
    same: await asked(agent, port, { vlan_id: 30 }),
    trunk: await asked(agent, port, { is_trunk: true, trunk_members: [40, 50] }),
    speed: await asked(agent, port, { speed: '100M', duplex: 'half' }),
    off: await asked(agent, `${port}/off`),
    on: await asked(agent, `${port}/on`),
    suspend: await asked(agent, `/dci/v3/server/${server}/suspend`),
    resume: await asked(agent, `/dci/v3/server/${server}/resume`),
    poll: await asked(agent, `${sw.path}/poll`),
  }).toEqual(expected)
  await netconf?.close()
  netconf = null
})

it.each([
  { kind: 'apc_snmp', off: [3, 0], on: [3, 0], poll: [5, 3] },
  { kind: 'raritan_snmp', off: [5, 0], on: [5, 0], poll: [5, 4] },
  { kind: 'snmp_common', off: [5, 1], on: [5, 1], poll: [3, 2] },
] as const)('what is asked of a PDU for one outlet: $kind', async ({ kind, ...expected }) => {
  const outlets = Array.from({ length: 24 }, () => ({ watts: 100 }))
  const { agent, path, ports } = await dc.addPdu({ rack, unit: ++unit, kind, outlets })
  const outlet = `${path}/port/${ports[6]}`
  expect({
    off: await asked(agent, `${outlet}/off`),
    on: await asked(agent, `${outlet}/on`),
    poll: await asked(agent, `${path}/poll`),
  }).toEqual(expected)
})
