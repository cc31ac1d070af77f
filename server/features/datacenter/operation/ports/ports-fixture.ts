import { serveSwitch } from '../../../../simulation/devices/switch/agent.ts'
import { type PortSeed, simulatedSwitch } from '../../../../simulation/devices/switch/model.ts'
import { closeTurns } from '../../device/queue.ts'
import { operationFixture } from '../operation-fixture.ts'

/** Of the location. */
export const PROVISIONING = 900

/** The VLANs of a port, as the device has them: of what comes in without a tag, and of what goes out. */
export type OwnVlans = { in: number | undefined; untagged: number[]; tagged: number[] }
export const access = (vlan: number): OwnVlans => ({ in: vlan, untagged: [vlan], tagged: [] })

/** Operations in a location with a provisioning VLAN and a simulated switch, whose ports are in VLAN 10; the third is a trunk with 20 and 30. */
export async function portsFixture() {
  const t = await operationFixture()
  const { prisma } = t.api.database
  const trunk: PortSeed = { vlan_id: 10, trunk_members: [20, 30] }
  const seeds: PortSeed[] = Array.from({ length: 16 }, (_, at) => (at === 2 ? trunk : { vlan_id: 10 }))
  const model = simulatedSwitch({ kind: 'snmp_common', name: 'leaf', ports: seeds })
  let agent = await serveSwitch(model, { address: '127.0.0.1', port: 0 })
  const { port } = agent.options
  const rack = await t.made(t.api.admin.post(`/dci/v3/location/${t.site}/rack`, { name: 'R', size: 42 }))
  const place = { rack, unit: 1, size: 1 }
  const way = { device: 'snmp_common', ip: '127.0.0.1', snmp_params: { version: 'snmp_v2c', community: 'private' } }
  const id = await t.made(t.api.admin.post('/dci/v3/switch', { name: 'leaf', ...place, ...way }))
  // The API knows port 161 only.
  await t.api.database.pool.query(
    `update net_switch set snmp_params = snmp_params || jsonb_build_object('port', $2::int) where id = $1`,
    [id, port],
  )
  const ports: number[] = []
  for (const { if_index, name } of model.ports) {
    const data = { switch_id: id, if_index: String(if_index), name, vlan_id: 10, oper_status: 'up' }
    ports.push((await prisma.switch_port.create({ data })).id)
  }
  const setVlan = (provisioning_vlan: number | null) =>
    t.api.admin.post(`/dci/v3/location/${t.site}/provisioning_vlan`, { provisioning_vlan })
  await setVlan(PROVISIONING)
  return {
    ...t,
    leaf: id,
    model,
    ports,
    setVlan,
    /** A server with the cables of these ports of the switch, from 1. */
    async wired(...numbers: number[]) {
      const server = await t.server()
      const chosen = numbers.map((n) => ports[n - 1] ?? 0)
      await prisma.switch_connection.deleteMany({ where: { switch_port_id: { in: chosen } } })
      for (const switch_port_id of chosen)
        await prisma.switch_connection.create({ data: { server_id: server, switch_port_id } })
      return server
    },
    /** An operation that has begun on it. */
    async begun(server_id: number) {
      const about = { server_id, location_id: t.site, auth_id: 'test', mac: '52:54:00:00:00:01', type: 'diag' }
      const { id } = await prisma.operation.create({
        data: { ...about, deadline_at: new Date(Date.now() + 3_600_000) },
      })
      return { id, server_id }
    },
    /** What the device has at a port: all VLANs that it lets out, whatever is read of it. */
    has(n: number): OwnVlans {
      const port = model.ports[n - 1]
      const member = [...model.vlans].filter(([, vlan]) => port && vlan.egress.has(port.number))
      const untagged = member.flatMap(([id, vlan]) => (vlan.untagged.has(n) ? [id] : []))
      const tagged = member.flatMap(([id, vlan]) => (vlan.untagged.has(n) ? [] : [id]))
      return { in: port?.pvid, untagged, tagged: tagged.sort((a, b) => a - b) }
    },
    held: () => prisma.operation_port.count(),
    /** The switch is away, and is back. */
    away: () => agent.close(),
    async back() {
      agent = await serveSwitch(model, { address: '127.0.0.1', port })
    },
    async close() {
      await t.stopWorker()
      await closeTurns()
      await agent.close().catch(() => {})
      await t.close()
    },
  }
}
