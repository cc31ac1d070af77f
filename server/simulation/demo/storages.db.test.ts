import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApi } from '../../../e2e/support/api.ts'
import { transaction } from '../../db/transaction.ts'
import { storageUseOf } from '../../features/virtualization/storage/use.ts'
import { writeStorageHistory } from './storages.ts'

let api: Awaited<ReturnType<typeof testApi>>
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

it('writes a history that leads to what is there now, and says when it will be full, soon where it nearly is', async () => {
  const { prisma } = api.database
  const cluster = await prisma.cluster.create({ data: { name: 'c', virtualization_type: 'dummy' } })
  const node = await prisma.node.create({ data: { name: 'n', cluster_id: cluster.id, ip: '192.0.2.1' } })
  const storage = await prisma.storage.create({ data: { name: 's', type: 'file' } })
  const of = { storage_id: storage.id, node_id: node.id }
  await prisma.node_storage.create({ data: { ...of, total_mib: 100_000, used_mib: 50_000 } })
  await prisma.disk.create({ data: { ...of, name: 'd', cluster_id: cluster.id, size_mib: 80_000 } })
  await transaction((work) => writeStorageHistory(work, cluster.id))
  const { list, growth_mib_per_day, full_in_days } = await storageUseOf(storage.id, { days: 90 })
  expect(list.length).toBeGreaterThan(85)
  expect(list.at(-1)?.used_mib).toBeGreaterThan(48_000)
  expect(list.at(-1)?.promised_mib).toBeGreaterThan(77_000)
  expect(growth_mib_per_day).toBeGreaterThan(0)
  expect(full_in_days).toBeGreaterThan(0)
  expect((await storageUseOf(storage.id, { days: 7 })).list.length).toBeGreaterThan(160)
  await prisma.node_storage.update({ where: { storage_id_node_id: of }, data: { used_mib: 93_000 } })
  await api.database.pool.query('truncate storage_use')
  await transaction((work) => writeStorageHistory(work, cluster.id))
  const { list: problems } = (await api.admin.get('/vm/v3/problem')).body
  const found = problems.find(({ kind }: { kind: string }) => kind === 'storage_fills')
  expect(found).toMatchObject({
    entity: 'storage',
    id: storage.id,
    severity: 'warning',
    part: 'n',
    figure: { limit: 14 },
  })
  expect(found.figure.value).toBeLessThan(14)
})
