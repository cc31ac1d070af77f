import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dummyNode } from '../../../../simulation/hypervisor/node.ts'
import { create, free, historyOf, hold, startCluster, t } from '../queue-fixture.ts'

beforeAll(startCluster)
afterAll(() => t.close())

const change = (id: number, body: object, who = t.ann) => who.post(`/vm/v3/host/${id}/resource`, body)
const changed = async (id: number, body: object) => t.done(await change(id, body))

/** The node of a VM in its simulation, and what it knows of the VM. */
async function onNode(id: number) {
  const row = await t.database.prisma.host.findUniqueOrThrow({ where: { id } })
  const node = await t.database.prisma.node.findUniqueOrThrow({ where: { id: row.node_id ?? 0 } })
  const { store } = dummyNode(node.ip)
  return { store, node, domain: (await store.read()).domains[row.internal_name] }
}

async function grown(hot_plug: boolean) {
  const made = await t.done(await t.create({ name: `grown-${Math.random()}`, hot_plug, cpu_number: 1, ram_mib: 1024 }))
  return made.id
}

describe('the size of a running VM', () => {
  it('grows at once within its room, and what is read back is shown', async () => {
    const id = await grown(true)
    await changed(id, { cpu_number: 2, ram_mib: 2048 })
    expect(await t.host(id)).toMatchObject({
      cpu_number: 2,
      cpu_number_new: null,
      ram_mib: 2048,
      ram_mib_new: null,
      waits_for_start: [],
      fault: null,
      state: 'active',
    })
    expect((await onNode(id)).domain?.running).toMatchObject({ cpu_number: 2, ram_mib: 2048 })
    expect((await historyOf(id)).at(-1)).toBe('host_change_params complete')
  })

  it('waits for the next start without room, and is there after it', async () => {
    const id = await grown(false)
    await changed(id, { cpu_number: 2, ram_mib: 2048 })
    const waits = { cpu_number: 1, cpu_number_new: 2, ram_mib: 1024, ram_mib_new: 2048 }
    expect(await t.host(id)).toMatchObject({ ...waits, waits_for_start: ['cpu_number', 'ram_mib'] })
    await t.done(await t.ann.post(`/vm/v3/host/${id}/restart`, {}))
    const after = { cpu_number: 2, cpu_number_new: null, ram_mib: 2048, ram_mib_new: null, waits_for_start: [] }
    expect(await t.host(id)).toMatchObject(after)
    expect((await onNode(id)).domain?.running).toMatchObject({ cpu_number: 2, ram_mib: 2048 })
  })

  it('gives memory back at once', async () => {
    const id = await grown(false)
    await changed(id, { ram_mib: 768 })
    expect(await t.host(id)).toMatchObject({ ram_mib: 768, ram_mib_new: null })
  })

  it('is what its node says when it was stopped from inside', async () => {
    const id = await grown(false)
    await changed(id, { cpu_number: 2 })
    const { store, domain } = await onNode(id)
    const name = domain?.spec.internal_name ?? ''
    await dummyNode((await onNode(id)).node.ip).switchOff(name, 'stopped')
    await store.read()
    await expect.poll(async () => (await t.host(id)).state).toBe('stopped')
    expect(await t.host(id)).toMatchObject({ cpu_number: 2, cpu_number_new: null, waits_for_start: [] })
  })
})

describe('a change of a VM that is off', () => {
  it('is there at once', async () => {
    const id = await grown(false)
    await t.done(await t.ann.post(`/vm/v3/host/${id}/stop`, { force: true }))
    await changed(id, { cpu_number: 3, nesting: false, cpu_weight: 2000, io_read_iops: 50 })
    const shown = { cpu_number: 3, cpu_number_new: null, cpu_weight: 2000, io_read_iops: 50, state: 'stopped' }
    expect(await t.host(id)).toMatchObject({ ...shown, waits_for_start: [] })
    expect((await onNode(id)).domain?.spec).toMatchObject({
      cpu_number: 3,
      limits: { cpu_weight: 2000, io_read_iops: 50 },
    })
  })

  it('takes limits off with null, and leaves what is not named', async () => {
    const id = await create()
    await changed(id, { cpu_weight: 2000, io_read_iops: 50, net_bandwidth_mbitps: 10 })
    await changed(id, { io_read_iops: null, net_bandwidth_mbitps: null })
    const row = await t.host(id)
    expect(row).toMatchObject({ cpu_weight: 2000, io_read_iops: null, net_bandwidth_mbitps: null })
    expect((await onNode(id)).domain?.spec.limits).toEqual({ cpu_weight: 2000 })
  })
})

