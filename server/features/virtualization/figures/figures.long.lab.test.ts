import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Problems } from '../../../domain/problem/record.ts'
import { hostLab } from '../host/lab-fixture.ts'

let t: Awaited<ReturnType<typeof hostLab>>
let id = 0
const ADDRESS = '10.90.0.100'

beforeAll(async () => {
  t = await hostLab()
  await t.done(await t.attach(t.node1))
  ;({ id } = await t.done(await t.create({ name: 'measured' })))
  await t.guestIs('measured', ADDRESS)
})
afterAll(() => t.close())

type Series = { target: string; datapoints: [number | null, number][] }[]
const metrics = async (target: string): Promise<Series> =>
  (await t.api.ann.get(`/vm/v3/host/${id}/metrics?target=${target}&from=-10min&interval=30s`)).body
/** The last value of each series that has one. */
const now = async (target: string) =>
  Object.fromEntries(
    (await metrics(target)).map(({ target: name, datapoints }) => [
      name,
      datapoints.findLast(([value]) => value !== null)?.[0],
    ]),
  )
/** The test's host may be busy: how much of a processor a guest gets that wants all of it is not ours to say. */
const IDLE = 8
const BUSY = 15
const poll = <T>(look: () => Promise<T>) => expect.poll(look, { timeout: 120_000, interval: 500 })
const problems = async () => ((await t.api.admin.get('/vm/v3/problem')).body as Problems).list

it('what a busy guest uses is read from the hypervisor and shown by name', async () => {
  await poll(async () => (await now('cpu.cpu'))['cpu.cpu']).toBeLessThan(IDLE)
  await t.inGuest(ADDRESS, 'yes > /dev/null 2>&1 < /dev/null & echo $! > /run/yes')
  await poll(async () => (await now('cpu.cpu'))['cpu.cpu']).toBeGreaterThan(BUSY)
  const all = await now('')
  expect(all).toMatchObject({ 'cpu.ram_host': expect.any(Number), 'net.0.rx_bytes': expect.any(Number) })
  expect(Object.keys(all)).toContain('disk.vda.write_bytes')
  expect(all['cpu.ram_host']).toBeGreaterThan(10)
})

it('a busy node is a problem by its rule, with the VM that uses most, and none once the rule is off', async () => {
  const rule = (node_cpu: object) => t.api.admin.post('/vm/v3/problem_rule', { node_cpu })
  // One busy processor of however many the node has.
  await rule({ limit: 1, minutes: 0 })
  await poll(async () => (await problems()).map(({ kind }) => kind)).toContain('node_cpu')
  const found = (await problems()).find(({ kind }) => kind === 'node_cpu')
  expect(found).toMatchObject({ entity: 'node', name: t.node1.name, part: 'measured', figure: { limit: 1 } })
  await rule({ enabled: false })
  await poll(async () => (await problems()).map(({ kind }) => kind)).not.toContain('node_cpu')
  await t.inGuest(ADDRESS, 'kill $(cat /run/yes)')
  await poll(async () => (await now('cpu.cpu'))['cpu.cpu']).toBeLessThan(IDLE)
})

it('the guest itself reports how full its file systems are; an agent that was ended is a problem', async () => {
  await t.api.admin.post('/vm/v3/problem_rule', { host_disk: { limit: 1 }, host_agent: { minutes: 0 } })
  await poll(async () => (await t.host(id)).disk_percent).toEqual(expect.any(Number))
  const said = await t.inGuest(ADDRESS, `df -P / | tail -n 1`)
  const percent = Number(/(\d+)%/.exec(said)?.[1])
  expect(Math.abs((await t.host(id)).disk_percent - percent)).toBeLessThanOrEqual(5)
  await poll(async () => (await problems()).find(({ kind }) => kind === 'host_disk')?.part).toBe('/')
  await poll(async () => Object.keys(await now('fs'))).toContain('fs./.used')

  await t.inGuest(ADDRESS, 'killall -STOP qemu-ga')
  // It would be asked again in some minutes.
  await t.api.database.pool.query(`update host_guest set asked_at = asked_at - interval '1 hour'`)
  await poll(async () => (await problems()).map(({ kind }) => kind)).toContain('host_agent')
  await t.inGuest(ADDRESS, 'killall -CONT qemu-ga')
  await t.api.database.pool.query(`update host_guest set asked_at = asked_at - interval '1 hour'`)
  await poll(async () => (await t.host(id)).disk_percent).toEqual(expect.any(Number))
})
