import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApi } from '../../../../e2e/support/api.ts'

let api: Awaited<ReturnType<typeof testApi>>
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

it('counts clusters of more MiB than a small number holds', async () => {
  const { prisma } = api.database
  const cluster = await prisma.cluster.create({ data: { name: 'large', virtualization_type: 'dummy' } })
  const large = { cluster_id: cluster.id, ssh_user: 'root', storage_total_mib: 2_000_000_000, ram_mib: 2_000_000_000 }
  for (const name of ['a', 'b'])
    await prisma.node.create({ data: { ...large, name, ip: name === 'a' ? '192.0.2.1' : '192.0.2.2' } })
  const { body } = await api.admin.get('/vm/v3/cluster')
  expect(body.list[0]).toMatchObject({ ram_mib: { total: 4e9 }, storage_mib: { total: 4e9 } })
  expect((await api.admin.get('/vm/v3/cluster?where=storage_mib.total GT 3000000000')).body.size).toBe(1)
  expect((await api.admin.get('/vm/v3/node')).body.size).toBe(2)
})