describe('a change that waits for a stop', () => {
  const deferred = { defer: { action: 'host_stop' } }
  const statusOf = async (task: number) => (await t.admin.get(`/vm/v3/task?where=consul_id EQ ${task}`)).body.list[0]

  it('is listed as deferred, holds nothing up, and runs at the stop', async () => {
    const id = await grown(false)
    const { body } = await change(id, { cpu_number: 2, ...deferred })
    expect(await statusOf(body.task)).toMatchObject({ status: 'deferred', defer_reason: 'host_stop' })
    expect(await t.host(id)).toMatchObject({ disabled: false, cpu_number: 1, cpu_number_new: 2 })
    await t.done(await t.ann.post(`/vm/v3/host/${id}/stop`, { force: true }))
    expect(await t.ended(body.task)).toMatchObject({ status: 'complete' })
    expect(await t.host(id)).toMatchObject({ cpu_number: 2, cpu_number_new: null, state: 'stopped' })
  })

  it('runs inside a restart, before the start', async () => {
    const id = await grown(false)
    const { body } = await change(id, { cpu_number: 2, ...deferred })
    const restart = await t.ann.post(`/vm/v3/host/${id}/restart`, { force: true })
    await t.done(restart)
    expect(await statusOf(body.task)).toMatchObject({ status: 'complete' })
    const { rows } = await t.database.pool.query<{ first: boolean }>(
      'select c.ended_at <= s.started_at as first from task c, task s where c.consul_id = $1 and s.consul_id = $2',
      [body.task, restart.body.start_task],
    )
    expect(rows[0]?.first).toBe(true)
    expect(await t.host(id)).toMatchObject({ cpu_number: 2, cpu_number_new: null, state: 'active' })
  })

  it('of a VM that is off does not wait', async () => {
    const id = await grown(false)
    await t.done(await t.ann.post(`/vm/v3/host/${id}/stop`, { force: true }))
    await changed(id, { cpu_number: 2, ...deferred })
    expect(await t.host(id)).toMatchObject({ cpu_number: 2 })
  })

  it('goes with its VM', async () => {
    const id = await grown(false)
    const { body } = await change(id, { cpu_number: 2, ...deferred })
    await t.done(await t.ann.delete(`/vm/v3/host/${id}`))
    expect(await t.ended(body.task)).toMatchObject({ status: 'aborted' })
  })
})

describe('what is refused', () => {
  it.each([
    [{ cpu_number: 0 }, 'cpu_number'],
    [{ cpu_number: 513 }, 'cpu_number'],
    [{ ram_mib: 1 }, 'ram_mib'],
    [{ cpu_mode: 'custom' }, 'cpu_custom_model'],
    [{ cpu_custom_model: 'EPYC' }, 'cpu_custom_model'],
    [{ net_bandwidth_mbitps: -1 }, 'net_bandwidth_mbitps'],
    [{ net_weight: 5 }, 'net_weight'],
    [{ cpu_weight: 10_001 }, 'cpu_weight'],
  ])('names the field: %j', async (body, field) => {
    const id = await create()
    const answer = await change(id, body)
    expect(answer).toMatchObject({ status: 400, body: { error: { value: expect.stringContaining(field) } } })
    expect(await t.host(id)).toMatchObject({ disabled: false, cpu_number_new: null })
  })

  it('another account, extended protection, too little room on the node', async () => {
    const id = await create()
    expect((await change(id, { cpu_number: 2 }, t.bob)).status).toBe(404)
    await t.ann.post(`/vm/v3/host/${id}`, { extended_protection: true })
    expect(await change(id, { cpu_number: 2 })).toMatchObject({ status: 409 })
    await t.ann.post(`/vm/v3/host/${id}`, { extended_protection: false })
    const { id: unlimited } = await t.done(await t.create({ name: 'unlimited', account: undefined }, t.admin))
    expect(await change(unlimited, { ram_mib: 64 * 1024 * 1024 }, t.admin)).toMatchObject({
      status: 409,
      body: { error: { value: 'ram_mib' } },
    })
  })

  it('more than the account may have; less is always taken', async () => {
    const id = await grown(false)
    const account = (await t.host(id)).account.id
    const used = (await t.admin.get(`/vm/v3/host?where=account EQ ${account}`)).body.list
    const total = used.reduce((sum: number, one: { cpu_number: number }) => sum + one.cpu_number, 0)
    await t.database.prisma.user_limit.create({ data: { account_id: account, cpu_number_total: total + 1 } })
    try {
      expect(await change(id, { cpu_number: 3 })).toMatchObject({
        status: 409,
        body: { error: { value: 'cpu_number_total' } },
      })
      // What waits for a start counts already.
      await changed(id, { cpu_number: 2 })
      const other = await t.host(id)
      expect(other).toMatchObject({ cpu_number_new: 2 })
      expect((await change(id, { cpu_number: 3 })).status).toBe(409)
      await changed(id, { cpu_number: 1 })
      expect(await t.host(id)).toMatchObject({ cpu_number: 1, cpu_number_new: null })
    } finally {
      await t.database.prisma.user_limit.deleteMany({ where: { account_id: account } })
    }
  })
})

describe('a node that does not answer', () => {
  it('fails the change, and nothing of it stays', async () => {
    const id = await grown(false)
    const let_go = await hold(id)
    const { body } = await change(id, { cpu_number: 2, cpu_weight: 77 })
    const { store } = await onNode(id)
    await store.update((state) => {
      state.offline = true
    })
    await let_go()
    expect(await t.ended(body.task)).toMatchObject({ status: 'failed' })
    await store.update((state) => {
      state.offline = false
    })
    const row = await free(id)
    expect(row).toMatchObject({ cpu_number: 1, cpu_number_new: null, cpu_weight: null })
    expect(row.fault).toMatchObject({ action: 'host_change_params' })
  })
})
