import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApi } from '../../../e2e/support/api.ts'
import { db } from '../../db/pool.ts'
import { transaction } from '../../db/transaction.ts'
import type { LocationLoad } from '../../domain/overview/record.ts'
import type { Problem } from '../../domain/problem/record.ts'
import { pollPdu } from '../../features/datacenter/pdu/poll.ts'
import { pollSwitch } from '../../features/datacenter/switch/poll.ts'
import { PERCENTILES } from '../../features/datacenter/traffic/percentile.ts'
import { pollController } from '../../features/remote/ipmi/poll-controller.ts'
import { type Fleet, startFleet } from '../devices/fleet.ts'
import { startControlHosts } from './control-hosts.ts'
import { startControllers } from './controllers.ts'
import { fleetPlan } from './fleet.ts'
import { loadRoom, type RoomContents } from './room-load.ts'
import { removeRoom } from './room-remove.ts'

let api: Awaited<ReturnType<typeof testApi>>
let room: RoomContents
let fleet: Fleet | undefined

const tables = ['location', 'rack', 'rack_cell', 'rack_reservation', 'chassis', 'chassis_slot', 'server', 'server_mac']
const more = ['net_switch', 'switch_port', 'switch_connection', 'pdu', 'pdu_port', 'pdu_connection', 'vlan', 'platform']
const remote = ['ipmi', 'ipmi_state', 'ipmi_sensor', 'ipmi_event', 'sensor_history']
const network = ['port_traffic', 'port_month', 'server_month', 'cpu_socket', 'ip', 'iprange', 'ippool', 'ipnet']
async function counts() {
  const all = [...tables, ...more, ...remote, ...network].map(
    (table) => `'${table}', (select count(*)::int from ${table})`,
  )
  const { rows } = await api.database.pool.query<{ counts: Record<string, number> }>(
    `select json_build_object(${all.join(', ')}) as counts`,
  )
  return rows[0]?.counts ?? {}
}

beforeAll(async () => {
  api = await testApi()
  const owners = [api.ann.id, api.bob.id, api.bob.id]
  room = await transaction((work) => loadRoom(work, { owners, nodes: [] }), { timeoutMs: 60_000 })
})
afterAll(async () => {
  await fleet?.close()
  await api.close()
})

it('fills two locations with what belongs together', async () => {
  const { body } = await api.admin.get('/dci/v3/server?limit=500')
  expect(body.list.length).toBeGreaterThan(90)
  const [db4] = body.list.filter((server: { name: string }) => server.name === 'db-04')
  expect(db4).toMatchObject({
    power_status: 'on',
    state_info: expect.stringContaining('Drive 4'),
    location: { name: 'FRA1' },
  })
  expect(db4.pdu_connections).toHaveLength(2)
  expect(db4.switch_connection).toHaveLength(2)
  expect(db4.ip).toHaveLength(1)
  const mine = (await api.ann.get('/dci/v3/server?limit=500')).body.list
  expect(mine.length).toBeGreaterThan(10)
  expect(mine.length).toBeLessThan(body.list.length)
  const addressed = mine.filter((server: { ip: unknown[] }) => server.ip.length > 0)
  expect(addressed.length).toBeGreaterThan(5)
  for (const { id, ip } of addressed) {
    const own = await api.ann.get(`/dci/v3/server/${id}/ip`)
    expect(own.body.list.map((row: { name: string }) => row.name)).toEqual(ip.map(({ name }: { name: string }) => name))
  }
  const { rows } = await api.database.pool.query(
    `select r.name from rack r join rack_cell c on c.rack_id = r.id group by r.id having max(c.unit) > r.size`,
  )
  expect(rows).toEqual([])
})

