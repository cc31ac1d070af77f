import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApi } from '../../../../e2e/support/api.ts'
import { transaction } from '../../../db/transaction.ts'
import type { DomainStats, NodeCounters } from '../../../drivers/hypervisor/figure-types.ts'
import type { NodeConnection } from '../../../drivers/hypervisor/types.ts'
import { soon } from '../../../shared/testing/soon.ts'
import { writeFigureHistory } from '../../../simulation/demo/figure-history.ts'
import { registerFigureGauges } from './gauges.ts'
import { forgetOldFigures, readFigures, rollUpFigures } from './history.ts'
import { figureReader } from './read.ts'
import type { HostSample, NodeSample } from './samples.ts'
import { storeHostSamples, storeNodeSample } from './store.ts'

let t: Awaited<ReturnType<typeof testApi>>
let cluster: number
let host: { id: number; internal_name: string; node_id: number; cpu_number: number }

// Without a worker: nothing but the test reads and writes.
beforeAll(async () => {
  t = await testApi()
  const one = async (text: string, values: unknown[] = []) => (await t.database.pool.query(text, values)).rows[0]
  cluster = (await one(`insert into cluster (name, virtualization_type) values ('c', 'dummy') returning id`)).id
  const node = await one(
    `insert into node (name, cluster_id, ip, state, host_key, cpu_number, ram_mib) values ('n', $1, '198.51.100.1', 'active', 'x', 16, 65536)
     returning id`,
    [cluster],
  )
  host = await one(
    `insert into host (name, internal_name, uuid, account_id, cluster_id, node_id, cpu_number, ram_mib, state)
     values ('measured', 'vm-measured', gen_random_uuid(), $3, $1, $2, 4, 1024, 'active')
     returning id, internal_name, node_id, cpu_number`,
    [cluster, node.id, t.ann.id],
  )
})
afterAll(() => t?.close())

const sample = (cpu: number, more: Partial<HostSample> = {}): HostSample => ({
  internal_name: host.internal_name,
  cpu,
  steal: 2,
  ram: 512,
  ram_host: 700,
  ram_guest: 512,
  ram_available: 1000,
  disk: 30,
  ops: 4,
  net: 3000,
  keys: 'd:vda n:0',
  means: [10, 20, 1, 3, 2, 30, 1000, 2000, 5, 6, 0, 1],
  ...more,
})
const domain: Omit<DomainStats, 'internal_name' | 'cpu_time_ns'> = {
  state: 'running',
  cpu_steal_ns: null,
  ram_used_mib: 512,
  ram_host_mib: 700,
  ram_guest_mib: null,
  disks: [],
  interfaces: [],
}
const counters: Omit<NodeCounters, 'pressures'> = {
  cpu: { all: 0, idle: 0, iowait: 0, steal: 0 },
  ram_mib: { total: 1, available: 1 },
  swap_used_mib: 0,
  load_1: 0,
  pressure: null,
  disks: [],
  interfaces: [],
}
const nodeSample = (more: Partial<NodeSample> = {}): NodeSample => ({
  cpu: 40,
  iowait: 1,
  steal: 0,
  ram: 9000,
  load: 3,
  swap: 0,
  pressure_cpu: 5,
  pressure_memory: 1,
  pressure_io: 2,
  disk: 100,
  net: 200,
  keys: 'd:sda n:eno1',
  means: [50, 50, 1, 1, 1, 1, 100, 100, 1, 1, 0, 0],
  ...more,
})
/** Unix time of the begin of an hour that is over. */
const hour = (ago: number) => Math.floor(Date.now() / 3_600_000) * 3600 - ago * 3600

async function at(time: number, cpu: number, keys = 'd:vda n:0') {
  const means = sample(0).means.slice(0, keys.split(' ').length * 6)
  await t.database.pool.query(
    `insert into host_figure (host_id, level, at, samples, cpu, cpu_high, ram, disk, net, parts, means)
     values ($1, 15, to_timestamp($2), 1, $3, $3, 512, 30, 3000, $4, $5)`,
    [host.id, time, cpu, `cpu ${keys}`, [cpu, null, 512, 700, 512, 1000, ...means]],
  )
}

