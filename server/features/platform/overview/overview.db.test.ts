import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApi } from '../../../../e2e/support/api.ts'
import type { Overview, Problem } from '../../../domain/overview/record.ts'

let api: Awaited<ReturnType<typeof testApi>>
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const at = (minutes: number) => new Date(Date.now() - minutes * 60_000)

const read = async (who: { get: (path: string) => Promise<{ body: unknown; status: number }> }) => {
  const { status, body } = await who.get('/vm/v3/overview')
  expect(status).toBe(200)
  return body as Overview
}
const named = (view: Overview, name: string) => view.problems.filter((one) => one.name === name)

beforeAll(async () => {
  api = await testApi()
}, 60_000)
afterAll(() => api.close())

it('has nothing to say about an empty installation', async () => {
  const view = await read(api.admin)
  expect(view).toMatchObject({ problems: [], problem_count: 0, clusters: [], nodes: [], locations: [], demo: false })
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

it('tells what is wrong, to each what is his', async () => {
  const { prisma } = api.database
  const cluster = await prisma.cluster.create({ data: { name: 'main', virtualization_type: 'kvm' } })
  const common = { cluster_id: cluster.id, cpu_number: 8, ram_mib: 1000, storage_total_mib: 1000 }
  const good = await prisma.node.create({
    data: { ...common, name: 'good', ip: '192.0.2.1', state: 'active', ram_used_mib: 250, storage_used_mib: 950 },
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
  await task(api.bob.id, bobs.id)
  await task(api.bob.id, bobs.id, true)

  const all = await read(api.admin)
  expect(all.problems.map((one: Problem) => `${one.severity} ${one.kind} ${one.name}`)).toEqual([
    'fault task bob-1',
    'fault host ann-1',
    'fault node away',
    'warning repository images',
    'warning storage good',
  ])
  expect(all.problem_count).toBe(5)
  expect(named(all, 'away')[0]).toMatchObject({ cause: 'No answer', hosts: 1, state: 'unavailable' })
  expect(named(all, 'ann-1')[0]).toMatchObject({ cause: 'No image', step: 'image', task: 7 })
  expect(named(all, 'good')[0]?.share).toEqual({ used: 950, total: 1000 })

  const ann = await read(api.ann)
  expect(ann.problems.map((one) => one.name)).toEqual(['ann-1'])
  expect(ann).toMatchObject({ clusters: [], nodes: [], node_count: 0, counts: { hosts: 2, nodes: 0, users: 0 } })
  expect((await read(api.bob)).problems.map((one) => one.kind)).toEqual(['task'])
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
  expect(named(view, 'public')[0]).toMatchObject({ kind: 'addresses', share: { used: 9, total: 10 } })
})
