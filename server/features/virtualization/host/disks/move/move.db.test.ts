import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startCluster, t } from '../../queue-fixture.ts'
import { requireNoBrokenMove } from './broken.ts'
import { settleBrokenMoves } from './broken-sweep.ts'
import { addStorage, onNodes, promisedOf, readDisk, standStillAtHalf } from './moves-fixture.ts'

let main = 0
let second = 0
beforeAll(async () => {
  await startCluster()
  main = (await t.admin.get('/vm/v3/storage?where=kind EQ file&orderby=id')).body.list[0].id
  second = await addStorage('second')
})
afterAll(() => t.close())
afterEach(() => vi.restoreAllMocks())

let made = 0
/** A VM of its own with its main disk. */
async function vm(body: object = {}) {
  const { id } = await t.done(await t.create({ name: `mover-${++made}`, hdd_mib: 4096, ...body }))
  const disk = await t.database.prisma.disk.findFirstOrThrow({ where: { host_id: id } })
  return { id, disk: disk.id }
}
const move = (disk: number, body: object) => t.admin.post(`/vm/v3/disk/${disk}/migrate`, body)
const targets = async (disk: number, of: 'local' | 'network') =>
  (await t.admin.get(`/vm/v3/disk/${disk}/migrate/${of}`)).body
const cancel = async (consul: number) => {
  const row = await t.database.prisma.task.findFirstOrThrow({ where: { consul_id: consul } })
  const answer = await t.admin.post(`/vm/v3/task/${row.id}/abort`)
  expect(answer.status).toBe(200)
}
const free = async (body: object = {}) =>
  (await t.done(await t.admin.post('/vm/v3/disk', { size_mib: 1024, node: t.nodes[0], ...body }))).id

it('places are named with the reason where a disk cannot go', async () => {
  const { disk } = await vm()
  const home = (await readDisk(disk)).node
  const local = await targets(disk, 'local')
  expect(local).toMatchObject({ reason: null, size: 2 })
  const [here, there] = [main, second].map((id) => local.list.find((one: { id: number }) => one.id === id))
  expect(here).toMatchObject({ reason: expect.stringMatching(/there already/), node: home })
  expect(there).toMatchObject({ name: 'second', type: 'file', reason: null, node: home })
  expect(there.available_mib).toBeGreaterThan(4096)
  expect(await targets(disk, 'network')).toMatchObject({ list: [], size: 0 })
  // Of all nodes for one that no VM has.
  const loose = await free()
  expect(
    (await targets(loose, 'local')).list.map((one: { id: number; reason: string | null }) => [one.id, one.reason]),
  ).toEqual([
    [main, 'The disk is there already'],
    [second, null],
    [main, null],
    [second, null],
  ])
  expect((await t.ann.get(`/vm/v3/disk/${disk}/migrate/local`)).status).toBe(403)
  expect((await t.admin.get('/vm/v3/disk/99999/migrate/local')).status).toBe(404)
})

