import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { transaction } from '../../../db/transaction.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { taskDefinitions } from '../../../task-definitions.ts'
import { startWorker } from '../../../tasks/worker.ts'
import { claimPower, claimPowers } from './claim.ts'
import { a, addServer, calm, history, lab, log, of, pauses, post, set, startPower } from './power-fixture.ts'
import { troublePdus } from './troubled-pdus.ts'

troublePdus()
beforeAll(startPower)
beforeEach(calm)
afterAll(async () => {
  vi.restoreAllMocks()
  await lab.close()
})

describe('who may', () => {
  it('the owner, not others, not while it is suspended; protection applies to all', async () => {
    const s = await addServer('mine', { powerInputs: [] })
    await lab.made(post(`${s.path}/owner`, { owner: lab.api.ann.id }))
    const { ann, bob } = lab.api
    expect((await bob.post(`/dci/v3${s.path}/power_reset`)).status).toBe(404)
    expect((await bob.get(`/dci/v3${s.path}/power_status`)).status).toBe(404)
    expect((await bob.get(`/dci/v3${s.path}/power/history`)).status).toBe(404)
    expect(await lab.done(ann.post(`/dci/v3${s.path}/power_reset`))).toMatchObject({ status: 'complete' })
    await lab.done(post(`${s.path}/power_reset`))
    expect((await history(s.id, ann)).slice(0, 2).map((one: { user: string }) => one.user)).toEqual([null, ann.email])
    // The audit says who did it, which need not be the owner.
    const audit = await lab.api.database.pool.query(
      `select account_id from audit where entity = 'server' and entity_id = $1 and operation like '%power_reset' order by id`,
      [s.id],
    )
    expect(audit.rows.map(({ account_id }) => account_id)).toEqual([ann.id, lab.api.admin.id])
    await lab.made(post(s.path, { is_protected: true }))
    for (const action of ['power_off', 'power_reset', 'power_cycle', 'shutdown', 'restart'])
      expect(await lab.refused(post(`${s.path}/${action}`, { force: true }), 409)).toMatch(/is protected: turn off/)
    await lab.made(post(s.path, { is_protected: false }))
    await lab.done(post(`${s.path}/suspend`))
    expect(await lab.refused(ann.post(`/dci/v3${s.path}/power_off`), 409)).toMatch(/is suspended/)
    expect(await lab.done(post(`${s.path}/power_off`))).toMatchObject({ status: 'complete' })
  })

  it('protection that comes while the task waits holds as well', async () => {
    const s = await addServer('late', { powerInputs: [] })
    const actor = { isAdmin: true, account_id: lab.api.admin.id, email: 'admin@example.com' } as never
    const request = { action: 'power_off', runAt: new Date(Date.now() + 600) } as const
    const { consul_id } = await transaction((work) => claimPower(work, actor, s.id, request))
    await lab.made(post(s.path, { is_protected: true }))
    expect(await lab.ended(consul_id)).toMatchObject({ status: 'failed', error: expect.stringMatching(/protected/) })
    expect(log).toEqual([])
    expect(await of(s.id)).toMatchObject({ power_status: 'on', power_action: null })
  })

  it('a node with running VMs is shut down by force of an administrator only', async () => {
    const s = await addServer('node', { powerInputs: [] })
    await lab.api.database.pool.query(
      `insert into cluster (id, name, virtualization_type) values (1, 'c', 'dummy');
       insert into node (id, name, cluster_id, ip) values (1, 'n1', 1, '192.0.2.9');
       insert into host (name, internal_name, uuid, account_id, cluster_id, node_id, ram_mib, cpu_number, state)
         select 'vm' || n, 'vm' || n, gen_random_uuid(), ${lab.api.bob.id}, 1, 1, 256, 1, case n when 3 then 'stopped' when 2 then 'unknown' else 'active' end
           from generate_series(1, 3) n;
       update server set node_id = 1, owner_id = ${lab.api.ann.id} where id = ${s.id}`,
    )
    expect(await lab.refused(post(`${s.path}/power_off`), 409)).toBe(
      'Server node is node n1 of a cluster, and 2 VMs run on it: vm1, vm2. Move or stop them, or repeat the action with force',
    )
    const owner = await lab.refused(lab.api.ann.post(`/dci/v3${s.path}/power_off`, { force: true }), 409)
    expect(owner).toMatch(/2 VMs run on it. Ask an administrator/)
    expect(owner).not.toMatch(/vm1|n1/)
    expect(await lab.done(post(`${s.path}/power_off`, { force: true }))).toMatchObject({ status: 'complete' })
    // What is off has nothing to lose.
    expect(await lab.done(post(`${s.path}/power_reset`))).toMatchObject({ status: 'complete' })
    await lab.api.database.pool.query("update host set state = 'stopped'")
    expect(await lab.done(post(`${s.path}/power_cycle`))).toMatchObject({ status: 'complete' })
  })
})

