import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCluster } from '../../../../../e2e/support/dummy-cluster.ts'
import { dummyNode } from '../../../../simulation/hypervisor/node.ts'

let t: Awaited<ReturnType<typeof testCluster>>
beforeAll(async () => {
  t = await testCluster()
})
afterAll(() => t.close())

const take = (id: number, body: object, who = t.ann) => who.post(`/vm/v3/host/${id}/snapshot`, body)
const revert = (id: number, who = t.ann) => who.post(`/vm/v3/snapshot/${id}/revert`)
const ofHost = async (id: number) => (await t.ann.get(`/vm/v3/host/${id}/snapshot?orderby=id`)).body.list
const small = { hdd_mib: 4096, ram_mib: 512, cpu_number: 1 }
const vm = async (name: string, body: object = {}) =>
  (await t.done(await t.create({ ...small, name, account: t.ann.id, snapshot_ram: true, ...body }, t.admin))).id
const taken = async (id: number, body: object) => (await t.done(await take(id, body))).id as number

/** What the simulation of its node has of a VM. */
async function onNode(id: number) {
  const row = await t.database.prisma.host.findUniqueOrThrow({ where: { id } })
  const node = await t.database.prisma.node.findUniqueOrThrow({ where: { id: row.node_id ?? 0 } })
  const { store } = dummyNode(node.ip)
  const state = await store.read()
  const domain = state.domains[row.internal_name]
  const paths = Object.keys(state.files).filter((path) => path.includes(row.internal_name))
  const disk = state.files[domain?.spec.disks[0]?.path ?? '']
  const captures = disk?.kind === 'volume' ? Object.keys(disk.captures ?? {}) : []
  return { row, store, domain, paths, disk, captures }
}
/** Something that a guest has written to its disk. */
async function write(id: number, hostname: string) {
  const { row, store } = await onNode(id)
  await store.update((state) => {
    const domain = state.domains[row.internal_name]
    if (domain) domain.guest.hostname = hostname
  })
}

