import { afterAll, beforeAll, expect, it } from 'vitest'
import { SnmpSession } from '../../../protocols/snmp/session.ts'
import { Agent } from '../../../simulation/peers/snmp/agent.ts'
import { type AgentColumn, AgentView, arcs, value } from '../../../simulation/peers/snmp/agent-view.ts'
import { qBridge } from './q-bridge.ts'

type Lists = { egress: string; untagged: string }
type Model = { vlans: Record<number, Lists>; current: Record<number, Lists>; pvids: number[] }

const rows = (vlans: Record<number, Lists>) => Object.keys(vlans).map((id) => [Number(id)])
const list = (hex: string) => value.octets(Buffer.from(hex, 'hex'))
const bridge = '1.3.6.1.2.1.17'
const lists = (oid: string, which: 'vlans' | 'current', part: keyof Lists): AgentColumn<Model> => ({
  oid: arcs(oid),
  rows: (model) => rows(model[which]).map((row) => (which === 'current' ? [0, ...row] : row)),
  read: (model, row) => list(model[which][row.at(-1) ?? 0]?.[part] ?? ''),
})
const view = new AgentView<Model>([
  {
    oid: arcs(`${bridge}.1.4.1.2`),
    rows: (model) => model.pvids.map((_, i) => [i + 1]),
    read: (_model, [port = 0]) => value.integer(1_000 + port),
  },
  {
    oid: arcs(`${bridge}.7.1.4.5.1.1`),
    rows: (model) => model.pvids.flatMap((pvid, i) => (pvid > 0 ? [[i + 1]] : [])),
    read: (model, [port = 0]) => value.gauge(model.pvids[port - 1] ?? 0),
  },
  lists(`${bridge}.7.1.4.3.1.2`, 'vlans', 'egress'),
  lists(`${bridge}.7.1.4.3.1.4`, 'vlans', 'untagged'),
  lists(`${bridge}.7.1.4.2.1.4`, 'current', 'egress'),
  lists(`${bridge}.7.1.4.2.1.5`, 'current', 'untagged'),
])

let agent: Agent<Model>
let session: SnmpSession
beforeAll(async () => {
  const options = { address: '127.0.0.1', port: 0, readCommunity: 'public', writeCommunity: 'private' }
  const model: Model = { vlans: {}, current: {}, pvids: [] }
  agent = await Agent.listen(view, model, options)
  const { port } = agent.options
  session = new SnmpSession({ address: '127.0.0.1', port, credentials: { version: 2, community: 'public' } })
})
afterAll(async () => {
  session.close()
  await agent.close()
})

async function read(model: Partial<Model>) {
  Object.assign(agent.model, { vlans: {}, current: {}, pvids: [], ...model })
  return qBridge.read(session, AbortSignal.timeout(20_000))
}
const port = (vlan_id: number | null, ...trunk_members: number[]) =>
  expect.objectContaining({ vlan_id, is_trunk: trunk_members.length > 0, trunk_members })

it('is absent where there are no bridge ports, or no VLANs at all', async () => {
  expect(await read({})).toBeNull()
  expect(await read({ pvids: [0, 0] })).toBeNull()
})

it('reads access ports, trunks with and without a native VLAN', async () => {
  const tables = await read({
    pvids: [10, 10, 1, 20],
    // Ports 1 to 4 are the highest bits; lists may be longer than the switch has ports.
    vlans: {
      1: { egress: '0000', untagged: '00' },
      10: { egress: 'f000', untagged: 'c0' },
      20: { egress: '7000000000', untagged: '10' },
      30: { egress: '20', untagged: '' },
    },
  })
  expect(tables?.port_vlans).toEqual([port(10), port(10, 20), port(null, 10, 20, 30), port(20, 10)])
  expect(tables?.port_vlans[2]?.if_index).toBe('1003')
  expect(tables?.vlans.map((vlan) => vlan.vlan_id)).toEqual([1, 10, 20, 30])
})

it('takes the current table where nothing is configured', async () => {
  const tables = await read({
    pvids: [5, 5],
    current: { 5: { egress: 'c0', untagged: '80' }, 6: { egress: '40', untagged: '' } },
  })
  expect(tables?.port_vlans).toEqual([port(5), port(null, 5, 6)])
})

it('believes the lists of a trunk rather than a PVID it is no member of', async () => {
  const tables = await read({
    pvids: [1],
    vlans: { 7: { egress: '80', untagged: '80' }, 8: { egress: '80', untagged: '' } },
  })
  expect(tables?.port_vlans).toEqual([port(7, 8)])
})

it('leaves out VLANs that cannot be', async () => {
  const tables = await read({ pvids: [4095], vlans: { 4095: { egress: '80', untagged: '80' } } })
  expect(tables).toMatchObject({ vlans: [], port_vlans: [{ vlan_id: null }] })
})

it('reads one port as it reads all, by the VLANs that it is asked about', async () => {
  const tables = await read({
    pvids: [10, 10, 1, 20],
    vlans: {
      1: { egress: '0000', untagged: '00' },
      10: { egress: 'f000', untagged: 'c0' },
      20: { egress: '7000000000', untagged: '10' },
      30: { egress: '20', untagged: '' },
    },
  })
  const signal = AbortSignal.timeout(20_000)
  // A connection of its own: which port is which is kept as long as it lasts.
  const fresh = new SnmpSession(session.target)
  for (const all of tables?.port_vlans ?? []) {
    const one = await qBridge.readPort(fresh, all.if_index, null, signal)
    expect(one).toMatchObject({ port: all, vlans: [1, 10, 20, 30] })
  }
  expect((await qBridge.readPort(fresh, '1003', null, signal))?.stands).toEqual([10, 20, 30])
  const some = await qBridge.readPort(fresh, '1003', [20, 99, 1], signal)
  expect(some).toEqual({ port: port(null, 20), vlans: [20, 1], stands: [20] })
  expect(await qBridge.readPort(fresh, '4', null, signal)).toBeNull()
  fresh.close()
})
