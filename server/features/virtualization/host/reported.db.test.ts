import { afterAll, beforeAll, expect, it } from 'vitest'
import { domainInfo } from '../../../simulation/hypervisor/domains.ts'
import { dummyNode } from '../../../simulation/hypervisor/node.ts'
import { at, create, startCluster, t } from './queue-fixture.ts'
import { hostsToRead, syncHosts } from './reported.ts'

beforeAll(startCluster)
afterAll(() => t.close())

it('what was read of a VM before its task ended does not undo what the task wrote', async () => {
  const id = await create()
  const { node_id, internal_name } = await t.database.prisma.host.findUniqueOrThrow({ where: { id } })
  const node = await t.admin.get(`/vm/v3/node/${node_id}`)
  const before = await hostsToRead(node_id as number, [internal_name])
  const domain = await domainInfo(dummyNode(node.body.ip), internal_name)
  expect(domain?.state).toBe('running')
  await t.done((await t.ann.post(`${at(id)}/stop`)) as never)
  expect(before).toHaveLength(1)
  await syncHosts(node_id as number, [{ ...before[0]!, domain }])
  expect((await t.host(id)).state).toBe('stopped')
})
