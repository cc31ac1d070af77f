import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { soon } from '../../../../../shared/testing/soon.ts'
import { DummyConnection } from '../../../../../simulation/hypervisor/connection.ts'
import { dummyNode } from '../../../../../simulation/hypervisor/node.ts'
import { startCluster, t } from '../../queue-fixture.ts'
import { settleBrokenMoves } from './broken-sweep.ts'
import { onNodes, readDisk } from './moves-fixture.ts'

beforeAll(startCluster)
afterAll(() => t.close())
const free = async (node: number) => (await t.done(await t.admin.post('/vm/v3/disk', { size_mib: 64, node }))).id
async function answers(node_id: number, does: boolean) {
  const { ip } = await t.database.prisma.node.findUniqueOrThrow({ where: { id: node_id } })
  await dummyNode(ip).store.update((state) => {
    state.offline = !does
  })
  await t.database.prisma.node.update({ where: { id: node_id }, data: { state: does ? 'active' : 'unavailable' } })
}

describe('a node that dies for good while a disk without a VM is on its way there', () => {
  it('leaves the disk where the record says it is, at once, and can be removed', async () => {
    const { prisma } = t.database
    const [home, goal] = t.nodes
    const disk = await free(home)
    const spy = vi.spyOn(DummyConnection.prototype, 'exportVolume').mockImplementation(async () => {
      await answers(goal, false)
      throw new Error('the node has died')
    })
    const { body } = await t.admin.post(`/vm/v3/disk/${disk}/migrate`, { node: goal })
    expect(await t.ended(body.task)).toMatchObject({ status: 'failed' })
    spy.mockRestore()
    expect(await readDisk(disk)).toMatchObject({ state: 'active', node: { id: home } })
    const left = { kind: 'old', node_id: goal }
    expect(await prisma.disk_move.findUnique({ where: { disk_id: disk } })).toMatchObject(left)
    // It is removed when the node is back.
    expect((await onNodes(disk)).volumes).toHaveLength(2)
    await answers(goal, true)
    await settleBrokenMoves(soon())
    expect((await onNodes(disk)).volumes).toHaveLength(1)
    expect(await prisma.disk_move.count()).toBe(0)
  })

  it('is refused in words while disks are on their way, and takes what they have left with it', async () => {
    const { prisma } = t.database
    const [home, goal] = t.nodes
    const disk = await free(home)
    const { storage_id } = await prisma.disk.findUniqueOrThrow({ where: { id: disk } })
    const to = { disk_id: disk, storage_id, node_id: goal, path: '/vm/left.qcow2' }
    await prisma.disk_move.create({ data: { ...to, kind: 'move' } })
    expect(await t.admin.delete(`/vm/v3/node/${goal}`)).toMatchObject({
      status: 409,
      body: { error: { msg: expect.stringMatching(/Disks are being moved to the node \(disk-\d+\)/) } },
    })
    await prisma.disk_move.update({ where: { disk_id: disk }, data: { kind: 'old' } })

    const lost = await free(goal)
    const path = `/vm/v3/disk/${lost}`
    expect(await t.admin.delete(`${path}?force=true`)).toMatchObject({ status: 400 })
    await answers(goal, false)
    expect(await t.admin.delete(`/vm/v3/node/${goal}`)).toMatchObject({
      status: 409,
      body: { error: { msg: expect.stringMatching(/can be forgotten/) } },
    })
    expect(await t.ended((await t.admin.delete(path)).body.task)).toMatchObject({ status: 'failed' })
    await t.done(await t.admin.delete(`${path}?force=true`))
    expect((await t.admin.get(path)).status).toBe(404)
    await t.done(await t.admin.delete(`/vm/v3/node/${goal}`))
    expect(await prisma.disk_move.count()).toBe(0)
    expect(await readDisk(disk)).toMatchObject({ state: 'active' })
  })
})
