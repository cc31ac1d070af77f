import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { testApi } from '../../../../e2e/support/api.ts'
import type { Problem, Problems } from '../../../domain/problem/record.ts'
import { leavesAt, problemRuleNames, problemRules, ruleLimits } from '../../../domain/problem/rules.ts'
import { judgeFigures } from './alarms.ts'

let t: Awaited<ReturnType<typeof testApi>>
let node: number
let host: number

// Without a worker: nothing but the test writes readings.
beforeAll(async () => {
  t = await testApi()
  const id = async (text: string, values: unknown[] = []) =>
    (await t.database.pool.query(text, values)).rows[0].id as number
  const cluster = await id(`insert into cluster (name, virtualization_type) values ('c', 'dummy') returning id`)
  node = await id(
    `insert into node (name, cluster_id, ip, state, host_key, cpu_number, ram_mib, storage_total_mib)
     values ('n', $1, '198.51.100.1', 'active', 'x', 16, 1000, 1000) returning id`,
    [cluster],
  )
  host = await id(
    `insert into host (name, internal_name, uuid, account_id, cluster_id, node_id, cpu_number, ram_mib, state)
     values ('busy', 'vm-busy', gen_random_uuid(), $3, $1, $2, 4, 1024, 'active') returning id`,
    [cluster, node, t.ann.id],
  )
  await run('insert into host_load (host_id, at) values ($1, now())', host)
  await run('insert into node_load (node_id, at) values ($1, now())', node)
})
afterAll(() => t?.close())

const run = (text: string, ...values: unknown[]) => t.database.pool.query(text, values)
const judge = async () => {
  await judgeFigures('host', node)
  await judgeFigures('node', node)
}
/** A reading of the VM, then the judgement. */
async function reading(figures: { steal?: number | null; memory?: number | null }) {
  for (const [name, value] of Object.entries(figures)) await run(`update host_load set ${name} = $1, at = now()`, value)
  await judge()
}
const pass = (minutes: number) =>
  run(
    `update host_alarm set since = since - make_interval(mins => $1), low_at = low_at - make_interval(mins => $1),
       read_at = read_at - make_interval(mins => $1)`,
    minutes,
  )
const problems = async (who = t.admin): Promise<Problem[]> => ((await who.get('/vm/v3/problem')).body as Problems).list
const kinds = async () => (await problems()).map(({ kind }) => kind)

beforeEach(async () => {
  await run('delete from host_alarm')
  await run('delete from node_alarm')
  await run(`delete from setting where name = 'problem_rules'`)
  await run(`update host_load set steal = 0, memory = null, at = now()`)
})

it('a spike is no problem; what lasts is one, with its figure, and is over when it stays low', async () => {
  await reading({ steal: 40 })
  await pass(9)
  await reading({ steal: 12 })
  expect(await kinds()).toEqual([])
  await reading({ steal: 5 })
  await pass(30)
  await reading({ steal: 40 })
  expect(await kinds()).toEqual([])

  await pass(10)
  // Below the limit, but not well below it: it goes on.
  await reading({ steal: 9 })
  const [found, ...others] = await problems()
  expect(others).toEqual([])
  expect(found).toMatchObject({
    kind: 'host_steal',
    severity: 'warning',
    entity: 'host',
    id: host,
    name: 'busy',
    figure: { value: 9, limit: 10 },
  })
  expect(found?.cause).toMatch(/^Its node has no processor/)
  expect((await t.admin.get(`/vm/v3/host/${host}`)).body.health).toMatchObject({ level: 'warning', kind: 'host_steal' })
  expect((await problems(t.ann)).map(({ kind }) => kind)).toEqual(['host_steal'])
  expect(await problems(t.bob)).toEqual([])

  await reading({ steal: 1 })
  await pass(1)
  await reading({ steal: 20 })
  await reading({ steal: 1 })
  await pass(1)
  await reading({ steal: 1 })
  expect(await kinds()).toEqual(['host_steal'])
  await pass(1)
  await reading({ steal: 1 })
  expect(await kinds()).toEqual([])
})

it('a change is told when a problem begins and when it ends, and at no other reading', async () => {
  const told = async () =>
    (await run(`select count(*)::int as n from change where entity = 'host' and entity_id = $1`, host)).rows[0].n
  const before = await told()
  await reading({ memory: 99 })
  expect(await told()).toBe(before)
  await pass(10)
  await reading({ memory: 99 })
  expect(await told()).toBe(before + 1)
  await reading({ memory: 98 })
  expect(await told()).toBe(before + 1)
  await reading({ memory: 50 })
  await pass(2)
  await reading({ memory: 50 })
  expect(await told()).toBe(before + 2)
})