it('a reading is stored once and shown to the owner, in shares of all processors', async () => {
  await t.database.pool.query('delete from host_figure')
  await storeHostSamples(host.node_id, [sample(50 * host.cpu_number), { ...sample(1), internal_name: 'unknown' }])
  await storeHostSamples(host.node_id, [sample(60 * host.cpu_number)])
  const { body, status } = await t.ann.get(`/vm/v3/host/${host.id}/figures?step=60`)
  expect(status).toBe(200)
  const part = (kind: string) => body.parts.find((one: { kind: string }) => one.kind === kind)
  const last = (line: (number | null)[]) => line.findLast((value) => value !== null)
  expect(body.parts.map((one: { kind: string; name: string }) => one.kind + one.name)).toEqual([
    'cpu',
    'diskvda',
    'net0',
  ])
  expect([50, 60, 55]).toContain(last(part('cpu').values.cpu))
  expect(last(part('disk').values.write_latency)).toBe(10)
  expect(last(part('disk').values.read_latency)).toBe(2)
  expect(part('disk').values.read_busy).toBeUndefined()
  expect(last(part('net').values.tx_bytes)).toBe(2000)
  const { rows } = await t.database.pool.query('select cpu, net from host_load where host_id = $1', [host.id])
  expect(rows).toEqual([{ cpu: 60, net: 3000 }])
  expect((await t.bob.get(`/vm/v3/host/${host.id}/figures`)).status).toBe(404)
})

it('levels are made of the one below; parts that came or went keep their own means', async () => {
  await t.database.pool.query('delete from host_figure')
  await t.database.pool.query('delete from host_figure_level')
  const begin = hour(2)
  for (let n = 0; n < 20; n++) await at(begin + n * 15, n < 10 ? 10 : 30, n < 5 ? 'd:vda' : 'd:vda n:0')
  const span = { from: begin, to: begin + 3600, step: 3600, level: 3600 } as const
  const values = async () =>
    new Map((await readFigures('host', [host.id], span)).map((row) => [`${row.key} ${row.k}`, row]))
  const before = await values()
  expect(before.get('cpu 0')).toMatchObject({ v: 20, high: 30 })
  expect(before.get('cpu 1')?.v).toBeNull()
  await rollUpFigures(soon())
  await rollUpFigures(soon())
  const { rows } = await t.database.pool.query(
    'select level, samples, parts, cpu, cpu_high from host_figure where level > 15 and host_id = $1 order by level',
    [host.id],
  )
  const whole = { samples: 20, parts: 'cpu d:vda n:0', cpu: 20, cpu_high: 30 }
  expect(rows.slice(0, 2)).toEqual([
    { level: 300, ...whole },
    { level: 3600, ...whole },
  ])
  expect(await values()).toEqual(before)
})

it('the traffic of a month is the sum of all readings, at whichever level they are', async () => {
  await t.database.pool.query('delete from host_figure')
  await t.database.pool.query('delete from host_figure_level')
  const begin = hour(2)
  for (let n = 0; n < 20; n++) await at(begin + n * 15, 10)
  const month = new Date(begin * 1000).toISOString().slice(0, 7)
  const read = (who = t.ann, query = `?month=${month}`) => who.get(`/vm/v3/host/${host.id}/traffic${query}`)
  const [in_bytes, out_bytes] = [20 * 15 * 1000, 20 * 15 * 2000]
  const day = new Date(begin * 1000).toISOString().slice(0, 10)
  const whole = { month, in_bytes, out_bytes, days: [{ day, in_bytes, out_bytes }] }
  expect((await read()).body).toEqual(whole)
  await rollUpFigures(soon())
  await t.database.pool.query('delete from host_figure where level < 3600')
  expect((await read()).body).toEqual(whole)
  expect((await read(t.ann, '?month=2020-01')).body).toEqual({ month: '2020-01', in_bytes: 0, out_bytes: 0, days: [] })
  expect((await read(t.ann, '?month=2020-13')).status).toBe(400)
  expect((await read(t.bob)).status).toBe(404)
})

