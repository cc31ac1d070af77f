import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dummyNode } from '../../../simulation/hypervisor/node.ts'
import { nudgeWatch } from '../node/nudge.ts'
import { create, startCluster, t } from './queue-fixture.ts'

beforeAll(startCluster)
afterAll(() => t.close())

it('a VM whose storage is full says that it stands still, and goes on when there is room', async () => {
  const id = await create()
  const row = await t.database.prisma.host.findUniqueOrThrow({ where: { id } })
  const node = dummyNode((await t.admin.get(`/vm/v3/node/${row.node_id}`)).body.ip)
  await node.stall(row.internal_name, 'full')
  await nudgeWatch(row.node_id ?? 0)
  while ((await t.host(id)).fault === null) await delay(20)
  expect(await t.host(id)).toMatchObject({
    state: 'active',
    fault: { action: 'node_watch', msg: expect.stringContaining('its storage is full') },
  })
  await node.stall(row.internal_name, 'room')
  await nudgeWatch(row.node_id ?? 0)
  await expect.poll(async () => (await node.store.read()).domains[row.internal_name]?.stalled).toBeUndefined()
  await nudgeWatch(row.node_id ?? 0)
  while ((await t.host(id)).fault !== null) await delay(20)
  expect(await t.host(id)).toMatchObject({ state: 'active', fault: null })
})