it('has a few things wrong, which the overview tells of', async () => {
  const { list } = (await api.admin.get('/vm/v3/problem')).body
  const told = list.map((one: Problem) => `${one.kind} ${one.name}`)
  expect(told.sort()).toEqual([
    ...['controller srv-44', 'discovery FRA1', 'drift sw-fra1-a01', 'drift sw-fra1-b04', 'feed srv-09'],
    ...['identity db-16', 'link srv-22', 'sensor gpu-04', 'server db-04', 'server stor-06', 'switch mg-fra1-b02'],
  ])
  const of = (kind: string): Problem => list.find((one: Problem) => one.kind === kind)
  expect(of('feed').part).toMatch(/^pdu-fra1-a02-b \d+$/)
  expect(of('link').part).toMatch(/^sw-fra1-a04 port\d+$/)
  expect(of('switch').hosts).toBeGreaterThan(9)
  const [fra, lon]: LocationLoad[] = (await api.admin.get('/vm/v3/overview')).body.locations
  expect(fra).toMatchObject({
    name: 'FRA1',
    racks: 9,
    switches: { used: 16, total: 17 },
    pdus: { used: 18, total: 18 },
  })
  expect(fra?.units.used).toBeGreaterThan(150)
  // Servers of half width stand alone in some units: as the racks say it, to the half.
  const racks: { used: number }[] = (await api.admin.get('/dci/v3/rack?where=location EQ 1')).body.list
  expect(fra?.units.used).toBe(racks.reduce((sum, { used }) => sum + used, 0))
  expect(fra?.units.used).not.toBe(Math.round(fra?.units.used ?? 0))
  expect(lon).toMatchObject({ name: 'LON2', racks: 3, units: { total: 144 } })
  expect(lon?.load_watt).toBeGreaterThan(5000)

  const { body: ann } = await api.ann.get('/vm/v3/overview')
  expect(ann).toMatchObject({ locations: [], counts: { racks: 0 } })
  const { list: hers } = (await api.ann.get('/vm/v3/problem')).body
  for (const one of hers) expect(['server', 'sensor']).toContain(one.kind)
})

it('has a past', async () => {
  const { prisma } = api.database
  const { id } = await prisma.net_switch.findUniqueOrThrow({ where: { name: 'sw-fra1-a01' } })
  const slots = await prisma.port_traffic.groupBy({ by: ['level'], where: { switch_id: id }, _count: true })
  expect(slots.map(({ level, _count }) => [level, _count]).sort()).toEqual([
    [300, 288],
    [3600, 168],
    [86400, 60],
  ])
  const [slot] = await prisma.port_traffic.findMany({ where: { switch_id: id, level: 3600 }, take: 1 })
  expect(slot?.ms.every((ms) => ms === 3_600_000)).toBe(true)
  expect(slot?.in_octets).toHaveLength(slot?.ports.length ?? 0)
  expect(slot?.in_octets.some((octets) => octets > 1_000_000n)).toBe(true)
  const server = (await api.admin.get('/dci/v3/server?where=name EQ db-04')).body.list[0]
  const months = await prisma.server_month.findMany({ where: { server_id: server.id }, orderBy: { month: 'asc' } })
  expect(Number(months[0]?.in_octets)).toBeGreaterThan(1_000_000)
  expect(months.map(({ in_octets }) => Number(in_octets)).slice(2)).toEqual([server.traffic.in])
  const port = slot?.ports[0]
  const { percentiles } = (await api.admin.get(`/dci/v3/switch/${id}/port/${port}/traffic`)).body
  const [last] = percentiles.slice(-2)
  // Of a whole day: this month may have begun a minute ago.
  const day = [id, new Date(Date.now() - 86_400_000), new Date()]
  const { rows } = await db().pool.query<{ port: number; p95_in: number }>(PERCENTILES, day)
  const now = rows.find((row) => row.port === port)?.p95_in ?? Number.NaN
  expect(last.in / now).toBeGreaterThan(0.7)
  expect(last.in / now).toBeLessThan(1.2)
})