it('is no problem of a VM that is off or whose node is away, and forgotten when nothing is read any more', async () => {
  await reading({ memory: 99 })
  await pass(10)
  await reading({ memory: 99 })
  expect(await kinds()).toEqual(['host_memory'])
  await run(`update host set state = 'stopped'`)
  expect(await kinds()).toEqual([])
  await run(`update host set state = 'active'`)
  await run(`update node set state = 'unavailable'`)
  expect(await kinds()).toEqual(['node'])
  await run(`update node set state = 'active'`)
  await run(`update host_load set at = now() - interval '5 minutes'`)
  await judge()
  expect(await kinds()).toEqual(['host_memory'])
  await pass(11)
  await judge()
  expect((await run('select from host_alarm')).rowCount).toBe(0)
})

it('of nodes: their own figures, and the VMs that use most', async () => {
  await run('update node_load set cpu = 99, steal = 50, ram = 990, pressure_memory = 30, at = now()')
  await run('update node set storage_used_mib = 950')
  await run('update host_load set cpu = 100, ram = 900, at = now()')
  await judge()
  // Storage does not come and go: it counts at once.
  expect(await problems()).toMatchObject([{ kind: 'storage', share: { used: 950, total: 1000 } }])
  await run(`update node_alarm set since = since - interval '1 day'`)
  await judge()
  expect((await kinds()).sort()).toEqual(['node_cpu', 'node_memory', 'node_pressure', 'node_steal', 'storage'])
  expect((await problems()).find(({ kind }) => kind === 'node_cpu')).toMatchObject({ id: node, part: 'busy' })
  expect(await problems(t.ann)).toEqual([])
  await run('update node set storage_used_mib = 0')
  await run('update node_load set cpu = 1, steal = 0, ram = 1, pressure_memory = null')
})

it('rules are read and changed by administrators, each by itself; switched off they make no problems', async () => {
  const read = async () => (await t.admin.get('/vm/v3/problem_rule')).body
  const steal = { enabled: true, limit: 10, minutes: 10 }
  expect((await read()).host_steal).toEqual(steal)
  const set = (body: object) => t.admin.post('/vm/v3/problem_rule', body)
  expect((await set({ host_steal: { limit: 30 } })).status).toBe(200)
  expect((await set({ host_memory: { enabled: false }, host_steal: { minutes: 0 } })).status).toBe(200)
  expect((await read()).host_steal).toEqual({ ...steal, limit: 30, minutes: 0 })
  await reading({ memory: 100, steal: 29 })
  expect(await kinds()).toEqual([])
  await reading({ steal: 30 })
  expect(await kinds()).toEqual(['host_steal'])
  expect((await set({ host_steal: { enabled: false } })).status).toBe(200)
  await judge()
  expect(await kinds()).toEqual([])

  for (const [field, body] of [
    ['host_steal.limit', { host_steal: { limit: 101 } }],
    ['host_steal.minutes', { host_steal: { minutes: ruleLimits.minutes.max + 1 } }],
    ['nonsense', { nonsense: {} }],
  ] as const) {
    const { status, body: answer } = await set(body)
    expect([status, answer.error.value]).toEqual([400, field])
  }
  expect((await t.ann.get('/vm/v3/problem_rule')).status).toBe(403)
  expect((await t.ann.post('/vm/v3/problem_rule', {})).status).toBe(403)
})

it('judges a thousand VMs of a node at once', async () => {
  await run(
    `insert into host (name, internal_name, uuid, account_id, cluster_id, node_id, cpu_number, ram_mib, state)
     select 'many-' || i, 'many-' || i, gen_random_uuid(), account_id, cluster_id, node_id, 1, 512, 'active'
       from host, generate_series(1, 1000) i where id = $1`,
    host,
  )
  await run(`insert into host_load (host_id, at, steal) select id, now(), 50 from host where name like 'many-%'`)
  await judge()
  await pass(10)
  await judge()
  const { rows } = await run('select count(*)::int as n from host_alarm where raised_at is not null')
  expect(rows).toEqual([{ n: 1000 }])
  const { body } = await t.admin.get('/vm/v3/problem?limit=10')
  expect([body.warnings, body.list.length]).toEqual([1000, 10])
  await run(`delete from host where name like 'many-%'`)
})

it('every rule ends below its limit, and can be set as it is', () => {
  for (const name of problemRuleNames) {
    const { limit, minutes } = problemRules[name]
    if (limit !== null) expect([leavesAt(limit) < limit, limit <= ruleLimits.limit.max]).toEqual([true, true])
    expect(minutes).toBeLessThanOrEqual(ruleLimits.minutes.max)
  }
})
