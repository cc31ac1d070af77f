import { afterAll, beforeAll, expect, it } from 'vitest'
import { testCluster } from '../../../../e2e/support/dummy-cluster.ts'
import { killedAt } from '../../../../e2e/support/host-worker.ts'
import { dummyNode } from '../../../simulation/hypervisor/node.ts'

// The worker is killed right before and right after every write of what is done to images.

let t: Awaited<ReturnType<typeof testCluster>>
beforeAll(async () => {
  t = await testCluster()
})
afterAll(() => t.close())

const both = (place: string) => [`before ${place}`, `after ${place}`]
const steps = (...names: string[]) => names.flatMap((name) => both(`begin ${name}`).concat(both(`end ${name}`)))
const tx = (...names: string[]) => names.flatMap((name) => both(`begin ${name}`))
const end = ['outcome', 'finish'].flatMap(both)
const all = async () => {
  const states = await Promise.all(['198.51.100.1', '198.51.100.2'].map((ip) => dummyNode(ip).store.read()))
  return states.map(({ files }) => Object.keys(files).filter((path) => path.startsWith('/images/')))
}

type Ask = (n: number) => Promise<{ status: number; body: { id: number; task: number } }>

/** Has a worker killed at all places, each in a task of its own, and another one finish them. */
async function killed(places: readonly string[], ask: Ask): Promise<number[]> {
  await t.stopWorker()
  const asked: { id: number; task: number }[] = []
  for (const n of places.keys()) {
    const answer = await ask(n)
    expect(answer, places[n]).toMatchObject({ status: 200 })
    asked.push(answer.body)
  }
  const rows = await t.database.prisma.task.findMany({ where: { consul_id: { in: asked.map(({ task }) => task) } } })
  const holds = Object.fromEntries(
    asked.map(({ task }, n) => [rows.find((row) => row.consul_id === task)?.id ?? 0, places[n] ?? '']),
  )
  const { url, masterKey } = t.database
  await killedAt({ url, masterKey, leaseMs: 6000, holds })
  t.startWorker()
  for (const [n, { task }] of asked.entries())
    expect([places[n], (await t.ended(task)).status]).toEqual([places[n], 'complete'])
  return asked.map(({ id }) => id)
}

it('an image is made, copied and deleted wherever the worker was killed, and nothing is left over', async () => {
  const making = [...tx('begin'), ...steps('look', 'make'), ...tx('finish'), ...end]
  const hosts: number[] = []
  for (const n of making.keys())
    hosts.push((await t.done(await t.create({ name: `source-${n}`, hdd_mib: 4096, ram_mib: 512 }))).id)
  const ids = await killed(making, (n) =>
    t.ann.post(`/vm/v3/host/${hosts[n]}/image/create`, { name: `image-${n}`, cleared: false }),
  )
  const images = await t.database.prisma.image.findMany()
  expect(images.every(({ state, sha256, fault }) => state === 'active' && sha256 && fault === null)).toBe(true)
  expect((await all()).flat()).toHaveLength(making.length)
  for (const host of hosts) expect(await t.host(host)).toMatchObject({ state: 'active', queue: [], fault: null })

  const copying = [...steps('plan', 'look', 'copy'), ...tx('remember'), ...end]
  const some = ids.slice(0, copying.length)
  const places = await t.database.prisma.image_node.findMany({ where: { image_id: { in: some } } })
  await killed(copying.slice(0, some.length), async (n) => {
    const at = places.find(({ image_id }) => image_id === some[n])?.node_id
    const other = t.nodes.find((node) => node !== at) ?? 0
    return t.admin.post(`/vm/v3/image/${some[n]}/copy`, { node: other })
  })
  expect((await all()).flat()).toHaveLength(making.length + some.length)

  const deleting = [...steps('plan'), ...tx('forget'), ...end]
  await killed(deleting, (n) => t.ann.delete(`/vm/v3/image/${ids[n]}`) as ReturnType<Ask>)
  const kept = await t.database.prisma.image_node.findMany()
  expect((await all()).flat().sort()).toEqual(kept.map(({ path }) => path).sort())
})
