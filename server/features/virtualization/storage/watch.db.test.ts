import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testCluster } from '../../../../e2e/support/dummy-cluster.ts'
import { soon } from '../../../shared/testing/soon.ts'
import { examine } from './connect.ts'
import { lookAt } from './watch.ts'

let t: Awaited<ReturnType<typeof testCluster>>
beforeAll(async () => {
  t = await testCluster()
  await t.stopWorker()
})
afterAll(async () => {
  t.startWorker()
  await t.close()
})
const at = (id: number) => `/vm/v3/cluster/${t.cluster}/storage/${id}`
const on = async (storage_id: number) =>
  t.database.prisma.node_storage.findFirstOrThrow({ where: { storage_id, node_id: t.nodes[0] } })
const problems = async () =>
  (await t.admin.get('/vm/v3/problem?entity=storage')).body.list.map((one: { id: number; kind: string }) => [
    one.id,
    one.kind,
  ])

/** A storage that is attached as if its nodes had been connected. */
async function attach(name: string, folder: string) {
  const { id } = (await t.admin.post('/vm/v3/storage', { name, type: 'file', storage_params: {} })).body
  await t.database.prisma.cluster_storage.create({
    data: { cluster_id: t.cluster, storage_id: id, virt_pool: { vm_storage_path: folder } },
  })
  await t.database.prisma.node_storage.create({
    data: { storage_id: id, node_id: t.nodes[0], state: 'active', listed_at: new Date() },
  })
  return id as number
}
const detach = (storage_id: number) => t.database.prisma.cluster_storage.deleteMany({ where: { storage_id } })
const moveTo = (storage_id: number, folder: string) =>
  t.database.prisma.cluster_storage.updateMany({
    where: { storage_id },
    data: { virt_pool: { vm_storage_path: folder } },
  })

beforeEach(() => t.database.prisma.node_storage.updateMany({ data: { checked_at: new Date(0) } }))

describe('a check', () => {
  it('that nothing comes back from says that the storage does not answer', async () => {
    const id = await attach('hangs', '/srv/one-failhang')
    const fault = await examine({ storage_id: id, node_id: t.nodes[0], patience_s: 1 }, soon())
    expect(fault).toBe('The storage does not answer: the node was asked for 1 s')
    expect(await on(id)).toMatchObject({ state: 'failed', error: fault })
    expect(await problems()).toEqual([[id, 'storage_away']])
    await detach(id)
  })

  it('that fails in an unforeseen way keeps no other storage of the node from being looked at', async () => {
    const broken = await attach('broken', '/srv/broken')
    const later = await attach('later', '/srv/later')
    await t.database.pool.query(`update cluster_storage set virt_pool = 'null' where storage_id = $1`, [broken])
    await expect(lookAt(t.nodes[0], soon())).rejects.toThrow(TypeError)
    expect((await on(later)).total_mib).toBeGreaterThan(0)
    await detach(broken)
  })
})

describe('a node that could not be connected', () => {
  it('is connected again until that has succeeded, and never after', async () => {
    const id = await attach('late', '/srv/late-failaway')
    await lookAt(t.nodes[0], soon())
    expect(await on(id)).toMatchObject({ state: 'failed', connected_at: null })
    await moveTo(id, '/srv/late')
    await t.database.prisma.node_storage.updateMany({ data: { checked_at: new Date(0) } })
    await lookAt(t.nodes[0], soon())
    expect(await on(id)).toMatchObject({ state: 'active' })
    // Another folder: what lies there is not the storage, and must not become it.
    await moveTo(id, '/srv/elsewhere')
    await t.database.prisma.node_storage.updateMany({ data: { checked_at: new Date(0) } })
    await lookAt(t.nodes[0], soon())
    expect(await on(id)).toMatchObject({ state: 'failed', error: expect.stringMatching(/is not this storage/) })
    await detach(id)
  })
})

describe('a storage that takes no new disks', () => {
  it('is looked at and reported as long as a disk is on it', async () => {
    const { prisma } = t.database
    const id = await attach('retired', '/srv/retired-failaway')
    const disk = { account_id: t.ann.id, cluster_id: t.cluster, storage_id: id, size_mib: 10, state: 'active' }
    const made = await prisma.disk.create({ data: { ...disk, node_id: t.nodes[0], name: 'd' } })
    expect((await t.admin.post(`${at(id)}/disable`, {})).status).toBe(200)
    expect((await t.admin.post(`/vm/v3/storage/${id}/change_state`, { state: 'disabled' })).status).toBe(200)
    await lookAt(t.nodes[0], soon())
    expect(await on(id)).toMatchObject({ state: 'failed' })
    expect(await problems()).toEqual([[id, 'storage_away']])
    await prisma.disk.delete({ where: { id: made.id } })
    expect(await problems()).toEqual([])
    await prisma.node_storage.updateMany({ where: { storage_id: id }, data: { state: 'active' } })
    await lookAt(t.nodes[0], soon())
    expect(await on(id)).toMatchObject({ state: 'active' })
  })
})