describe('a snapshot', () => {
  it('is taken of a running VM, and the VM goes back to it', async () => {
    const id = await vm('first')
    await write(id, 'before')
    const one = await taken(id, { name: 'clean', description: 'all well' })
    expect(await t.database.prisma.audit.findMany({ where: { entity: 'snapshot' } })).toMatchObject([
      { entity_id: one },
    ])
    expect(await ofHost(id)).toMatchObject([
      {
        id: one,
        ext_name: 'clean',
        description: 'all well',
        with_ram: false,
        state: 'ok',
        parent: null,
        is_curr: true,
        quiesced: true,
        made_by: 'ann@example.com',
        cpu_number: 1,
        ram_mib: 512,
        disks: [{ size_mib: 4096 }],
        host: { id, name: 'first' },
        cluster: { virtualization_type: 'dummy' },
      },
    ])
    expect(await t.host(id)).toMatchObject({ snapshot_count: 1, snapshot_curr: one, state: 'active', queue: [] })
    await write(id, 'broken')
    const two = await taken(id, { name: 'broken', quiesce: false })
    await t.done(await revert(one))
    expect((await onNode(id)).domain).toMatchObject({ guest: { hostname: 'before' }, state: 'running' })
    expect(await ofHost(id)).toMatchObject([
      { id: one, is_curr: true },
      { id: two, is_curr: false, parent: one, quiesced: null },
    ])
    const three = await taken(id, { name: 'branch' })
    expect((await ofHost(id)).at(-1)).toMatchObject({ id: three, parent: one, is_curr: true })
    await t.done(await revert(two))
    expect((await onNode(id)).domain?.guest.hostname).toBe('broken')
    const [entry] = (await t.ann.get(`/vm/v3/host/${id}/history?orderby=id desc`)).body.list
    expect(entry).toMatchObject({
      name: 'snapshot_revert',
      state: 'complete',
      params: { snapshot: 'broken', resumed: false },
    })
    // Nothing besides what the three are.
    expect((await onNode(id)).captures).toHaveLength(3)
  })

  it('gives back the size that disks and VM had', async () => {
    const id = await vm('sizes')
    const small = await taken(id, { name: 'small' })
    const disk = (await t.ann.get(`/vm/v3/host/${id}/disk`)).body.list[0]
    await t.done(await t.ann.post(`/vm/v3/disk/${disk.id}`, { size_mib: 8192 }))
    await t.done(await t.ann.post(`/vm/v3/host/${id}/stop`, { force: true }))
    await t.done(await t.ann.post(`/vm/v3/host/${id}/resource`, { ram_mib: 1024, cpu_number: 2 }))
    const large = await taken(id, { name: 'large' })
    await t.done(await revert(small))
    expect(await t.host(id)).toMatchObject({
      state: 'stopped',
      ram_mib: 512,
      ram_mib_new: null,
      cpu_number: 1,
      cpu_number_new: null,
      disk: { disk_mib: 4096, disk_mib_new: null },
    })
    expect((await onNode(id)).domain?.spec).toMatchObject({ ram_mib: 512, cpu_number: 1 })
    await t.done(await revert(large))
    expect(await t.host(id)).toMatchObject({ ram_mib: 1024, cpu_number: 2, disk: { disk_mib: 8192 } })
    // A disk grows again after it.
    await t.done(await revert(small))
    await t.done(await t.ann.post(`/vm/v3/disk/${disk.id}`, { size_mib: 5120 }))
    expect(await t.host(id)).toMatchObject({ disk: { disk_mib: 5120 } })
  })

  it('with memory lets the VM go on, unless its devices were changed', async () => {
    const id = await vm('memory')
    const one = await taken(id, { name: 'open', with_ram: true })
    expect((await onNode(id)).paths.filter((path) => path.endsWith('.ram'))).toHaveLength(1)
    await t.done(await t.ann.post(`/vm/v3/host/${id}/stop`, { force: true }))
    await t.done(await revert(one))
    expect(await t.host(id)).toMatchObject({ state: 'active', snapshot_curr: one })
    const last = async () => (await t.ann.get(`/vm/v3/host/${id}/history?orderby=id desc`)).body.list[0]
    expect(await last()).toMatchObject({ params: { resumed: true } })
    await t.database.prisma.host_interface.updateMany({ where: { host_id: id }, data: { model: 'e1000' } })
    await t.done(await revert(one))
    expect(await t.host(id)).toMatchObject({ state: 'active' })
    expect(await last()).toMatchObject({ params: { resumed: false } })
    await t.done(await t.ann.post(`/vm/v3/host/${id}/stop`, { force: true }))
    expect(await take(id, { name: 'x', with_ram: true })).toMatchObject({ status: 409 })
  })

  it('is deleted; what was made from it comes from its parent', async () => {
    const id = await vm('chain')
    const [a, b, c] = [await taken(id, { name: 'a' }), await taken(id, { name: 'b' }), await taken(id, { name: 'c' })]
    await t.done(await t.ann.delete(`/vm/v3/snapshot/${b}`))
    expect(await ofHost(id)).toMatchObject([
      { id: a, parent: null, is_curr: false },
      { id: c, parent: a, is_curr: true },
    ])
    await t.done(await t.ann.delete(`/vm/v3/snapshot/${c}`))
    expect(await ofHost(id)).toMatchObject([{ id: a, is_curr: true }])
    expect((await onNode(id)).captures).toHaveLength(1)
    await taken(id, { name: 'd', with_ram: true })
    await t.done(await t.ann.delete(`/vm/v3/host/${id}/snapshot`))
    expect(await ofHost(id)).toEqual([])
    expect(await onNode(id)).toMatchObject({
      captures: [],
      paths: expect.not.arrayContaining([expect.stringMatching(/ram$/)]),
    })
    // There is nothing to do.
    await t.done(await t.ann.delete(`/vm/v3/host/${id}/snapshot`))
  })

  it('goes with its VM, and with its system', async () => {
    const id = await vm('going')
    await taken(id, { name: 'old', with_ram: true })
    await t.done(await t.ann.post(`/vm/v3/host/${id}/reinstall`, { os: t.os, password: 'Guest-pass-2' }))
    expect(await ofHost(id)).toEqual([])
    expect((await onNode(id)).paths).toHaveLength(2)
    await taken(id, { name: 'new', with_ram: true })
    const { store, row } = await onNode(id)
    await t.done(await t.ann.delete(`/vm/v3/host/${id}`))
    expect(Object.keys((await store.read()).files).filter((path) => path.includes(row.internal_name))).toEqual([])
    expect(await t.database.prisma.snapshot.count({ where: { host_id: id } })).toBe(0)
  })
})