it('what is too old is forgotten, and the rest with its VM', async () => {
  await t.database.pool.query(`update host_figure set at = at - interval '1 day' where level = 15`)
  await forgetOldFigures(soon())
  const count = async (where = '') =>
    (await t.database.pool.query(`select count(*)::int as n from host_figure where host_id = $1 ${where}`, [host.id]))
      .rows[0].n
  expect(await count("and level = 15 and at < now() - interval '20 hours'")).toBe(0)
  expect(await count('and level = 3600')).toBe(1)
})

it('the documented form: names, distances, lengths; what is no time is refused with its field', async () => {
  await storeHostSamples(host.node_id, [sample(50)])
  const of = (query: string) => t.ann.get(`/vm/v3/host/${host.id}/metrics${query}`)
  const names = (body: { target: string }[]) => body.map(({ target }) => target)
  const all = (await of('')).body
  expect(names(all)).toContain('disk.vda.read_latency')
  expect(all[0].datapoints[0]).toHaveLength(2)
  expect(names((await of('?target=cpu.steal,net.*.tx_bytes&from=-1h&interval=5min')).body)).toEqual([
    'cpu.steal',
    'net.0.tx_bytes',
  ])
  const points = (await of('?target=cpu.cpu&from=-1h&interval=5min')).body[0].datapoints
  expect(points[1][1] - points[0][1]).toBe(300)
  for (const [field, query] of [
    ['from', '?from=yesterday'],
    ['interval', '?interval=often'],
    ['output', '?output=png'],
  ])
    expect((await of(query as string)).body.error).toMatchObject({ value: field })
  expect((await t.bob.get(`/vm/v3/host/${host.id}/metrics`)).status).toBe(404)
  expect((await t.ann.get(`/vm/v3/node/${host.node_id}/metrics`)).status).toBe(403)
})

it('what a VM waits for is read with its node, and belongs to the next reading of the VM', async () => {
  await t.database.pool.query('delete from host_figure')
  const { internal_name } = host
  const pressure = { cpu: 12.5, memory: 3, io: 40 }
  const reader = figureReader(host.node_id)
  const node = (pressures: NodeCounters['pressures']) =>
    reader.node({ counters: async () => ({ ...counters, pressures }) } as unknown as NodeConnection, soon())
  const began = performance.now()
  const read = (seconds: number) =>
    reader.hosts([{ ...domain, internal_name, cpu_time_ns: seconds * 1e9 }], began + seconds * 1000, new Map())
  await read(0)
  await node(new Map([[internal_name, pressure]]))
  await read(15)
  const of = async () =>
    (await t.ann.get(`/vm/v3/host/${host.id}/metrics?target=pressure.*&from=-1h&interval=5min`)).body
  const last = (await of()).map((one: { target: string; datapoints: [number | null][] }) => [
    one.target,
    one.datapoints.findLast(([value]) => value !== null)?.[0],
  ])
  expect(last).toEqual(Object.entries(pressure).map(([name, value]) => [`pressure.${name}`, value]))
  // One that is not read any more is not kept for ever.
  await read(105)
  await t.database.pool.query('delete from host_figure')
  await read(200)
  expect(await of()).toEqual([])
})

