import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApi } from '../../../e2e/support/api.ts'
import { transaction } from '../../db/transaction.ts'
import { checkWhenDue } from '../../features/virtualization/backup-location/watch.ts'
import { loadLocations, removeLocations, removeStored, serveLocations } from './backup-locations.ts'
import { frontDoor } from './front-door.ts'

let api: Awaited<ReturnType<typeof testApi>>
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

it('has a location in use, a full one and one that is away, and what was stored is there after a restart', async () => {
  const { prisma } = api.database
  const { id: cluster } = await prisma.cluster.create({ data: { name: 'c', virtualization_type: 'dummy' } })
  const ask = await frontDoor((await prisma.account.findFirstOrThrow({ where: { roles: { has: '@admin' } } })).id)
  const ids = await loadLocations(ask, [cluster])
  expect(await loadLocations(ask, [cluster])).toEqual(ids)
  const states = async () => {
    const signal = AbortSignal.timeout(60_000)
    for (const id of ids) await checkWhenDue(id, signal)
    const rows = await prisma.backup_location.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } })
    return rows.map(({ status }) => status)
  }
  for (let start = 1; start <= 2; start++) {
    const running = await serveLocations(ids)
    expect(await states()).toEqual(['ok', 'full', 'unreachable'])
    await running.close()
  }
  await transaction((work) => removeLocations(work, ids))
  await removeStored()
  expect(await prisma.backup_location.count()).toBe(0)
})