describe('what fails', () => {
  it('a revert leads back to the present: disks, sizes, size of the VM, and it runs', async () => {
    const id = await vm('fails')
    const one = await taken(id, { name: 'open', with_ram: true })
    const two = await taken(id, { name: 'now' })
    const disk = (await t.ann.get(`/vm/v3/host/${id}/disk`)).body.list[0]
    await t.done(await t.ann.post(`/vm/v3/disk/${disk.id}`, { size_mib: 6144 }))
    await t.done(await t.ann.post(`/vm/v3/host/${id}/stop`, { force: true }))
    await t.done(await t.ann.post(`/vm/v3/host/${id}/resource`, { ram_mib: 1024 }))
    await t.done(await t.ann.post(`/vm/v3/host/${id}/start`))
    await write(id, 'present')
    const { store, paths } = await onNode(id)
    await store.update(({ files }) => {
      for (const path of paths.filter((file) => file.endsWith('.ram'))) delete files[path]
    })
    const asked = await revert(one)
    expect(await t.ended(asked.body.task)).toMatchObject({ status: 'failed' })
    const after = await t.host(id)
    expect(after).toMatchObject({
      state: 'active',
      ram_mib: 1024,
      ram_mib_new: null,
      snapshot_curr: two,
      queue: [],
      disk: { disk_mib: 6144, disk_mib_new: null },
    })
    expect(after.fault).toMatchObject({ action: 'snapshot_revert', step: 'start' })
    expect(await onNode(id)).toMatchObject({
      domain: { state: 'running', guest: { hostname: 'present' }, spec: { ram_mib: 1024 } },
      disk: { size_mib: 6144 },
    })
    expect((await onNode(id)).captures).toHaveLength(2)
  })

  it('a snapshot stays with its reason until it is deleted, and is nothing to go back to', async () => {
    const id = await vm('unlucky')
    const { row } = await onNode(id)
    const path = (await t.database.prisma.disk.findFirstOrThrow({ where: { host_id: id } })).path
    await t.database.prisma.disk.updateMany({ where: { host_id: id }, data: { path: '/vm/none.qcow2' } })
    const asked = await take(id, { name: 'lost' })
    expect(await t.ended(asked.body.task)).toMatchObject({ status: 'failed' })
    await t.database.prisma.disk.updateMany({ where: { host_id: id }, data: { path } })
    expect(await ofHost(id)).toMatchObject([
      { state: 'fail', is_curr: false, fault: expect.stringMatching(/no disk at/) },
    ])
    expect(await t.host(row.id)).toMatchObject({ state: 'active', snapshot_curr: null })
    expect((await revert(asked.body.id)).status).toBe(409)
    // It holds nothing, so it takes no place of one that does.
    await t.admin.post(`/vm/v3/host/${id}`, { snapshot_limit: 1 })
    expect(await t.host(id)).toMatchObject({ snapshot_count: 0 })
    await taken(id, { name: 'good' })
    expect(await t.host(id)).toMatchObject({ snapshot_count: 1 })
    expect(await take(id, { name: 'more' })).toMatchObject({ body: { error: { value: 'snapshot_limit' } } })
    // But there is an end to their records.
    await t.admin.post(`/vm/v3/host/${id}`, { snapshot_limit: -1 })
    const failed = { host_id: id, name: 'x', state: 'fail', cpu_number: 1, ram_mib: 512, made_by: 'x' }
    await t.database.prisma.snapshot.createMany({
      data: Array.from({ length: 98 }, (_, n) => ({ ...failed, capture: `dh-${id}-${n}` })),
    })
    expect(await take(id, { name: 'x' })).toMatchObject({
      status: 409,
      body: { error: { value: 'snapshot_limit', msg: expect.stringMatching(/has 100 snapshots and may have 100/) } },
    })
    await t.done(await t.ann.delete(`/vm/v3/snapshot/${asked.body.id}`))
    await taken(id, { name: 'after one of them went' })
  })

  it('one that is called off before its turn leaves nothing', async () => {
    const id = await vm('called-off')
    await t.stopWorker()
    const { body } = await take(id, { name: 'never' })
    expect(await ofHost(id)).toMatchObject([{ state: 'creation' }])
    expect((await t.admin.post(`/vm/v3/task/${body.task}/abort`)).status).toBe(200)
    t.startWorker()
    expect(await t.ended(body.task)).toMatchObject({ status: 'aborted' })
    expect(await ofHost(id)).toEqual([])
    expect(await t.host(id)).toMatchObject({ queue: [], state: 'active' })
  })
})

