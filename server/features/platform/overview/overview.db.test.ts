import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApi } from '../../../../e2e/support/api.ts'
import type { Overview } from '../../../domain/overview/record.ts'
import type { Problems } from '../../../domain/problem/record.ts'
import { SET_OTHERWISE } from '../../datacenter/switch/drift-sql.ts'

let api: Awaited<ReturnType<typeof testApi>>
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const at = (minutes: number) => new Date(Date.now() - minutes * 60_000)

type Reader = { get: (path: string) => Promise<{ body: unknown; status: number }> }
const ask = async (who: Reader, path: string) => {
  const { status, body } = await who.get(path)
  expect(status).toBe(200)
  return body
}
const read = async (who: Reader) => (await ask(who, '/vm/v3/overview')) as Overview
const wrong = async (who: Reader, query = '') => (await ask(who, `/vm/v3/problem${query}`)) as Problems
const named = ({ list }: Problems, name: string) => list.filter((one) => one.name === name)

beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

it('has nothing to say about an empty installation', async () => {
  const view = await read(api.admin)
  expect(view).toMatchObject({ clusters: [], nodes: [], locations: [], demo: false })
  expect(await wrong(api.admin)).toEqual({ list: [], faults: 0, warnings: 0 })
  expect(view.counts).toEqual({
    clusters: 0,
    nodes: 0,
    active_nodes: 0,
    hosts: 0,
    active_hosts: 0,
    repositories: 0,
    os: 0,
    ippools: 0,
    users: 3,
    racks: 0,
    servers: 0,
  })
})

it('shows what is wrong, to owners their own only', async () => {
  const { prisma } = api.database
  const cluster = await prisma.cluster.create({ data: { name: 'main', virtualization_type: 'kvm' } })
  const common = { cluster_id: cluster.id, cpu_number: 8, ram_mib: 1000, storage_total_mib: 1000 }
  const good = await prisma.node.create({
    data: { ...common, name: 'good', ip: '192.0.2.1', state: 'active', ram_used_mib: 250, storage_used_mib: 950 },
  })
  const now = new Date()
  await prisma.node_alarm.create({
    data: { node_id: good.id, rule: 'storage', value: 95, bound: 90, since: now, read_at: now, raised_at: now },
  })
  const away = await prisma.node.create({
    data: {
      ...common,
      name: 'away',
      ip: '192.0.2.2',
      state: 'unavailable',
      libvirt_error: 'No answer',
      unavailable_since: at(5),
    },
  })
  const host = (
    n: number,
    given: { name: string; state: string; account_id: number; node_id: number; fault?: object },
  ) =>
    prisma.host.create({
      data: {
        internal_name: `h${n}`,
        uuid: uuid(n),
        cluster_id: cluster.id,
        cpu_number: 2,
        ram_mib: 256,
        state_at: at(n),
        ...(given.fault && { fault_at: at(n) }),
        ...given,
      },
    })
  const fault = { task: 7, action: 'host_create', step: 'image', msg: 'No image' }
  const anns = await host(1, { name: 'ann-1', state: 'crashed', account_id: api.ann.id, node_id: good.id, fault })
  await host(2, { name: 'ann-2', state: 'unknown', account_id: api.ann.id, node_id: away.id })
  const bobs = await host(3, { name: 'bob-1', state: 'stopped', account_id: api.bob.id, node_id: good.id })
  await prisma.repository.create({ data: { name: 'images', url: '/srv', state: 'unavailable', fault: 'No index' } })
  const task = (account_id: number, registry_id: number, dismissed = false) =>
    prisma.task.create({
      data: {
        consul_id: 1,
        name: 'host_start',
        entity: 'host',
        status: 'failed',
        error: 'No memory',
        step: 'start',
        ended_at: at(1),
        account_id,
        registry_id,
        dismissed,
      },
    })
  await task(api.ann.id, anns.id)
  await task(api.bob.id, bobs.id, true)
  await task(api.bob.id, bobs.id)

  const all = await wrong(api.admin)
  expect(all.list.map((one) => `${one.severity} ${one.kind} ${one.name}`)).toEqual([
    'fault task bob-1',
    'fault host ann-1',
    'fault node away',
    'warning repository images',
    'warning storage good',
  ])
  expect(all).toMatchObject({ faults: 3, warnings: 2 })
  expect(named(all, 'away')[0]).toMatchObject({ cause: 'No answer', hosts: 1, state: 'unavailable' })
  expect(named(all, 'ann-1')[0]).toMatchObject({ cause: 'No image', step: 'image', task: 7 })
  expect(named(all, 'good')[0]?.share).toEqual({ used: 950, total: 1000 })

  expect((await wrong(api.ann)).list.map((one) => one.name)).toEqual(['ann-1'])
  expect(await read(api.ann)).toMatchObject({
    clusters: [],
    nodes: [],
    node_count: 0,
    counts: { hosts: 2, nodes: 0, users: 0 },
  })
  expect((await wrong(api.bob)).list.map((one) => one.kind)).toEqual(['task'])
})

