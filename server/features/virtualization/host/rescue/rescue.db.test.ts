import { afterAll, beforeAll, expect, it } from 'vitest'
import { testCluster } from '../../../../../e2e/support/dummy-cluster.ts'
import { killedAt } from '../../../../../e2e/support/host-worker.ts'
import { dummyNode } from '../../../../simulation/hypervisor/node.ts'

let t: Awaited<ReturnType<typeof testCluster>>
beforeAll(async () => {
  t = await testCluster()
})
afterAll(() => t.close())

const PASSWORD = 'Rescue-pass-1'
const rescue = (id: number, rescue_mode: boolean, body: object = {}, who = t.ann) =>
  who.post(`/vm/v3/host/${id}/rescue_mode`, { rescue_mode, ...body })

/** What the simulation of its node has of a VM. */
async function onNode(id: number) {
  const row = await t.database.prisma.host.findUniqueOrThrow({ where: { id } })
  const node = await t.database.prisma.node.findUniqueOrThrow({ where: { id: row.node_id ?? 0 } })
  const { store } = dummyNode(node.ip)
  const state = await store.read()
  const files = Object.keys(state.files).filter((path) => path.includes(row.internal_name))
  return { row, store, spec: state.domains[row.internal_name]?.spec, files: files.sort() }
}

it('starts from a disk of its own, with those of the VM behind it, and goes back', async () => {
  const { id } = await t.done(await t.create({ name: 'patient' }))
  const before = await onNode(id)
  await t.done(await rescue(id, true, { password: PASSWORD }))
  const during = await onNode(id)
  expect(during.spec?.disks.map(({ target_dev, boot_order }) => [target_dev, boot_order])).toEqual([
    ['vda', null],
    ['vdb', 1],
  ])
  expect(during.files).toHaveLength(before.files.length + 2)
  // What is asked for twice succeeds without work.
  await t.done(await rescue(id, true))
  await t.done(await rescue(id, false))
  expect(await onNode(id)).toMatchObject({ spec: before.spec, files: before.files })
  await t.done(await rescue(id, false))
  expect(await t.host(id)).toMatchObject({ state: 'active', rescue_mode: false, queue: [] })
  expect(await t.database.prisma.host_password.count({ where: { host_id: id } })).toBe(0)
})

it('that fails is undone: the VM runs its own system, and nothing is left', async () => {
  const { id } = await t.done(await t.create({ name: 'unlucky', node: t.nodes[0] }, t.admin))
  // So that the image of the rescue system is known to be there.
  await t.done(await rescue(id, true, {}, t.admin))
  await t.done(await rescue(id, false, {}, t.admin))
  const before = await onNode(id)
  const { sha256 } = await t.database.prisma.os.findFirstOrThrow({ where: { tags: { has: 'rescue' } } })
  await before.store.update((state) => {
    // The image has gone from the node without the panel's doing.
    for (const path of Object.keys(state.files)) if (path.includes(sha256)) delete state.files[path]
  })
  const answer = await rescue(id, true, { password: PASSWORD }, t.admin)
  expect(await t.ended(answer.body.task)).toMatchObject({ status: 'failed' })
  expect(await onNode(id)).toMatchObject({ spec: before.spec, files: before.files })
  expect(await t.host(id)).toMatchObject({
    state: 'active',
    rescue_mode: false,
    fault: { action: 'host_rescue_mode', step: 'disk' },
  })
})

it('is refused in words, and a VM that is deleted takes its rescue with it', async () => {
  const { id } = await t.done(await t.create({ name: 'ends', node: t.nodes[1] }, t.admin))
  expect((await rescue(id, true, {}, t.bob)).status).toBe(404)
  await t.database.pool.query(`update os set tags = '{}' where 'rescue' = any(tags)`)
  expect(await rescue(id, true, {}, t.admin)).toMatchObject({
    status: 409,
    body: { error: { msg: expect.stringMatching(/no rescue system/) } },
  })
  await t.database.pool.query(`update os set tags = '{rescue}' where name like '%rescue%'`)
  await t.done(await rescue(id, true, {}, t.admin))
  const { store, row } = await onNode(id)
  await t.done(await t.admin.delete(`/vm/v3/host/${id}`))
  expect(Object.keys((await store.read()).files).filter((path) => path.includes(row.internal_name))).toEqual([])
})

it('goes on with another worker wherever the one before was killed', async () => {
  const steps = ['disk', 'seed', 'off', 'define', 'start']
  const places = steps.flatMap((step) => [`after begin ${step}`, `before end ${step}`])
  const ids: number[] = []
  for (const n of places.keys())
    ids.push((await t.done(await t.create({ name: `killed-${n}`, node: t.nodes[1] }, t.admin))).id)
  for (const on of [true, false]) {
    const all = on ? places : places.map((place) => place.replace('disk', 'remove_disk').replace('seed', 'remove_seed'))
    await t.stopWorker()
    const tasks: number[] = []
    for (const id of ids) tasks.push((await rescue(id, on, {}, t.admin)).body.task)
    const holds = Object.fromEntries(tasks.map((task, n) => [task, all[n] ?? '']))
    await killedAt({ url: t.database.url, masterKey: t.database.masterKey, holds })
    t.startWorker()
    for (const [n, id] of ids.entries()) {
      expect([all[n], (await t.ended(tasks[n] ?? 0)).status]).toEqual([all[n], 'complete'])
      expect(await t.host(id)).toMatchObject({ state: 'active', rescue_mode: on, queue: [], fault: null })
      expect([all[n], (await onNode(id)).files.length]).toEqual([all[n], on ? 4 : 2])
    }
  }
})