describe('rejected in words', () => {
  let id = 0
  let one = 0
  beforeAll(async () => {
    id = await vm('strict')
    one = await taken(id, { name: 'only' })
  })

  it('what its settings do not allow', async () => {
    const set = (body: object) => t.admin.post(`/vm/v3/host/${id}`, body)
    await set({ snapshot_limit: 1 })
    // Its owner is bound by it.
    expect(await t.ann.post(`/vm/v3/host/${id}`, { snapshot_limit: 5 })).toMatchObject({
      status: 403,
      body: { error: { value: 'snapshot_limit' } },
    })
    expect((await t.ann.post(`/vm/v3/host/${id}`, { snapshot_limit: 1, comment: 'x' })).status).toBe(200)
    expect(await take(id, { name: 'x' })).toMatchObject({ body: { error: { value: 'snapshot_limit' } } })
    await set({ snapshot_limit: -1, snapshot_ram: false })
    expect(await take(id, { name: 'x', with_ram: true })).toMatchObject({ body: { error: { value: 'with_ram' } } })
    await set({ snapshots_allowed: false })
    expect(await take(id, { name: 'x' })).toMatchObject({ body: { error: { value: 'snapshots_allowed' } } })
    await set({ snapshots_allowed: true, snapshot_ram: true })
    for (const body of [{}, { name: '' }, { name: ' ' }, { name: 'a\nb' }, { name: 'x', parent: 1 }])
      expect((await take(id, body)).status, JSON.stringify(body)).toBe(400)
    expect(await ofHost(id)).toHaveLength(1)
  })

  it('what its settings shall be, at its creation too, but for administrators', async () => {
    const size = { virtualization_type: 'kvm', ...small }
    const preset = { name: 'bounded', ...size, snapshot_limit: 3, snapshot_ram: true }
    const { id: bounded } = (await t.admin.post('/vm/v3/preset', preset)).body
    for (const [field, own, given] of [
      ['snapshot_limit', 50, 50],
      ['snapshot_ram', true, false],
      ['snapshots_allowed', false, false],
    ] as const) {
      const refused = { status: 403, body: { error: { value: field } } }
      expect(await t.create({ ...small, name: 'own-rules', [field]: own })).toMatchObject(refused)
      expect(await t.create({ name: 'own-rules', preset: bounded, [field]: given })).toMatchObject(refused)
    }
    const same = { snapshot_ram: false, snapshots_allowed: true }
    await t.done(await t.create({ ...small, name: 'as-it-stands', ...same }))
    const made = await t.done(await t.create({ name: 'as-given', preset: bounded, snapshot_limit: 3 }))
    expect(await t.host(made.id)).toMatchObject({ snapshot_limit: 3, snapshot_ram: true })
  })

  it('what belongs to another account', async () => {
    expect((await take(id, { name: 'x' }, t.bob)).status).toBe(404)
    expect((await revert(one, t.bob)).status).toBe(404)
    expect((await t.bob.delete(`/vm/v3/snapshot/${one}`)).status).toBe(404)
    expect((await t.bob.delete(`/vm/v3/host/${id}/snapshot`)).status).toBe(404)
    expect((await t.bob.get(`/vm/v3/host/${id}/snapshot`)).status).toBe(404)
    expect((await t.bob.get('/vm/v3/snapshot')).body.size).toBe(0)
    expect((await t.admin.get(`/vm/v3/snapshot?where=host EQ ${id}`)).body.size).toBe(1)
  })

  it('a revert while something else is to be done, of a disk that is gone, and of what was not taken', async () => {
    await t.stopWorker()
    const stop = await t.ann.post(`/vm/v3/host/${id}/stop`, { force: true })
    expect(await revert(one)).toMatchObject({ status: 409, body: { error: { value: 'queue' } } })
    t.startWorker()
    await t.done(stop)
    await t.database.prisma.disk.updateMany({ where: { host_id: id }, data: { path: '/vm/elsewhere.qcow2' } })
    expect(await revert(one)).toMatchObject({ status: 409, body: { error: { value: 'disks' } } })
    await t.database.prisma.disk.updateMany({ where: { host_id: id }, data: { path: null } })
    await t.database.prisma.snapshot.update({ where: { id: one }, data: { state: 'fail' } })
    expect(await revert(one)).toMatchObject({ status: 409, body: { error: { value: 'state' } } })
    await t.done(await t.ann.delete(`/vm/v3/snapshot/${one}`))
    expect(await ofHost(id)).toEqual([])
  })
})