it('has ports that are not as the panel wants them, because the device differs', async () => {
  const { prisma } = api.database
  const drifts = async (name: string) => {
    const { id } = await prisma.net_switch.findUniqueOrThrow({ where: { name } })
    return { id, list: (await api.admin.get(`/dci/v3/switch/${id}/drift`)).body.list }
  }
  expect((await drifts('sw-fra1-a01')).list).toMatchObject([
    { kind: 'vlan', wanted: { vlan: { vlan_id: 130 } }, found: { vlan: { vlan_id: 200 } } },
  ])
  expect((await drifts('sw-fra1-b04')).list).toMatchObject([
    { kind: 'admin', port_name: 'Gi1/0/48', wanted: { admin_status: 'down' }, found: { admin_status: 'up' } },
  ])
})

it('gives its next address where the demo ends', async () => {
  const { prisma } = api.database
  const { id } = await prisma.ippool.findUniqueOrThrow({ where: { name: 'fra1' } })
  const used = await prisma.ip.count({ where: { ippool_id: id } })
  const { rows } = await api.database.pool.query('select frontier - first as given from iprange where ippool_id = $1', [
    id,
  ])
  expect(Number(rows[0].given)).toBe(used)
})

it('has devices that say what the panel says of them', async () => {
  fleet = await startFleet(await fleetPlan(room))
  const { prisma, pool } = api.database
  const signal = AbortSignal.timeout(30_000)
  const ports = async () =>
    (
      await pool.query('select to_jsonb(p) - $1::text[] as port from switch_port p order by id', [
        ['seen_at', 'version'],
      ])
    ).rows
  const outlets = async () =>
    (await pool.query('select pdu_id, identity, name, power_status from pdu_port order by id')).rows
  const [before, fed] = [await ports(), await outlets()]
  for (const [address, peer] of fleet.netconf)
    await pool.query(
      `update net_switch set netconf_params = netconf_params || jsonb_build_object('port', $2::int) where ip = $1::inet`,
      [address, peer.options.port],
    )
  const kinds = await prisma.net_switch.findMany({
    where: { name: { in: ['sw-fra1-a01', 'sw-fra1-b01', 'sw-lon2-a01', 'core-fra1-1'] } },
  })
  expect(new Set(kinds.map((one) => one.device)).size).toBe(3)
  for (const { id } of kinds) await pollSwitch(id, signal)
  const secured = await prisma.net_switch.findMany({ where: { snmp_params: { path: ['version'], equals: 'snmp_v3' } } })
  expect(secured.map(({ name }) => name).sort()).toEqual(['core-fra1-1', 'core-fra1-2', 'core-lon2-1'])
  const core = secured.find(({ name }) => name === 'core-fra1-1')
  expect(core?.snmp_params).toMatchObject({
    security_level: 'auth_with_privacy',
    set: ['auth_password', 'privacy_password'],
  })
  expect(fleet.switches.get(core?.ip ?? '')?.requests).toBeGreaterThan(3)
  for (const name of ['pdu-fra1-a02-b', 'pdu-fra1-b01-a', 'pdu-lon2-a01-a'])
    await pollPdu((await prisma.pdu.findUniqueOrThrow({ where: { name } })).id, signal)
  expect(await ports()).toEqual(before)
  expect(await outlets()).toEqual(fed)
  const dead = await prisma.net_switch.findUniqueOrThrow({ where: { name: 'mg-fra1-b02' } })
  expect(dead.status).toBe('fail')
  expect(fleet.switches.has(dead.ip)).toBe(false)
})

