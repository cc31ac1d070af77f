import { afterAll, beforeAll, expect, it } from 'vitest'
import { testCluster } from '../../../../e2e/support/dummy-cluster.ts'
import { dummyNode } from '../../../simulation/hypervisor/node.ts'

let t: Awaited<ReturnType<typeof testCluster>>
beforeAll(async () => {
  t = await testCluster()
})
afterAll(() => t.close())

const create = (body: object) => t.ann.post('/vm/v3/host', { cluster: t.cluster, ...body })

it('gets empty disks, is not started, and can be', async () => {
  const disks = [
    { size_mib: 2048, boot_order: 1 },
    { size_mib: 1024, boot_order: 2 },
  ]
  const { id } = await t.done(await create({ name: 'empty', disks }))
  expect(await t.host(id)).toMatchObject({ state: 'stopped', os_name: null, disk_count: 2, uptime: null })
  const row = await t.database.prisma.host.findUniqueOrThrow({ where: { id } })
  const node = await t.database.prisma.node.findUniqueOrThrow({ where: { id: row.node_id ?? 0 } })
  const state = await dummyNode(node.ip).store.read()
  const volumes = Object.entries(state.files).filter(
    ([path]) => path.includes(row.internal_name) && path.endsWith('.qcow2'),
  )
  expect(volumes).toHaveLength(2)
  expect(volumes.map(([, file]) => file.kind === 'volume' && file.backing)).toEqual([null, null])
  await t.done(await t.ann.post(`/vm/v3/host/${id}/start`, {}))
  expect(await t.host(id)).toMatchObject({ state: 'active' })
})

it('takes no password while it is off: nothing would read it', async () => {
  const { id } = await t.done(await create({ name: 'wordless', hdd_mib: 1024 }))
  expect(await t.ann.post(`/vm/v3/host/${id}/password`, { password: 'Long-enough-1' })).toMatchObject({
    status: 409,
    body: { error: { value: 'os', msg: expect.stringMatching(/no system that could set the password/) } },
  })
  expect(await t.host(id)).toMatchObject({ queue: [], waits_for_start: [] })
  expect(await t.database.prisma.host_password.count()).toBe(0)
})

it.each([
  [{ hdd_mib: 1024, password: 'Long-enough-1' }, 'password', /has no use for it/],
  [{ hdd_mib: 1024, recipe_list: [{ recipe: 1 }] }, 'recipe_list', /has no use for it/],
  [{}, 'hdd_mib', /required for a VM without a system/],
])('refuses what only a system could use: %j', async (body, value, words) => {
  expect(await create({ name: 'refused', ...body })).toMatchObject({
    status: 400,
    body: { error: { value, msg: expect.stringMatching(words) } },
  })
})