describe('one task a server', () => {
  it('of sixteen clicks one wins, and all get its number; another request is rejected', async () => {
    const s = await addServer('clicks', { powerInputs: [] })
    pauses({ verify: 30 })
    for (const action of ['power_off', 'power_on', 'power_off', 'power_on']) {
      // The server does not change until all have clicked, so none comes after the end.
      s.move.stuck = true
      const answers = await Promise.all(Array.from({ length: 16 }, () => post(`${s.path}/${action}`)))
      const [task, ...others] = new Set(answers.map(({ status, body }) => (status === 200 ? body.task : status)))
      expect(others).toEqual([])
      expect(await lab.refused(post(`${s.path}/power_reset`), 409)).toMatch(/busy: it is being (forced off|started)/)
      expect(
        await lab.prisma.task.count({ where: { registry_id: s.id, name: `server_${action}`, ended_at: null } }),
      ).toBe(1)
      s.move.stuck = false
      s.machine!.on = action === 'power_on'
      expect(await lab.ended(task)).toMatchObject({ status: 'complete' })
      expect(await of(s.id)).toMatchObject({ power_status: action === 'power_on' ? 'on' : 'off', power_action: null })
    }
    expect(await history(s.id)).toHaveLength(5)
  })

  it('the same is the same to the last word: another boot device meanwhile is refused, not answered by its task', async () => {
    const s = await addServer('words', { powerInputs: [] })
    const actor = { isAdmin: true, account_id: lab.api.admin.id, email: 'admin@example.com' } as never
    const runAt = new Date(Date.now() + 600_000)
    const given = { boot: { device: 'pxe', persistent: false, uefi: false }, restart: false } as const
    const { consul_id } = await transaction((work) =>
      claimPower(work, actor, s.id, { action: 'boot_device', given, runAt }),
    )
    expect((await post(`${s.path}/boot_device`, { device: 'pxe' })).body).toEqual({ task: consul_id })
    for (const other of [{ device: 'disk' }, { device: 'pxe', uefi: true }, { device: 'pxe', restart: true }])
      expect(await lab.refused(post(`${s.path}/boot_device`, other), 409)).toBe(
        'Server words is busy: its boot device is being set. Wait until this has finished, or cancel it',
      )
    await lab.api.admin.post(`/vm/v3/task/${consul_id}/abort`)
    await lab.ended(consul_id)
    const left = await transaction((work) =>
      claimPower(work, actor, s.id, { action: 'shutdown', given: { limit: 60, pull: false }, runAt }),
    )
    expect((await post(`${s.path}/shutdown`)).body).toEqual({ task: left.consul_id })
    expect(await lab.refused(post(`${s.path}/shutdown`, { pull: true }), 409)).toMatch(/system is being shut down/)
  })

  it('goes on on another worker when its own is lost, and frees the server', async () => {
    const s = await addServer('crash', { powerInputs: [a], on: false })
    await set(s.n, false, [a])
    s.move.stuck = true
    pauses({ verify: 30 })
    const { body } = await post(`${s.path}/power_on`)
    await lab.until(async () => log.includes('bmc on'))
    await lab.api.database.pool.query('update task set lease_until = now() where id = $1', [body.task])
    const other = startWorker({ definitions: taskDefinitions, name: 'other', leaseMs: 3_600_000, beatMs: 50 })
    await lab.until(async () => lab.prisma.task.findFirst({ where: { id: body.task, recoveries: 1 } }))
    s.machine!.on = true
    expect(await lab.ended(body.task)).toMatchObject({ status: 'complete' })
    await other.stop(0)
    // The other worker may tell the controller once more, but switches nothing that is switched.
    expect([...new Set(log)]).toEqual([`a${s.n} on`, 'bmc on'])
    expect(log.filter((line) => line.startsWith('a'))).toHaveLength(1)
    expect(await of(s.id)).toMatchObject({ power_status: 'on', power_action: null, power_task: null })
  })

  it('is freed when its task is called off before its turn, and only notes what it sees', async () => {
    const s = await addServer('seen', { powerInputs: [a], bmc: false })
    // Its turn is ten minutes away: a task that may begin at once could have done its work before it is called off.
    const actor = { isAdmin: true, account_id: lab.api.admin.id, email: 'admin@example.com' } as never
    const request = { action: 'power_off', runAt: new Date(Date.now() + 600_000) } as const
    const { consul_id } = await transaction((work) => claimPower(work, actor, s.id, request))
    expect(await of(s.id)).toMatchObject({ power_action: 'power_off' })
    await lab.api.admin.post(`/vm/v3/task/${consul_id}/abort`)
    expect(await lab.ended(consul_id)).toMatchObject({ status: 'aborted' })
    expect(await of(s.id)).toMatchObject({ power_action: null, power_task: null, power_status: 'on' })
    expect(log).toEqual([])
    await set(s.n, false, [a])
    expect((await history(s.id)).slice(0, 2)).toMatchObject([
      { action: null, before: 'on', after: 'off', user: null, state: 'complete' },
      { action: 'power_off', before: 'on', after: 'on', state: 'aborted' },
    ])
  })
})