it('of nodes and clusters, administrators see all', async () => {
  await storeNodeSample(host.node_id, nodeSample())
  const node = (await t.admin.get(`/vm/v3/node/${host.node_id}/figures`)).body
  expect(node.parts.map((one: { kind: string }) => one.kind)).toEqual(['cpu', 'pressure', 'disk', 'net'])
  const series = await t.admin.get(
    `/vm/v3/node/${host.node_id}/metrics?target=cpu.*,pressure.io&from=-1h&interval=5min`,
  )
  expect(series.status).toBe(200)
  const targets = series.body as { target: string; datapoints: [number | null, number][] }[]
  expect(targets.map(({ target }) => target)).toEqual(expect.arrayContaining(['cpu.iowait', 'cpu.load', 'pressure.io']))
  for (const { datapoints } of targets) expect(datapoints.length).toBeGreaterThanOrEqual(12)
  expect(targets.find(({ target }) => target === 'cpu.cpu')?.datapoints.some(([value]) => value !== null)).toBe(true)
  const sums = (await t.admin.get(`/vm/v3/cluster/${cluster}/figures`)).body
  expect(sums.net.findLast((value: number | null) => value !== null)).toBeGreaterThan(0)
  expect(sums.cpu_number).toBeGreaterThan(0)
})

it('what is busy, what is monitored, whether it is written', async () => {
  await storeHostSamples(host.node_id, [sample(80 * host.cpu_number)])
  const { body } = await t.admin.get('/vm/v3/busy')
  expect(body.hosts.cpu[0]).toMatchObject({ id: host.id, cpu: 80, node: { id: host.node_id } })
  expect(body.nodes.map((one: { id: number }) => one.id)).toContain(host.node_id)
  expect((await t.admin.get('/vm/v3/busy?span=hour')).status).toBe(200)
  expect((await t.ann.get('/vm/v3/busy')).status).toBe(403)
  const target = { is_dummy: true, node_id: host.node_id, host_id: host.id, internal_name: host.internal_name }
  expect((await t.ann.get('/vm/v3/monitor_target')).body).toEqual({ host_list: [target], node_list: [] })
  expect((await t.bob.get(`/vm/v3/monitor_target?host_ids=${host.id}`)).body.host_list).toEqual([])
  const nodes = (await t.admin.get(`/vm/v3/monitor_target?node_ids=${host.node_id}&host_ids=99999`)).body
  expect(nodes).toMatchObject({ host_list: [], node_list: [{ node_id: host.node_id, host_id: null }] })
  expect((await t.admin.get('/vm/v3/monitor_target?host_ids=x')).body.error.value).toBe('host_ids')
  const status = (await t.admin.post('/vm/v3/writer_status', {})).body
  expect(status).toMatchObject({ nodes: 1, working: true, hosts: 1, last_write: expect.any(Number) })
})

it('gauges for Prometheus: as many VMs as are asked for, and how many are left out', async () => {
  await storeHostSamples(host.node_id, [sample(80 * host.cpu_number)])
  const text = async (most: number) => {
    const registry = new Registry()
    registerFigureGauges(registry, most)
    return registry.metrics()
  }
  const one = await text(1)
  expect(one).toContain(`datahall_vm_cpu_ratio{id="${host.id}",name="measured",node="n"} 0.8`)
  expect(one).toContain('datahall_node_pressure_io_ratio{')
  expect(one).toContain('datahall_vms_left_out 0')
  const none = await text(0)
  expect(none).not.toContain('datahall_vm_cpu_ratio{')
  expect(none).toContain('datahall_vms_left_out 1')
})

it('the demo has a year of figures, of VMs and nodes', async () => {
  await t.database.pool.query('delete from host_figure')
  await t.database.pool.query('delete from node_figure')
  await transaction((work) => writeFigureHistory(work, cluster), { timeoutMs: 60_000 })
  const month = Math.floor(Date.now() / 1000) - 30 * 86_400
  for (const [path, kinds] of [
    [`host/${host.id}`, ['cpu', 'pressure', 'disk', 'net', 'fs']],
    [`node/${host.node_id}`, ['cpu', 'pressure', 'disk', 'net']],
  ] as const)
    for (const query of ['', `?from=${month}`, `?from=${month - 330 * 86_400}`]) {
      const { body } = await t.admin.get(`/vm/v3/${path}/figures${query}`)
      expect(body.parts.map((one: { kind: string }) => one.kind)).toEqual(kinds)
      const { cpu } = body.parts[0].values
      expect(cpu.filter((value: number | null) => value === null).length).toBeLessThan(cpu.length / 10)
    }
})
