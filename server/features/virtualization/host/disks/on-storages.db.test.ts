import { afterAll, beforeAll, expect, it } from 'vitest'
import { startCluster, t } from '../queue-fixture.ts'
import { addStorage, onNodes } from './move/moves-fixture.ts'

// A VM whose disks are on two storages: whatever is done with it, each disk is on its own, and the VM's other files are beside the main one.

let second = 0
beforeAll(async () => {
  await startCluster()
  second = await addStorage('second')
})
afterAll(() => t.close())

let made = 0
const onTwo = async () => {
  const host = (await t.done(await t.create({ name: `on-two-${++made}`, hdd_mib: 2048 }))).id
  await t.done(await t.admin.post(`/vm/v3/host/${host}/disk`, { size_mib: 1024, storage: second }))
  return host
}
const disksOf = (host: number) =>
  t.database.prisma.disk.findMany({ where: { host_id: host }, orderBy: [{ boot_order: 'asc' }, { id: 'asc' }] })
const folder = (path: string) => path.slice(path.indexOf('/'), path.lastIndexOf('/'))

/** The folders of what nodes have of a VM: disks of its definition in their order, volumes, seeds. */
async function foldersOf(host: number) {
  const [first] = await disksOf(host)
  const { domain, seeds, volumes } = await onNodes(first?.id ?? 0)
  return {
    domain: domain?.spec.disks.map(({ path }) => folder(path ?? '')),
    volumes: volumes.map(folder).sort(),
    seeds: [...new Set(seeds.map(folder))],
  }
}
const apart = { domain: ['/vm', '/srv/second'], volumes: ['/srv/second', '/vm'], seeds: ['/vm'] }

it('is defined, defined again and deleted with the disks where they are', async () => {
  const host = await onTwo()
  expect(await foldersOf(host)).toEqual(apart)
  await t.done(await t.admin.post(`/vm/v3/host/${host}/stop`, { force: true }))
  await t.done(await t.admin.post(`/vm/v3/host/${host}/resource`, { cpu_number: 2 }))
  await t.done(await t.admin.post(`/vm/v3/host/${host}/start`, {}))
  expect(await foldersOf(host)).toEqual(apart)
  const [first] = await disksOf(host)
  const { store, row } = await onNodes(first?.id ?? 0)
  await t.done(await t.admin.delete(`/vm/v3/host/${host}`))
  const { files } = await store.read()
  expect(Object.keys(files).filter((path) => path.includes(row?.internal_name ?? '-'))).toEqual([])
})

type Wish = { size_mib: number; boot_order: number; storage?: number; tags?: number[] }
const two = { hdd_mib: undefined, disks: [{ size_mib: 2048, boot_order: 1 }] as Wish[] }
const onSecond: Wish = { size_mib: 1024, boot_order: 2 }

it('is made so, by storages that its disks name or by tags that they ask for', async () => {
  const named = { ...two, disks: [...two.disks, { ...onSecond, storage: second }] }
  expect(await foldersOf((await t.done(await t.create({ name: 'named', ...named }))).id)).toEqual(apart)
  const tag = (await t.admin.post('/vm/v3/tag', { name: 'slow' })).body.id
  await t.admin.post(`/vm/v3/storage/${second}`, { tags: [tag] })
  const tagged = { ...two, disks: [...two.disks, { ...onSecond, tags: [tag] }] }
  expect(await foldersOf((await t.done(await t.create({ name: 'tagged', ...tagged }))).id)).toEqual(apart)
  // What the whole VM names is for the disks that name none.
  const main = (await t.database.prisma.cluster_storage.findFirstOrThrow({ where: { is_main: true } })).storage_id
  const both = { ...two, storage: second, disks: [...two.disks, { ...onSecond, storage: main }] }
  const { id } = await t.done(await t.create({ name: 'turned', ...both }))
  expect((await disksOf(id)).map(({ storage_id }) => storage_id)).toEqual([second, main])
  const absent = { ...two, disks: [...two.disks, { ...onSecond, storage: 4711 }] }
  expect(await t.create({ name: 'absent', ...absent })).toMatchObject({
    status: 400,
    body: { error: { value: 'disks', msg: expect.stringContaining('4711') } },
  })
})

it('needs room in each of them, and so does its clone', async () => {
  const host = await onTwo()
  const where = { storage_id: second }
  const { node_storage } = t.database.prisma
  const before = await node_storage.findFirstOrThrow({ where })
  await node_storage.updateMany({ where, data: { total_mib: 1024, used_mib: 0, checked_at: new Date() } })
  const body = { ...two, disks: [...two.disks, { ...onSecond, storage: second }] }
  const refused = {
    status: 409,
    body: { error: { code: expect.anything(), msg: expect.stringMatching(/\d MiB of storage free/) } },
  }
  const answers = [
    await t.create({ name: 'no-room', ...body }, t.admin),
    await t.admin.post(`/vm/v3/host/${host}/clone`, {}),
  ]
  await node_storage.updateMany({ where, data: { total_mib: before.total_mib, checked_at: before.checked_at } })
  expect(answers).toMatchObject([refused, refused])
  expect((await t.create({ name: 'room', ...two })).status).toBe(200)
})

it('is cloned to the same storages', async () => {
  const host = await onTwo()
  const copy = await t.done(await t.admin.post(`/vm/v3/host/${host}/clone`, {}))
  expect(await foldersOf(copy.id)).toEqual(apart)
  expect((await disksOf(copy.id)).map(({ storage_id }) => storage_id)).toEqual(
    (await disksOf(host)).map(({ storage_id }) => storage_id),
  )
})

it('boots from the disk beside its own files only', async () => {
  const host = await onTwo()
  await t.done(await t.admin.post(`/vm/v3/host/${host}/stop`, { force: true }))
  const [first, other] = await disksOf(host)
  const answer = await t.admin.post(`/vm/v3/host/${host}/disk/${other?.id}`, { is_main: true })
  expect(answer.status).toBe(400)
  expect(answer.body.error.msg).toContain(`beside its main disk ${first?.name}`)
  await t.done(await t.admin.post(`/vm/v3/disk/${first?.id}/migrate`, { storage: second }))
  await t.done(await t.admin.post(`/vm/v3/host/${host}/disk/${other?.id}`, { is_main: true }))
  await t.done(await t.admin.post(`/vm/v3/host/${host}/start`, {}))
  const both = ['/srv/second', '/srv/second']
  expect(await foldersOf(host)).toEqual({ domain: both, volumes: both, seeds: ['/srv/second'] })
})
