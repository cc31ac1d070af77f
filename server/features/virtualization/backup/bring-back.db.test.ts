import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Backups, startBackups } from '../../../../e2e/support/backups.ts'
import { transaction } from '../../../db/transaction.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { locationPlace } from './place.ts'
import { backupRoundTask } from './round-task.ts'

// A backup that was deleted and is brought back is what it was: nothing of it was lost meanwhile, and its location is the same one.

type Location = Awaited<ReturnType<Backups['location']>>
let t: Backups
beforeAll(async () => {
  t = await startBackups()
})
afterAll(() => t.close())

async function made(id: number, ...places: Location[]): Promise<number> {
  const answer = await t.ann.post(`/vm/v3/host/${id}/backup`, { backup_locations: places.map((one) => one.id) })
  const backup = (await t.done(answer)).id
  if (answer.body.relocate_task) await t.ended(answer.body.relocate_task)
  return backup
}
async function round({ id }: Location): Promise<void> {
  const options = { registry_id: id, entity: 'backup_location', account_id: null }
  const task = await transaction((work) => enqueue(work, backupRoundTask, { place: locationPlace(id) }, options))
  expect(await t.ended(task.consul_id)).toMatchObject({ status: 'complete' })
}
/** Makes what lies in a location older than anything that is still being written. */
const age = ({ tree }: Location) => {
  for (const [path, file] of tree.files) tree.files.set(path, { ...file, modified: file.modified - 3 * 86_400 })
}
const bringBack = (id: number) => t.ann.post(`/vm/v3/backup/${id}/bring_back`)
const remove = async (id: number) => void (await t.done(await t.ann.delete(`/vm/v3/backup/${id}`)))
const copiesOf = (backup_id: number) =>
  t.database.prisma.backup_copy.findMany({ where: { backup_id }, orderBy: { position: 'asc' } })
const keyOf = async ({ id }: Location) => (await t.admin.get(`/vm/v3/backup_location/${id}`)).body.host_key

it('has all of its content, also when the place was cleared meanwhile and others came after it', async () => {
  const id = await t.vm('returned')
  const [place, second] = [await t.location('returning'), await t.location('returning-too')]
  await t.write(id, 'first')
  const one = await made(id, place, second)
  await t.write(id, 'second')
  const two = await made(id, place)
  const [key, before, copies] = [await keyOf(place), await t.contentOf(one), await copiesOf(one)]
  const after = await t.contentOf(two)
  expect(key).toMatch(/^SHA256:/)
  expect(copies).toHaveLength(2)

  await remove(one)
  for (const at of [place, second]) {
    age(at)
    await round(at)
    await round(at)
  }
  expect(await bringBack(one)).toMatchObject({ status: 200, body: { id: one, pinned: false } })
  expect((await copiesOf(one)).map(({ id, file, digest, state }) => ({ id, file, digest, state }))).toEqual(
    copies.map(({ id, file, digest, state }) => ({ id, file, digest, state })),
  )
  // Of the host that was pinned at the first contact, and of no other.
  expect(await keyOf(place)).toBe(key)
  expect(await t.contentOf(one)).toEqual(before)
  expect(await t.contentOf(two)).toEqual(after)
  await round(place)
  expect(await t.contentOf(one)).toEqual(before)
  await t.done(await t.ann.post(`/vm/v3/host/${id}/restore`, { backup: one }))
  expect([...(await t.diskContent(id)).values()].join()).toContain('first')
})

it('is not given to a host with another key: that is refused, and nothing is lost by it', async () => {
  const id = await t.vm('impostor')
  const place = await t.location('impostor')
  const one = await made(id, place)
  const [key, content] = [await keyOf(place), await t.contentOf(one)]
  await remove(one)
  await place.server.newKey()
  expect((await bringBack(one)).status).toBe(200)
  expect(await keyOf(place)).toBe(key)
  await expect(t.contentOf(one)).rejects.toThrow(/SSH key/)
  expect(await t.backups(id)).toMatchObject([{ id: one, state: 'active', deleted_at: null }])
  // A person accepts the new key; the backup is what it was.
  const check = await t.admin.post(`/vm/v3/backup_location/${place.id}/check`, {})
  await t.ended(check.body.task)
  const accepted = await t.admin.post(`/vm/v3/backup_location/${place.id}`, { connection_params: { ip: '127.0.0.1' } })
  await t.ended(accepted.body.task)
  expect(await keyOf(place)).not.toBe(key)
  expect(await t.contentOf(one)).toEqual(content)
})

it('is kept by a pin when its schedule took it away, and goes with its other copy when one of them is gone', async () => {
  const id = await t.vm('taken')
  const [place, second] = [await t.location('taken'), await t.location('taken-too')]
  await t.write(id, 'taken')
  const one = await made(id, place, second)
  const content = await t.contentOf(one)
  await t.database.prisma.backup.update({ where: { id: one }, data: { available_until: new Date() } })
  await remove(one)
  await t.database.pool.query(`update backup set deleted_at = now() - interval '8 days' where id = $1`, [one])
  await round(place)
  expect(await copiesOf(one)).toMatchObject([{ location_id: second.id, state: 'active' }])
  expect(await bringBack(one)).toMatchObject({ status: 200, body: { pinned: true } })
  await round(second)
  expect(await t.backups(id)).toMatchObject([
    { id: one, state: 'active', copies: [{ backup_location: { id: second.id } }] },
  ])
  const strip = (data: Map<number, Buffer>) =>
    Buffer.concat([...data.values()])
      .toString('latin1')
      .replaceAll('\0', '')
  expect(strip(await t.contentOf(one))).toBe(strip(content))
  const row = await t.database.prisma.backup.findUniqueOrThrow({ where: { id: one } })
  expect(row).toMatchObject({ pinned: true, available_until: null, deleted_at: null })
})