describe('many servers', () => {
  it('have a task each under one number, one after another; those that cannot get the reason', async () => {
    const ids = []
    for (let n = 0; n < 3; n++) ids.push((await addServer(`many-${n}`, { powerInputs: [], on: n < 2 })).id)
    const [first = 0, second = 0, off = 0] = ids
    const given = { servers: [second, first, off, 4711], action: 'power_reset', stagger_seconds: 1 }
    await lab.made(post(`/server/${off}`, { is_protected: true }))
    const { status, body } = await post('/server/power', given)
    expect(status).toBe(200)
    expect(body.list).toEqual([
      { server: second, task: body.task },
      { server: first, task: body.task },
      { server: off, refused: 'Server many-2 is protected: turn off protection first', reason: 'protected' },
      { server: 4711, refused: 'Server 4711 does not exist', reason: 'not_found' },
    ])
    const tasks = (await lab.api.admin.get(`/dci/v3/task?where=consul_id EQ ${body.task}`)).body.list
    expect(tasks).toHaveLength(2)
    const again = await post('/server/power', { ...given, servers: [first] })
    expect(again.body.list[0].task).toBe(body.task)
    for (const { id } of tasks) expect(await lab.ended(id)).toMatchObject({ status: 'complete' })
    const rows = await lab.prisma.task.findMany({ where: { consul_id: body.task }, orderBy: { run_at: 'asc' } })
    expect(rows.map((row) => row.registry_id)).toEqual([second, first])
    expect(Number(rows[1]!.run_at) - Number(rows[0]!.run_at)).toBe(1000)
    for (const row of rows) expect(Number(row.started_at)).toBeGreaterThanOrEqual(Number(row.run_at))
    const all = await lab.api.bob.post('/dci/v3/server/power', { ...given, servers: [first] })
    expect(all.body).toEqual({
      list: [{ server: first, refused: `Server ${first} does not exist`, reason: 'not_found' }],
    })
  })

  it('a thousand are one order: a task each in their turns, and each that cannot has its reason', async () => {
    const like = await lab.addServer('like', lab.rack, 38)
    const { rows } = await lab.api.database.pool.query<{ id: number }>(
      `insert into server (name, type, platform_id, location_id, size, power_status, is_protected)
       select 'bulk' || n, type, platform_id, location_id, size, case n % 4 when 0 then 'on' else 'off' end, n % 4 = 1 from server, generate_series(1, 1000) n
        where id = ${like} returning id`,
    )
    const ids = rows.map(({ id }) => id)
    await lab.api.database.pool.query(
      `insert into ipmi (server_id, ip, username, password) select id, '192.0.2.1', 'admin', '' from server where id = any($1::int[])`,
      [ids],
    )
    const actor = { isAdmin: true, account_id: lab.api.admin.id, email: 'admin@example.com' } as never
    const runAt = new Date(Date.now() + 3_600_000)
    const request = { action: 'power_on', runAt, stagger: 2 } as const
    const asked = ids.toReversed()
    const claims = await transaction((work) => claimPowers(work, actor, asked, request))
    const refused = [...claims.values()].filter((one) => one instanceof PanelError)
    expect(refused).toHaveLength(250)
    expect(new Set(refused.map(({ message, value }) => `${value} ${message}`))).toEqual(
      new Set(['on The server is already on']),
    )
    const tasks = await lab.prisma.task.findMany({
      where: { registry_id: { in: ids }, name: 'server_power_on' },
      orderBy: { run_at: 'asc' },
    })
    expect(tasks).toHaveLength(750)
    expect(new Set(tasks.map(({ consul_id }) => consul_id)).size).toBe(1)
    // In the order of the requests, without idle slots.
    expect(tasks.map(({ registry_id }) => registry_id)).toEqual(asked.filter((id) => ids.indexOf(id) % 4 !== 3))
    expect(Number(tasks.at(-1)!.run_at) - Number(tasks[0]!.run_at)).toBe(749 * 2000)
    const again = await post('/server/power', { servers: ids, action: 'power_on' })
    expect(again.status).toBe(200)
    expect(again.body.list.filter((one: { task?: number }) => one.task === tasks[0]!.consul_id)).toHaveLength(750)
    expect(again.body.list.filter((one: { reason?: string }) => one.reason === 'on')).toHaveLength(250)
    const busy = tasks.map(({ registry_id }) => registry_id)
    const off = await post('/server/power', { servers: busy, action: 'power_off' })
    expect(new Set(off.body.list.map((one: { reason: string }) => one.reason))).toEqual(new Set(['busy']))
    expect((await lab.api.admin.get(`/vm/v3/task?where=consul_id EQ ${tasks[0]!.consul_id}&limit=0`)).body.size).toBe(
      750,
    )
  })
})
