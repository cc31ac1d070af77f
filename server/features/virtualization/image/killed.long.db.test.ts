import { afterAll, beforeAll, expect, it } from 'vitest'
import { testCluster } from '../../../../e2e/support/dummy-cluster.ts'
import { killedAt } from '../../../../e2e/support/host-worker.ts'
import { placesAt, stepWrites, transactionWrites } from '../../../../e2e/support/kill-places.ts'
import { dummyNode } from '../../../simulation/hypervisor/node.ts'

// The worker is killed right before and right after every write of what is done to images.

let t: Awaited<ReturnType<typeof testCluster>>
beforeAll(async () => {
  t = await testCluster()
})
afterAll(() => t.close())

const end = ['outcome', 'finish']
const all = async () => {
  const states = await Promise.all(['198.51.100.1', '198.51.100.2'].map((ip) => dummyNode(ip).store.read()))
  return states.map(({ files }) => Object.keys(files).filter((path) => path.startsWith('/images/')))
}

type Ask = (n: number) => Promise<{ status: number; body: { id: number; task: number } }>

/** How many copies one node takes at once: tasks that are held keep their turns. */
const COPIES = 2

/** Has a worker killed at each of `places`, `together` of them at once, each in a task of its own, and another one finish them. */
async function killed(places: readonly string[], together: number, ask: Ask): Promise<number[]> {
  const ids: number[] = []
  for (let from = 0; from < places.length; from += together) {
    await t.stopWorker()
    const some = places.slice(from, from + together)
    const asked: { id: number; task: number }[] = []
    for (const [n, place] of some.entries()) {
      const answer = await ask(from + n)
      expect(answer, place).toMatchObject({ status: 200 })
      asked.push(answer.body)
    }
    const rows = await t.database.prisma.task.findMany({ where: { consul_id: { in: asked.map(({ task }) => task) } } })
    const holds = Object.fromEntries(
      asked.map(({ task }, n) => [rows.find((row) => row.consul_id === task)?.id ?? 0, some[n] ?? '']),
    )
    const { url, masterKey } = t.database
    await killedAt({ url, masterKey, holds })
    t.startWorker()
    for (const [n, { task }] of asked.entries())
      expect([some[n], (await t.ended(task)).status]).toEqual([some[n], 'complete'])
    ids.push(...asked.map(({ id }) => id))
  }
  return ids
}

it('an image is made, copied and deleted wherever the worker was killed, and nothing is left over', async () => {
  const making = placesAt([...stepWrites('look', 'make'), ...transactionWrites('begin', 'finish'), ...end])
  const copying = placesAt([...stepWrites('plan', 'look', 'copy'), ...transactionWrites('remember'), ...end])
  const at = t.nodes[0]
  const deleting = placesAt([
    ...stepWrites('plan', `look_${at}`, `remove_${at}`),
    ...transactionWrites('forget'),
    ...end,
  ])
  const count = Math.max(making.length, copying.length, deleting.length)

  const hosts: number[] = []
  for (let n = 0; n < count; n++) {
    const node = t.nodes[n % 2]
    const body = { name: `source-${n}`, hdd_mib: 4096, ram_mib: 512, node }
    hosts.push((await t.done(await t.create(body, t.admin))).id)
  }
  const make = (n: number) =>
    t.admin.post(`/vm/v3/host/${hosts[n]}/image/create`, { name: `image-${n}`, cleared: false })
  const ids = await killed(making, making.length, make)
  for (let n = ids.length; n < count; n++) ids.push((await t.done(await make(n))).id)
  const images = await t.database.prisma.image.findMany()
  expect(images.every(({ state, sha256, fault }) => state === 'active' && sha256 && fault === null)).toBe(true)
  expect((await all()).flat()).toHaveLength(count)
  for (const host of hosts) expect(await t.host(host)).toMatchObject({ state: 'active', queue: [], fault: null })

  // Each is on the node of its VM, of which there are as many on one as on the other.
  await killed(copying, COPIES * t.nodes.length, (n) =>
    t.admin.post(`/vm/v3/image/${ids[n]}/copy`, { node: t.nodes[(n + 1) % 2] }),
  )
  expect((await all()).flat()).toHaveLength(count + copying.length)

  await killed(deleting, deleting.length, (n) => t.admin.delete(`/vm/v3/image/${ids[n]}`) as ReturnType<Ask>)
  const kept = await t.database.prisma.image_node.findMany()
  expect((await all()).flat().sort()).toEqual(kept.map(({ path }) => path).sort())
  expect(kept).toHaveLength((count - deleting.length) * 2)
})
