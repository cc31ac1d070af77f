import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCluster } from '../../../../e2e/support/dummy-cluster.ts'
import { dummyNode } from '../../../simulation/hypervisor/node.ts'

let t: Awaited<ReturnType<typeof testCluster>>
beforeAll(async () => {
  t = await testCluster()
})
afterAll(() => t.close())

const at = (node: number, os = t.os) => `/vm/v3/os/${os}/node/${node}`
const disable = (node: number, os = t.os) => t.admin.post(`${at(node, os)}/disable`, {})
const enable = (node: number, os = t.os) => t.admin.post(`${at(node, os)}/enable`, {})
const remove = (node: number, os = t.os) => t.admin.delete(at(node, os))

/** States of the image of a system, by node. */
async function seen(os = t.os) {
  const { list } = (await t.admin.get(`/vm/v3/os/${os}/node?orderby=id`)).body
  return list.map((one: { id: number; state: string; disabled: boolean }) => [one.id, one.state, one.disabled])
}
/** Images that the simulation of a node has. */
async function images(id: number) {
  const { ip } = await t.database.prisma.node.findUniqueOrThrow({ where: { id } })
  const { files } = await dummyNode(ip).store.read()
  return Object.keys(files).filter((path) => files[path]?.kind === 'image')
}
const deleted = async (id: number) => t.done(await t.admin.delete(`/vm/v3/host/${id}`))

describe('a system that is disabled on a node', () => {
  it('is not used there for new VMs', async () => {
    const [n1, n2] = t.nodes
    expect((await disable(n1)).body).toEqual({ id: t.os })
    expect((await disable(n1)).status).toBe(200)
    const there = await t.create({ name: 'there', node: n1 }, t.admin)
    expect([there.status, there.body.error.msg]).toEqual([409, 'No node can run the VM: n1 does not use this system'])
    const { id } = await t.done(await t.create({ name: 'elsewhere' }))
    expect((await t.host(id)).node.id).toBe(n2)
    await disable(n2)
    const nowhere = await t.create({ name: 'nowhere' })
    expect(nowhere.body.error).toMatchObject({ value: 'os', msg: expect.stringContaining('disabled on all nodes') })
    expect((await t.admin.get(`/vm/v3/node/${n1}`)).body.disabled_os).toEqual([t.os])
    await enable(n1)
    await enable(n2)
    expect((await seen()).map(([, , disabled]: unknown[]) => disabled)).toEqual([false, false])
    await deleted(id)
  })

  it('is not installed anew there, nor started for rescue, and is not cloned', async () => {
    const [n1] = t.nodes
    const { id } = await t.done(await t.create({ name: 'home', node: n1 }, t.admin))
    await disable(n1)
    const again = await t.admin.post(`/vm/v3/host/${id}/reinstall`, { password: 'Guest-pass-2' })
    expect(again.body.error).toMatchObject({ value: 'os', msg: expect.stringContaining('is disabled on the node') })
    const clone = await t.admin.post(`/vm/v3/host/${id}/clone`, { name: 'twin' })
    expect(clone.body.error.msg).toContain('n1 does not use this system')
    await enable(n1)

    const rescue = await t.database.prisma.os.findFirstOrThrow({ where: { tags: { has: 'rescue' } } })
    await disable(n1, rescue.id)
    const mode = await t.admin.post(`/vm/v3/host/${id}/rescue_mode`, { rescue_mode: true })
    expect(mode.body.error).toMatchObject({
      value: 'rescue_mode',
      msg: expect.stringContaining('disabled on the node'),
    })
    await enable(n1, rescue.id)
    expect(await t.host(id)).toMatchObject({ state: 'active', queue: [] })
    await deleted(id)
  })

  it('is refused to users, and for what does not exist', async () => {
    const [n1] = t.nodes
    expect((await t.ann.post(`${at(n1)}/disable`, {})).status).toBe(403)
    expect((await t.ann.get(`/vm/v3/os/${t.os}/node`)).status).toBe(403)
    expect((await disable(999_999)).status).toBe(404)
    expect((await disable(n1, 999_999)).status).toBe(404)
  })
})

describe('the image of a system on a node', () => {
  it('is removed for real, and comes back with the next VM', async () => {
    const [n1] = t.nodes
    const { id } = await t.done(await t.create({ name: 'first', node: n1 }, t.admin))
    const with_it = await images(n1)
    // Its disk stands on the image.
    const refused = await t.ended((await remove(n1)).body.task)
    expect(refused).toMatchObject({ status: 'failed', error: { msg: expect.stringContaining('(first)') } })
    expect(await seen()).toContainEqual([n1, 'ready', false])
    const { list } = (await t.admin.get(`/vm/v3/os/${t.os}/node?where=id EQ ${n1}`)).body
    expect(list[0].fault).toContain('(first)')
    expect(await images(n1)).toEqual(with_it)

    await deleted(id)
    const answer = await remove(n1)
    expect(answer.body).toMatchObject({ id: t.os, deleted: [{ id: t.os }] })
    await t.done(answer)
    expect(await seen()).toContainEqual([n1, 'absent', false])
    expect(await images(n1)).toHaveLength(with_it.length - 1)
    expect((await remove(n1)).body.error.msg).toContain('is not on n1')

    await t.done(await t.create({ name: 'second', node: n1 }, t.admin))
    expect(await seen()).toContainEqual([n1, 'ready', false])
    expect(await images(n1)).toEqual(with_it)
  })

  it('stays while a task needs it, and a VM that comes meanwhile brings it again', async () => {
    const [, n2] = t.nodes
    const { id } = await t.done(await t.create({ name: 'early', node: n2 }, t.admin))
    await deleted(id)
    await t.stopWorker()
    const waiting = await t.create({ name: 'waiting', node: n2 }, t.admin)
    expect((await remove(n2)).body.error).toMatchObject({ msg: expect.stringContaining('the VM waiting needs') })
    t.startWorker()
    await t.done(waiting)
    await deleted(waiting.body.id)

    await t.stopWorker()
    const removal = await remove(n2)
    const late = await t.create({ name: 'late', node: n2 }, t.admin)
    expect((await remove(n2)).body.error.msg).toContain('is being copied')
    t.startWorker()
    await t.done(late)
    await t.ended(removal.body.task)
    expect(await seen()).toContainEqual([n2, 'ready', false])
    expect(await t.host(late.body.id)).toMatchObject({ state: 'active' })
  })

  it('that another system has too stays for that', async () => {
    const [, n2] = t.nodes
    const { prisma } = t.database
    const os = await prisma.os.findUniqueOrThrow({ where: { id: t.os } })
    const repository = await prisma.repository.create({ data: { name: 'other', url: 'file:///nowhere' } })
    const { id: _, ...copy } = os
    const twin = await prisma.os.create({ data: { ...copy, repository_id: repository.id } })
    await prisma.os_node.create({ data: { os_id: twin.id, node_id: n2, sha256: os.sha256 } })
    const before = await images(n2)
    await t.done(await remove(n2, twin.id))
    expect(await images(n2)).toEqual(before)
    expect(await seen()).toContainEqual([n2, 'ready', false])
  })
})
