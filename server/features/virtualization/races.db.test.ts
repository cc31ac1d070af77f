import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Backups, startBackups } from '../../../e2e/support/backups.ts'
import { whileHeld } from '../../../e2e/support/held.ts'
import { transaction } from '../../db/transaction.ts'
import { rejectKept } from './node/kept-on.ts'

// What is claimed because something else is there, or is not: two that look at the same moment must not both find it so.

let t: Backups
beforeAll(async () => {
  t = await startBackups()
})
afterAll(() => t.close())

const storage = async (name: string) => {
  const made = await t.admin.post('/vm/v3/storage', { name, type: 'file', storage_params: {} })
  return made.body.id as number
}
const refused = (words: RegExp, status = 409) => ({ status, body: { error: { msg: expect.stringMatching(words) } } })

it('a storage is the main one or disabled, also when both are asked for at once', async () => {
  const id = await storage('both')
  const at = `/vm/v3/cluster/${t.cluster}/storage/${id}`
  await t.done(await t.admin.post(at, { virt_pool: { vm_storage_path: '/srv/both' } }))
  const disable = () => t.admin.post(`/vm/v3/storage/${id}/change_state`, { state: 'disabled' })
  const [main, off] = await whileHeld(
    'select from storage where id = $1 for update',
    [id],
    [() => t.admin.post(`${at}/make_main`, {}), disable],
  )
  expect(main?.status).toBe(200)
  expect(off).toMatchObject(refused(/is the main one of the cluster cl1/))
})

it('a storage that was disabled while it was being attached does not become the main one', async () => {
  const id = await storage('late')
  const at = `/vm/v3/cluster/${t.cluster}/storage/${id}`
  const body = { virt_pool: { vm_storage_path: '/srv/late' }, is_main: true }
  const off = () => t.admin.post(`/vm/v3/storage/${id}/change_state`, { state: 'disabled' })
  expect((await off()).status).toBe(200)
  expect(await t.admin.post(at, body)).toMatchObject(refused(/late is disabled/))
  await t.admin.post(`/vm/v3/storage/${id}/change_state`, { state: 'active' })
  await t.stopWorker()
  const { task } = (await t.admin.post(at, body)).body
  await off()
  t.startWorker()
  expect(await t.ended(task)).toMatchObject({ status: 'failed', error: { msg: expect.stringMatching(/is disabled/) } })
  expect(await t.database.prisma.cluster_storage.count({ where: { storage_id: id } })).toBe(0)
  expect(await t.database.prisma.cluster_storage.count({ where: { cluster_id: t.cluster, is_main: true } })).toBe(1)
})

it('a cluster goes without the storage that another one has got meanwhile', async () => {
  const body = { virtualization_type: 'dummy', os_storage_path: '/share', image_storage_path: '/images' }
  const { id } = await t.done(await t.admin.post('/vm/v3/cluster', { name: 'short', ...body }))
  const { storage_id } = await t.database.prisma.cluster_storage.findFirstOrThrow({ where: { cluster_id: id } })
  const at = `/vm/v3/cluster/${t.cluster}/storage/${storage_id}`
  const [attached, gone] = await whileHeld(
    'select from storage where id = $1 for update',
    [storage_id],
    [
      () => t.admin.post(at, { virt_pool: { vm_storage_path: '/srv/inherited' } }),
      () => t.admin.delete(`/vm/v3/cluster/${id}`),
    ],
  )
  expect([attached?.status, gone?.status]).toEqual([200, 200])
  expect(await t.database.prisma.cluster_storage.findMany({ where: { storage_id } })).toMatchObject([
    { cluster_id: t.cluster },
  ])
})

it('of two backup locations that go at once, the one with the last copy of a backup says so', async () => {
  const [one, two] = [await t.location('one'), await t.location('two')]
  const host = await t.vm('twice')
  const made = await t.ann.post(`/vm/v3/host/${host}/backup`, { backup_locations: [one.id, two.id] })
  const { id } = await t.done(made)
  expect((await t.ended(made.body.relocate_task)).status).toBe('complete')
  const remove = (location: number) => () => t.admin.delete(`/vm/v3/backup_location/${location}`)
  const held = 'select from backup_location where id = any($1::int[]) for update'
  const answers = await whileHeld(held, [[one.id, two.id]], [remove(one.id), remove(two.id)])
  expect(answers).toMatchObject([{ status: 200 }, refused(/lie in this backup location only: 1\./, 400)])
  expect(await t.database.prisma.backup_copy.findMany({ where: { backup_id: id } })).toMatchObject([
    { location_id: two.id, state: 'active' },
  ])
})

it('a backup that begins while its location goes holds that up', async () => {
  const { id: location } = await t.location('busy')
  const host = await t.vm('begins')
  await t.stopWorker()
  const held = 'select from backup_location where id = $1 for update'
  const [begun, gone] = await whileHeld(
    held,
    [location],
    [
      () => t.ann.post(`/vm/v3/host/${host}/backup`, { backup_locations: [location] }),
      () => t.admin.delete(`/vm/v3/backup_location/${location}`),
    ],
  )
  t.startWorker()
  expect(gone).toMatchObject(refused(/A task is working on backups in this backup location/))
  await t.done(begun as never)
})

it('of two nodes that go at once, the one with the last file of an image stays', async () => {
  const node = async (name: string, ip: string) =>
    (await t.done(await t.admin.post('/vm/v3/node', { name, cluster: t.cluster, ip, ssh_port: 22, password: 'x' }))).id
  const nodes = [await node('n3', '198.51.100.3'), await node('n4', '198.51.100.4')]
  const system = { os_name: 'Linux', os_group: 'linux', login_user: 'root', efi_boot: false }
  const { id } = await t.database.prisma.image.create({
    data: {
      ...{ name: 'golden', state: 'active', cleared: true, size_mib: 1024, host_name: 'source', ...system },
      ...{ size_bytes: 1024, sha256: '0'.repeat(64) },
    },
  })
  const at = nodes.map((node_id) => ({ image_id: id, node_id, state: 'ready', path: '/images/golden' }))
  await t.database.prisma.image_node.createMany({ data: at })
  // Nothing else is to wait for a lock meanwhile, as the watch of a node does.
  await t.stopWorker()
  const remove = (node_id: number) => () =>
    transaction(async (work) => {
      await rejectKept(work, node_id)
      await work.tx.image_node.deleteMany({ where: { node_id } })
      return 'gone'
    }).catch(String)
  const ends = await whileHeld('select from image_node where image_id = $1 for update', [id], nodes.map(remove))
  expect(ends).toEqual(['gone', expect.stringMatching(/Images are on this node alone \(golden\)/)])
})