it('the main disk of a running VM moves with what lies beside it', async () => {
  const { id, disk } = await vm()
  const before = await onNodes(disk)
  const [source, goal] = [await promisedOf(main), await promisedOf(second)]
  await t.stopWorker()
  const answer = await move(disk, { storage: second, limit_mbitps: 800 })
  // Room on both sides as long as it is under way.
  expect([await promisedOf(main), await promisedOf(second)]).toEqual([source, goal + 4096])
  const moving = await readDisk(disk)
  expect(moving).toMatchObject({ state: 'moving', reserved_storage2node: second, storage: { id: main } })
  expect((await t.admin.get(`/vm/v3/task/${moving.move_task}`)).body).toMatchObject({ name: 'disk_migrate' })
  expect((await t.admin.delete(`/vm/v3/cluster/${t.cluster}/storage/${second}`)).status).toBe(409)
  expect(await move(disk, { storage: second })).toMatchObject({ status: 409 })
  t.startWorker()
  await t.done(answer)
  expect(await readDisk(disk)).toMatchObject({ state: 'active', move_task: null, storage: { id: second } })
  expect([await promisedOf(main), await promisedOf(second)]).toEqual([source - 4096, goal + 4096])
  const now = await onNodes(disk)
  expect(now.volumes).toEqual([`${now.home?.name} ${now.one.path}`])
  expect(now.one.path).toMatch(/^\/srv\/second\//)
  expect(now.domain).toMatchObject({ state: 'running', spec: { disks: [{ path: now.one.path }] } })
  expect(now.domain?.guest).toEqual(before.domain?.guest)
  expect(now.seeds).toEqual([now.domain?.spec.cdrom])
  expect(now.seeds[0]).toMatch(/^\/srv\/second\//)
  expect(now.row).toMatchObject({ queue: [], fault: null, unused_files: [] })
  // It comes from there, and goes without a trace.
  await t.done(await t.ann.post(`/vm/v3/host/${id}/restart`, {}))
  const { row, store } = now
  await t.done(await t.admin.delete(`/vm/v3/host/${id}`))
  expect(Object.keys((await store.read()).files).filter((path) => path.includes(row?.internal_name ?? '?'))).toEqual([])
})

it('waits for its turn, and what is before it goes on by the old volume', async () => {
  const { id, disk } = await vm()
  await t.stopWorker()
  const before = await t.ann.post(`/vm/v3/host/${id}/resource`, { cpu_weight: 500 })
  const answer = await move(disk, { storage: second })
  const behind = await t.ann.post(`/vm/v3/host/${id}/resource`, { cpu_weight: 600 })
  t.startWorker()
  for (const one of [before, answer, behind]) await t.done(one)
  const { one, domain } = await onNodes(disk)
  expect(domain?.spec).toMatchObject({ disks: [{ path: one.path }], limits: { cpu_weight: 600 } })
})

it('one of a VM that is off as well, and the image below it only where that is asked for', async () => {
  const { id, disk } = await vm()
  await t.done(await t.ann.post(`/vm/v3/host/${id}/stop`, { force: true }))
  const { one, files } = await onNodes(disk)
  const file = files[one.path ?? `/vm/${(await onNodes(disk)).row?.internal_name}-${disk}.qcow2`]
  const backing = file?.kind === 'volume' ? file.backing : null
  expect(backing).not.toBeNull()
  await t.done(await move(disk, { storage: second, plain: false }))
  const linked = await onNodes(disk)
  expect(linked.files[linked.one.path ?? '']).toMatchObject({ backing })
  await t.done(await move(disk, { storage: main }))
  const plain = await onNodes(disk)
  expect(plain.files[plain.one.path ?? '']).toMatchObject({ backing: null })
  expect(plain.volumes).toHaveLength(1)
  await t.done(await t.ann.post(`/vm/v3/host/${id}/start`, {}))
  expect(await t.host(id)).toMatchObject({ state: 'active' })
})

it('is called off at half, and the VM runs from the old volume', async () => {
  const { id, disk } = await vm()
  const before = await onNodes(disk)
  const still = standStillAtHalf()
  const { body } = await move(disk, { storage: second })
  await still.reached
  expect((await onNodes(disk)).volumes).toHaveLength(2)
  await cancel(body.task)
  expect(await t.ended(body.task)).toMatchObject({ status: 'aborted' })
  still.restore()
  const now = await onNodes(disk)
  expect(now.volumes).toEqual(before.volumes)
  expect(now.domain?.spec.disks).toEqual(before.domain?.spec.disks)
  expect(now.one).toMatchObject({ state: 'active', storage_id: main })
  expect(await t.database.prisma.disk_move.count()).toBe(0)
  expect(await t.host(id)).toMatchObject({ state: 'active', disabled: false })
  await t.done(await t.ann.post(`/vm/v3/host/${id}/restart`, {}))
  await t.done(await move(disk, { storage: second }))
  expect((await onNodes(disk)).seeds).toHaveLength(1)
})

it('a snapshot waits for a disk that moves, and is of the new volume, to which a revert leads back', async () => {
  const { id, disk } = await vm()
  const still = standStillAtHalf()
  const moving = await move(disk, { storage: second })
  await still.reached
  const taken = await t.ann.post(`/vm/v3/host/${id}/snapshot`, { name: 'meanwhile' })
  expect(taken.status).toBe(200)
  const revert = () => t.ann.post(`/vm/v3/snapshot/${taken.body.id}/revert`, {})
  expect(await revert()).toMatchObject({
    ...{ status: 409, body: { error: { msg: expect.stringMatching(/still being taken/) } } },
  })
  const { domain } = await onNodes(disk)
  expect(domain?.spec.disks).toHaveLength(1)
  expect((await t.ann.get(`/vm/v3/host/${id}/snapshot`)).body.list).toMatchObject([{ state: 'creation' }])
  // Another worker goes on with it, from half.
  await t.stopWorker()
  still.restore()
  t.startWorker()
  await t.done(moving)
  await t.done(taken)
  const now = await onNodes(disk)
  expect(now.one).toMatchObject({ state: 'active', storage_id: second })
  expect(now.volumes).toHaveLength(1)
  expect((await t.ann.get(`/vm/v3/host/${id}/snapshot`)).body.list).toMatchObject([{ state: 'ok', fault: null }])
  const name = now.domain?.guest.hostname
  await now.store.update(({ domains }) => {
    const guest = domains[now.row?.internal_name ?? '']?.guest
    if (guest) guest.hostname = 'broken'
  })
  await t.done(await revert())
  const back = await onNodes(disk)
  expect(back.domain?.guest.hostname).toBe(name)
  expect(back.one.path).toBe(now.one.path)
  expect(back.row).toMatchObject({ state: 'active', queue: [], fault: null })
})

it('a snapshot that waited for a move which is called off is of the old volume', async () => {
  const { id, disk } = await vm()
  const before = await onNodes(disk)
  const still = standStillAtHalf()
  const { body } = await move(disk, { storage: second })
  await still.reached
  const taken = await t.ann.post(`/vm/v3/host/${id}/snapshot`, { name: 'meanwhile' })
  await cancel(body.task)
  expect(await t.ended(body.task)).toMatchObject({ status: 'aborted' })
  still.restore()
  await t.done(taken)
  const now = await onNodes(disk)
  expect(now.volumes).toEqual(before.volumes)
  expect(now.one).toMatchObject({ state: 'active', storage_id: main })
  await t.done(await t.ann.post(`/vm/v3/snapshot/${taken.body.id}/revert`, {}))
  expect(await t.host(id)).toMatchObject({ state: 'active', fault: null })
})

it('a node that goes away in the middle is asked when it is back, and nothing is defined before', async () => {
  const { disk } = await vm()
  const still = standStillAtHalf()
  const { body } = await move(disk, { storage: second })
  await still.reached
  const { store, home } = await onNodes(disk)
  await store.update((state) => {
    state.offline = true
  })
  expect(await t.ended(body.task)).toMatchObject({ status: 'failed' })
  still.restore()
  // Nothing copies it any more, so there is nothing to call off.
  expect(await readDisk(disk)).toMatchObject({ state: 'moving', reserved_storage2node: second, move_task: null })
  await settleBrokenMoves(AbortSignal.timeout(10_000))
  expect(await readDisk(disk)).toMatchObject({ state: 'moving' })
  await expect(requireNoBrokenMove([{ id: disk, name: 'x' }])).rejects.toMatchObject({ code: 'wrong_state' })
  await store.update((state) => {
    state.offline = false
  })
  await t.database.prisma.node.update({ where: { id: home?.id ?? 0 }, data: { state: 'active' } })
  await settleBrokenMoves(AbortSignal.timeout(10_000))
  expect(await readDisk(disk)).toMatchObject({ state: 'active', reserved_storage2node: null, storage: { id: main } })
  expect((await onNodes(disk)).volumes).toHaveLength(1)
})

it('a disk without a VM goes to another node, with what is on it', async () => {
  const loose = await free()
  const before = await onNodes(loose)
  await before.store.update((state) => {
    const file = state.files[before.one.path ?? '']
    if (file?.kind === 'volume') file.blocks = { 3: 'written once', 700: 'and at the end' }
  })
  await t.done(await move(loose, { node: t.nodes[1], storage: second }))
  const there = await onNodes(loose)
  expect(there.volumes).toEqual([`n2 ${there.one.path}`])
  expect(there.one).toMatchObject({ state: 'active', node_id: t.nodes[1], storage_id: second })
  const blocks = async () => {
    const { files, one } = await onNodes(loose)
    const file = files[one.path ?? '']
    return file?.kind === 'volume' ? file.blocks : null
  }
  expect(await blocks()).toEqual({ 3: 'written once', 700: 'and at the end' })
  await t.done(await move(loose, { storage: main }))
  expect(await blocks()).toEqual({ 3: 'written once', 700: 'and at the end' })
  expect((await onNodes(loose)).volumes).toHaveLength(1)
  await t.done(await t.admin.delete(`/vm/v3/disk/${loose}`))
})

it('is refused in words: absent things first, then what stands against it', async () => {
  const { id, disk } = await vm()
  const refusal = async (body: object, status: number, words: RegExp) =>
    expect(await move(disk, body)).toMatchObject({ status, body: { error: { msg: expect.stringMatching(words) } } })
  await refusal({}, 400, /storage or node is needed/)
  await refusal({ storage: 99_999 }, 400, /no such storage/)
  await refusal({ node: 99_999 }, 400, /no such node/)
  await refusal({ storage: second, limit_mbitps: 0 }, 400, /limit_mbitps/)
  await refusal({ storage: main }, 400, /there already/)
  const home = (await readDisk(disk)).node.id
  await refusal({ node: t.nodes.find((one) => one !== home) }, 400, /stays on its node/)
  await t.done(await t.ann.post(`/vm/v3/host/${id}/snapshot`, { name: 'kept' }))
  await refusal({ storage: second }, 400, /1 snapshots .* delete them first/)
  expect(await targets(disk, 'local')).toMatchObject({ reason: expect.stringMatching(/snapshots/) })
  await t.done(await t.ann.delete(`/vm/v3/host/${id}/snapshot`))
  await t.database.prisma.cluster_storage.updateMany({ where: { storage_id: second }, data: { enabled: false } })
  await refusal({ storage: second }, 400, /disabled/)
  await t.database.prisma.cluster_storage.updateMany({ where: { storage_id: second }, data: { enabled: true } })
  expect((await t.ann.post(`/vm/v3/disk/${disk}/migrate`, { storage: second })).status).toBe(403)
  expect((await t.admin.post('/vm/v3/disk/99999/migrate', { storage: second })).status).toBe(404)
})

it('a disk is written from an image file, beside what it had', async () => {
  const { id, disk } = await vm()
  const restore = (one: number, path: string) => t.admin.post(`/vm/v3/disk/${one}/restore_from_image`, { path })
  const { store } = await onNodes(disk)
  await store.update(({ files }) => {
    files['/images/kept.qcow2'] = { kind: 'image', size_bytes: 4096, sha256: 'a'.repeat(64), virtual_mib: 1024 }
    files['/images/large.raw'] = { kind: 'image', size_bytes: 4096, sha256: 'a'.repeat(64), virtual_mib: 8192 }
  })
  for (const path of [
    '/vm/kept.qcow2',
    '/images/../vm/kept.qcow2',
    '/images/kept.iso',
    'kept.qcow2',
    '/images//kept.raw',
  ])
    expect(await restore(disk, path), path).toMatchObject({ status: 400, body: { error: { value: 'path' } } })
  expect(await restore(disk, '/images/kept.qcow2')).toMatchObject({ status: 409 })
  await t.done(await t.ann.post(`/vm/v3/host/${id}/stop`, { force: true }))
  expect(await t.ended((await restore(disk, '/images/large.raw')).body.task)).toMatchObject({
    status: 'failed',
    error: { msg: expect.stringMatching(/at least 8192 MiB/) },
  })
  const before = await onNodes(disk)
  expect(before.volumes).toHaveLength(1)
  expect(before.one).toMatchObject({ state: 'active' })
  await t.done(await restore(disk, '/images/kept.qcow2'))
  const now = await onNodes(disk)
  expect(now.one.path).not.toBe(before.one.path)
  expect(now.volumes).toEqual([`${now.home?.name} ${now.one.path}`])
  expect(now.domain?.spec.disks).toMatchObject([{ path: now.one.path }])
  expect(now.one).toMatchObject({ storage_id: main, size_mib: 4096 })
  await t.done(await t.ann.post(`/vm/v3/host/${id}/start`, {}))
  const loose = await free({ size_mib: 2048, node: now.home?.id })
  await t.done(await restore(loose, '/images/kept.qcow2'))
  expect((await onNodes(loose)).volumes).toHaveLength(1)
})