it('gives what is wrong page by page, or of one severity, and how many there are with each', async () => {
  const of = async (query: string) => {
    const { list, ...counts } = await wrong(api.admin, query)
    expect(counts).toEqual({ faults: 3, warnings: 2 })
    return list.map((one) => one.name)
  }
  expect(await of('?limit=0')).toEqual([])
  expect(await of('?limit=2&offset=1')).toEqual(['ann-1', 'away'])
  expect(await of('?severity=warning&limit=1')).toEqual(['images'])
  expect(await of('?severity=warning&offset=2')).toEqual([])
  const refused = await api.admin.get('/vm/v3/problem?severity=other')
  expect(refused.status).toBe(400)
})

it('says of a device once that it does not answer, and names what a failed task was about', async () => {
  const { prisma } = api.database
  const before = (await wrong(api.admin)).faults
  const location = await prisma.location.create({
    data: { name: 'once', ssh_address: '192.0.2.1', ssh_port: 22, ssh_user: 'root', status: 'check_failed' },
  })
  const place = { location_id: location.id, ip: '192.0.2.7', unit: 1, size: 1 }
  const rack = await prisma.rack.create({ data: { name: 'once', size: 10, location_id: location.id } })
  const silent = await prisma.net_switch.create({
    data: { ...place, name: 'silent', device: 'snmp_common', rack_id: rack.id, status: 'fail', fault: 'No answer' },
  })
  const port = (name: string, fault: string | null) =>
    prisma.switch_port.create({ data: { switch_id: silent.id, if_index: name, name, fault } })
  const [failed, well] = [await port('p1', 'Refused'), await port('p2', null)]
  const task = (name: string, entity: string, registry_id: number) =>
    prisma.task.create({ data: { consul_id: 1, name, entity, registry_id, status: 'failed', error: 'No answer' } })
  await task('switch_poll', 'switch', silent.id)
  await task('switch_poll', 'switch', 999_999)
  await task('location_check', 'location', location.id)
  await task('switch_port_off', 'switch_port', failed.id)
  await task('switch_port_off', 'switch_port', well.id)
  const { list, faults } = await wrong(api.admin, '?limit=100')
  const ours = list.filter((one) => ['switch', 'location', 'port'].includes(one.kind) || one.entity === 'switch_port')
  expect(ours.map((one) => `${one.kind} ${one.name}`).sort()).toEqual([
    'location once',
    'port silent',
    'switch silent',
    'task silent p2',
  ])
  expect(faults).toBe(before + 3)
  await prisma.task.deleteMany({ where: { name: { in: ['switch_poll', 'location_check', 'switch_port_off'] } } })
  await prisma.net_switch.delete({ where: { id: silent.id } })
  await prisma.rack.delete({ where: { id: rack.id } })
  await prisma.location.delete({ where: { id: location.id } })
})

it('counts only what can be used as capacity', async () => {
  const { clusters, nodes, node_count } = await read(api.admin)
  expect(clusters).toHaveLength(1)
  expect(clusters[0]).toMatchObject({
    node_count: 2,
    host_count: 3,
    cpu: { used: 6, total: 8 },
    ram_mib: { used: 250, total: 1000 },
    ipv4: null,
  })
  expect(nodes.map((node) => [node.name, node.state, node.ram_percent, node.host_count])).toEqual([
    ['away', 'unavailable', 0, 1],
    ['good', 'active', 25, 2],
  ])
  expect(node_count).toBe(2)
})

it('counts the addresses of a cluster and warns when they run out', async () => {
  const { prisma } = api.database
  const pool = (await api.admin.post('/vm/v3/ippool', { name: 'public' })).body as { id: number }
  await api.admin.post(`/vm/v3/ippool/${pool.id}/range`, { name: '192.0.2.16-192.0.2.25' })
  const cluster = await prisma.cluster.findFirstOrThrow()
  await prisma.ippool_cluster.create({ data: { ippool_id: pool.id, cluster_id: cluster.id } })
  const [range] = await prisma.iprange.findMany()
  for (let n = 16; n < 25; n++)
    await prisma.ip.create({
      data: { ip_addr: `192.0.2.${n}`, family: 2, ippool_id: pool.id, iprange_id: range?.id ?? null, mask: '24' },
    })
  const view = await read(api.admin)
  expect(view.clusters[0]?.ipv4).toEqual({ used: 9, total: 10 })
  expect(named(await wrong(api.admin), 'public')[0]).toMatchObject({ kind: 'addresses', share: { used: 9, total: 10 } })
})

it('finds what is set up otherwise by the index made for it', async () => {
  const { prisma } = api.database
  const plan = await prisma.$transaction(async (work) => {
    await work.$executeRawUnsafe('set local enable_seqscan = off')
    return work.$queryRawUnsafe<Record<string, string>[]>(`explain ${SET_OTHERWISE}`)
  })
  expect(JSON.stringify(plan)).toContain('own_switch_port_drift')
})
