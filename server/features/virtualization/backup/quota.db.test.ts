import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Backups, startBackups } from '../../../../e2e/support/backups.ts'
import { locationPlace, nodePlace } from './place.ts'
import { quotaOf } from './quota.ts'

const MIB = 1 << 20
let t: Backups
let vault: Awaited<ReturnType<Backups['location']>>
beforeAll(async () => {
  t = await startBackups()
  vault = await t.location('vault', { quota_mib: 100 })
})
afterAll(() => t.close())

const stored = async () => {
  const row = await t.database.prisma.store_round.findFirst({ where: { location_id: vault.id } })
  return Number(row?.stored_bytes ?? 0) / MIB
}

it('is never exceeded by those who take from it at once, and has again what is given back', async () => {
  const takers = Array.from({ length: 20 }, () => quotaOf(locationPlace(vault.id)))
  const took = await Promise.all(takers.map((one) => one.take(16 * MIB)))
  expect(took.filter(Boolean)).toHaveLength(6)
  expect(await stored()).toBe(96)
  await takers[0]?.giveBack(16 * MIB)
  expect(await takers[1]?.take(21 * MIB)).toBe(false)
  expect(await takers[1]?.take(20 * MIB)).toBe(true)
  expect(await stored()).toBe(100)
  await takers[0]?.giveBack(1000 * MIB)
  expect(await stored()).toBe(0)
  // A node has none.
  expect(await quotaOf(nodePlace(t.nodes[0])).take(2 ** 40)).toBe(true)
})

it('counts what a backup has written, and refuses one for which nothing is left before anything is read', async () => {
  const id = await t.vm('counted')
  const body = { backup_locations: [vault.id] }
  const backUp = () => t.ann.post(`/vm/v3/host/${id}/backup`, body)
  const { id: one } = await t.done(await backUp())
  const files = [...vault.tree.files].filter(([path]) => path.includes('/chunks/'))
  const bytes = files.reduce((sum, [, { data }]) => sum + data.length, 0)
  expect(bytes).toBeGreaterThan(0)
  expect(await stored()).toBe(bytes / MIB)
  await quotaOf(locationPlace(vault.id)).take(100 * MIB - bytes)
  expect(await backUp()).toMatchObject({
    status: 409,
    body: { error: { msg: expect.stringContaining('quota of the backup location vault is used up') } },
  })
  const other = await t.location('other')
  await t.done(await t.ann.post(`/vm/v3/backup/${one}/relocate`, { destination: other.id }))
  expect(await t.ann.post(`/vm/v3/backup/${one}/relocate`, { destination: vault.id })).toMatchObject({ status: 409 })
  expect(await t.backups(id)).toMatchObject([{ id: one, state: 'active' }])
})