it('has controllers of three kinds that say what the panel says of them', async () => {
  const { prisma, pool } = api.database
  const folder = mkdtempSync(path.join(tmpdir(), 'datahall-demo-'))
  const control = await startControlHosts({ ...room, control_hosts: folder }, 0)
  const controllers = await startControllers(room, control)
  try {
    const dead = await prisma.ipmi.count({ where: { status: 'fail', port: 623 } })
    expect([controllers.count, dead]).toEqual([(await prisma.ipmi.count()) - 1, 1])
    const sensors = async (ipmi_id: number) =>
      (
        await pool.query(
          'select id, identity, name, kind, unit, value is null as silent, health, thresholds, gone_at from ipmi_sensor where ipmi_id = $1 order by position',
          [ipmi_id],
        )
      ).rows
    for (const name of ['gpu-04', 'stor-06', 'srv-12', 'db-01', 'edge-02', 'db-16']) {
      const { id: server_id } = await prisma.server.findUniqueOrThrow({ where: { name } })
      const before = await prisma.ipmi.findUniqueOrThrow({ where: { server_id } })
      const [listed, { health_at, health_info }] = [await sensors(before.id), before]
      const asked = pollController(before.id, AbortSignal.timeout(30_000), true)
      if (name === 'db-16') {
        await expect(asked).rejects.toMatchObject({ value: 'identity' })
        continue
      }
      await asked
      expect(await sensors(before.id)).toEqual(listed)
      const { type, status, power_status, vendor, model, health } = before
      const after = await prisma.ipmi.findUniqueOrThrow({ where: { server_id } })
      expect(after).toMatchObject({ type, status, power_status, vendor, model, health, health_at })
      expect(after.health_info.replace(/\d+/g, '')).toBe(health_info.replace(/\d+/g, ''))
      expect(after.identity).toBeTruthy()
    }
    const kinds = await prisma.ipmi.groupBy({ by: ['type'], _count: true, orderBy: { type: 'asc' } })
    expect(kinds.map(({ type }) => type)).toEqual(['amt', 'ipmi', 'redfish'])
  } finally {
    await controllers.close()
    await control.close()
    rmSync(folder, { recursive: true })
  }
})

it('sets devices up as they were last read', async () => {
  const { prisma } = api.database
  const { id, ip } = await prisma.net_switch.findUniqueOrThrow({ where: { name: 'sw-fra1-b01' } })
  const port = await prisma.switch_port.findFirstOrThrow({ where: { switch_id: id }, orderBy: { id: 'asc' } })
  const change = { admin_status: 'down', description: 'lent', vlan_id: 20, is_trunk: true, trunk_members: [110, 300] }
  await prisma.switch_port.update({ where: { id: port.id }, data: change })
  const outlet = await prisma.pdu.findUniqueOrThrow({ where: { name: 'pdu-fra1-a01-a' } })
  await prisma.pdu_port.updateMany({ where: { pdu_id: outlet.id, identity: 3 }, data: { power_status: 'down' } })
  const plan = await fleetPlan(room)
  const model = plan.switches.find(({ address }) => address === ip)?.model
  expect(model?.ports[0]).toMatchObject({ admin: 2, alias: 'lent', pvid: 20, trunk: true })
  expect(model?.vlans.get(300)?.egress.has(1)).toBe(true)
  const pdu = plan.pdus.find(({ address }) => address === outlet.ip)?.model
  expect(pdu?.outlets.map(({ on }) => on).slice(1, 4)).toEqual([true, false, true])
})

it('stands beside what has its names, and goes without a trace of itself', async () => {
  const { prisma } = api.database
  const before = await counts()
  const second = await transaction((work) => loadRoom(work, { owners: [], nodes: [] }), { timeoutMs: 60_000 })
  expect(second).toMatchObject({ suffix: '-demo', pools: [], platforms: [], sockets: [] })
  expect((await counts()).server).toBe((before.server ?? 0) * 2)
  await transaction((work) => removeRoom(work, second))
  expect(await counts()).toEqual(before)

  // Objects added to a location of the demo are removed with it; what is used elsewhere stays.
  const location = await prisma.location.create({ data: { name: 'own', ssh_address: '192.0.2.1', ssh_user: 'root' } })
  const platform = await prisma.platform.findFirstOrThrow({ where: { name: 'R650, 10 SFF' } })
  const common = { type: 'server', size: 1, platform_id: platform.id }
  await prisma.server.create({ data: { ...common, name: 'own', location_id: location.id } })
  await prisma.server.create({ data: { ...common, name: 'guest', location_id: room.locations[0] ?? 0 } })
  await transaction((work) => removeRoom(work, room))
  const left = await counts()
  expect(Object.entries(left).filter(([, count]) => count > 0)).toEqual([
    ['location', 1],
    ['server', 1],
    ['platform', 1],
    ['cpu_socket', 1],
  ])
})
