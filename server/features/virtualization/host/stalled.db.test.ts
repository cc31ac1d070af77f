import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dummyNode } from '../../../simulation/hypervisor/node.ts'
import { nudgeWatch } from '../node/nudge.ts'
import { addStorage } from './disks/move/moves-fixture.ts'
import { create, startCluster, t } from './queue-fixture.ts'

beforeAll(startCluster)
afterAll(() => t.close())

/** How the VMs of a node are but for one. */
const others = async ({ store }: ReturnType<typeof dummyNode>, but: string) =>
  Object.entries((await store.read()).domains).flatMap(([name, one]) =>
    name === but ? [] : [one.stalled ?? one.state],
  )

it('a VM whose storage is full says that it stands still, one on another storage does not, and it goes on when there is room', async () => {
  const id = await create()
  const row = await t.database.prisma.host.findUniqueOrThrow({ where: { id } })
  const node = dummyNode((await t.admin.get(`/vm/v3/node/${row.node_id}`)).body.ip)
  // Beside it on the node, on a storage that has room.
  const storage = await addStorage('roomy')
  const beside = (await t.done(await t.create({ name: 'beside', storage, node: row.node_id }, t.admin))).id
  await node.stall(row.internal_name, 'full')
  await nudgeWatch(row.node_id ?? 0)
  while ((await t.host(id)).fault === null) await delay(20)
  expect(await t.host(id)).toMatchObject({
    state: 'active',
    fault: { action: 'node_watch', msg: expect.stringContaining('its storage is full') },
  })
  expect(await t.host(beside)).toMatchObject({ state: 'active', fault: null, node: { id: row.node_id } })
  expect(await others(node, row.internal_name)).toEqual(['running'])
  await t.done(await t.admin.post(`/vm/v3/host/${beside}/restart`, {}))
  expect(await t.host(id)).toMatchObject({ fault: { action: 'node_watch' } })
  await node.stall(row.internal_name, 'room')
  await nudgeWatch(row.node_id ?? 0)
  await expect.poll(async () => (await node.store.read()).domains[row.internal_name]?.stalled).toBeUndefined()
  await nudgeWatch(row.node_id ?? 0)
  while ((await t.host(id)).fault !== null) await delay(20)
  expect(await t.host(id)).toMatchObject({ state: 'active', fault: null })
})
