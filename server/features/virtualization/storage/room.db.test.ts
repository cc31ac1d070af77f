import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCluster } from '../../../../e2e/support/dummy-cluster.ts'
import { transaction } from '../../../db/transaction.ts'
import { lockRoom } from './lock.ts'

let t: Awaited<ReturnType<typeof testCluster>>
beforeAll(async () => {
  t = await testCluster()
})
afterAll(() => t.close())

async function attach(name: string, body: object, virt_pool: object) {
  const { id } = (await t.admin.post('/vm/v3/storage', { name, storage_params: {}, ...body })).body
  await t.done(await t.admin.post(`/vm/v3/cluster/${t.cluster}/storage/${id}`, { virt_pool }))
  return id as number
}
const set = (storage_id: number, data: object, node_id?: number) =>
  t.database.prisma.node_storage.updateMany({ where: { storage_id, ...(node_id && { node_id }) }, data })

describe('a snapshot', () => {
  let storage = 0
  let host = 0
  let total = 0n
  const take = (body: object = {}) => t.ann.post(`/vm/v3/host/${host}/snapshot`, { name: 's', ...body })
  beforeAll(async () => {
    storage = await attach('kept', { type: 'file' }, { vm_storage_path: '/srv/kept' })
    host = (await t.done(await t.create({ name: 'one', storage, hdd_mib: 4096, ram_mib: 1024 }))).id
    await t.database.prisma.host.update({ where: { id: host }, data: { snapshot_ram: true } })
    total = (await t.database.prisma.node_storage.findFirstOrThrow({ where: { storage_id: storage } })).total_mib
  })
  const refused = (words: RegExp) => ({ status: 409, body: { error: { msg: expect.stringMatching(words) } } })

  it('is refused while the storage is away, also when that takes no new disks', async () => {
    await set(storage, { state: 'failed', error: 'x' })
    expect(await take()).toMatchObject(refused(/The storage kept is not available on the node/))
    await set(storage, { state: 'failed', enabled: false })
    expect(await take()).toMatchObject(refused(/kept is not available/))
    await set(storage, { state: 'active', error: null, enabled: true })
  })

  it('is refused where the storage is nearly full, and with memory where that has no room', async () => {
    await set(storage, { used_mib: (total * 96n) / 100n })
    expect(await take()).toMatchObject(refused(/The storage kept is nearly full/))
    await set(storage, { used_mib: (total * 95n) / 100n - 500n })
    expect(await take({ with_ram: true })).toMatchObject(
      refused(/The memory of the VM takes 1024 MiB, and there are \d+ MiB left/),
    )
    await t.done(await take())
    await set(storage, { used_mib: 0 })
    await t.done(await take({ with_ram: true }))
  })

  it('that was of larger disks is gone back to only where their own storage has room', async () => {
    const { prisma } = t.database
    const one = await prisma.snapshot.findFirstOrThrow({ where: { host_id: host, with_ram: false } })
    const [kept] = one.disks as { size_mib: number }[]
    const disks = [{ ...kept, size_mib: (kept?.size_mib ?? 0) + 2048 }]
    await prisma.snapshot.update({ where: { id: one.id }, data: { disks } })
    await set(storage, { used_mib: (total * 96n) / 100n })
    expect(await t.admin.post(`/vm/v3/snapshot/${one.id}/revert`, {})).toMatchObject(refused(/No room/))
    await set(storage, { used_mib: 0 })
  })
})

describe('room', () => {
  it('of a storage that clusters share is promised by one of them at a time', async () => {
    const { prisma } = t.database
    const nas = { type: 'nas', storage_params: { ip_addr: '192.0.2.3', nas_storage_path: '/shared' } }
    const id = await attach('shared', nas, { nas_storage_path: '/nas/shared' })
    const { id: other } = await prisma.cluster.create({
      data: { name: 'cl2', virtualization_type: 'dummy', os_storage_path: '/share', image_storage_path: '/images' },
    })
    const inOther = () =>
      transaction(async (work) => {
        await work.sql("select set_config('lock_timeout', '300ms', true)", [])
        await lockRoom(work, other)
      })
    await transaction(async (work) => {
      await lockRoom(work, t.cluster)
      await inOther()
    })
    await prisma.cluster_storage.create({ data: { cluster_id: other, storage_id: id, virt_pool: {} } })
    await transaction(async (work) => {
      await lockRoom(work, t.cluster)
      await expect(inOther()).rejects.toThrow(/lock/)
    })
    await inOther()
    await prisma.cluster_storage.deleteMany({ where: { cluster_id: other } })
    await prisma.cluster.delete({ where: { id: other } })
  })

  it('on the storage that is asked for decides where a disk without a VM is made', async () => {
    const { prisma } = t.database
    const storage = await attach('apart', { type: 'file' }, { vm_storage_path: '/srv/apart' })
    const [first, second] = t.nodes
    const node = async () => {
      const { body } = await t.admin.post('/vm/v3/disk', { size_mib: 64, storage })
      await t.ended(body.task)
      return (await prisma.disk.findUniqueOrThrow({ where: { id: body.id } })).node_id
    }
    for (const [roomy, tight] of [
      [first, second],
      [second, first],
    ] as const) {
      // What is free in the folder of the node says the opposite.
      await prisma.node.update({ where: { id: roomy }, data: { storage_used_mib: 1000 } })
      await prisma.node.update({ where: { id: tight }, data: { storage_used_mib: 0 } })
      await set(storage, { total_mib: 100_000, used_mib: 0 }, roomy)
      await set(storage, { total_mib: 100_000, used_mib: 90_000 }, tight)
      expect(await node()).toBe(roomy)
    }
    await set(storage, { state: 'failed' }, second)
    expect(await node()).toBe(first)
  })
})
