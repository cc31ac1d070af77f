import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Backups, startBackups } from '../../../../../e2e/support/backups.ts'
import { killedAt } from '../../../../../e2e/support/host-worker.ts'

// A backup that is being copied to a second location is restored meanwhile; neither takes anything away from the other.

let t: Backups
beforeAll(async () => {
  t = await startBackups()
})
afterAll(() => t.close())

type Location = Awaited<ReturnType<Backups['location']>>

/** A backup whose copy to the second location was begun by a worker that is dead: no other one takes it over before its lease has run out. */
async function beingCopied(id: number, first: Location, second: Location) {
  await t.stopWorker()
  const made = await t.ann.post(`/vm/v3/host/${id}/backup`, { backup_locations: [first.id, second.id] })
  const { id: backup, relocate_task } = made.body as { id: number; relocate_task: number }
  const copy = await t.database.prisma.task.findFirstOrThrow({ where: { consul_id: relocate_task } })
  const { url, masterKey } = t.database
  const place = `after begin copy_${backup}_location_${second.id}`
  await killedAt({ url, masterKey, leaseMs: 600_000, holds: { [copy.id]: place } })
  return { backup, copy }
}

const textOf = (content: Map<number, unknown>) => [...content.values()].join()

it('a restore goes on while the same backup is copied, and the copy is whole afterwards', async () => {
  const id = await t.vm('copied')
  const [first, second] = [await t.location('first'), await t.location('second')]
  const other = await t.location('other')
  await t.write(id, 'before')
  const { backup, copy } = await beingCopied(id, first, second)
  t.startWorker()
  expect(await t.backups(id)).toMatchObject([{ state: 'copying' }])
  const content = await t.contentOf(backup)
  await t.write(id, 'broken')

  await t.done(await t.ann.post(`/vm/v3/host/${id}/restore`, { backup }))
  expect(textOf(await t.diskContent(id))).toContain('before')
  // It is still the copy's: neither deleted nor moved, nor is its location forgotten.
  expect(await t.backups(id)).toMatchObject([{ state: 'copying' }])
  expect((await t.ann.delete(`/vm/v3/backup/${backup}`)).status).toBe(409)
  expect((await t.admin.post(`/vm/v3/backup/${backup}/relocate`, { destination: other.id })).status).toBe(409)
  expect((await t.admin.delete(`/vm/v3/backup_location/${first.id}?forget=1`)).status).toBe(409)

  await t.database.pool.query("update task set lease_until = now() - interval '1 second' where id = $1", [copy.id])
  expect(await t.ended(copy.consul_id)).toMatchObject({ status: 'complete' })
  const copies = [first, second].map((one) => ({ backup_location: { id: one.id }, state: 'active' }))
  expect(await t.backups(id)).toMatchObject([{ id: backup, state: 'active', fault: null, copies }])
  // The new copy alone is enough.
  for (const path of [...first.tree.files.keys()]) if (path.includes('/index/')) first.tree.files.delete(path)
  expect(await t.contentOf(backup)).toEqual(content)
})

it('both at once end well, whichever is first', async () => {
  const id = await t.vm('at-once')
  const [first, second] = [await t.location('third'), await t.location('fourth')]
  await t.write(id, 'before')
  const made = await t.ann.post(`/vm/v3/host/${id}/backup`, { backup_locations: [first.id, second.id] })
  const backup = (await t.done(made)).id
  await t.write(id, 'broken')
  const restore = await t.ann.post(`/vm/v3/host/${id}/restore`, { backup })
  expect(restore.status).toBe(200)
  await t.done(restore)
  expect(textOf(await t.diskContent(id))).toContain('before')
  await t.ended(made.body.relocate_task)
  const states = async () => {
    const [row] = await t.backups(id)
    return [row.state, ...row.copies.map((one: { state: string }) => one.state)]
  }
  // A copy that found the backup in use is owed, and made afterwards.
  expect([
    ['active', 'active', 'active'],
    ['active', 'active', 'owed'],
  ]).toContainEqual(await states())
  const copy = await t.database.prisma.backup_copy.findFirstOrThrow({ where: { backup_id: backup, position: 0 } })
  expect(copy).toMatchObject({ location_id: first.id, state: 'active', fault: null })
})

it('is held by a restore that still reads it when the copy has ended, and let go by that', async () => {
  const id = await t.vm('held')
  const [first, second, other] = [await t.location('fifth'), await t.location('sixth'), await t.location('seventh')]
  const { pool } = t.database
  await t.write(id, 'before')
  const { backup, copy } = await beingCopied(id, first, second)
  await t.write(id, 'broken')
  const { body } = await t.ann.post(`/vm/v3/host/${id}/restore`, { backup })
  await pool.query("update task set run_at = now() + interval '1 hour' where consul_id = $1", [body.task])
  await pool.query("update task set lease_until = now() - interval '1 second' where id = $1", [copy.id])
  t.startWorker()
  expect(await t.ended(copy.consul_id)).toMatchObject({ status: 'complete' })

  const restore = await t.database.prisma.task.findFirstOrThrow({ where: { consul_id: body.task } })
  const row = () => t.database.prisma.backup.findUniqueOrThrow({ where: { id: backup } })
  expect(await row()).toMatchObject({ state: 'in_use', task: restore.id })
  expect((await t.ann.delete(`/vm/v3/backup/${backup}`)).status).toBe(409)
  expect((await t.admin.post(`/vm/v3/backup/${backup}/relocate`, { destination: other.id })).status).toBe(409)
  for (const { id: location } of [first, second])
    expect((await t.admin.delete(`/vm/v3/backup_location/${location}`)).status).toBe(409)

  await pool.query('update task set run_at = now() where consul_id = $1', [body.task])
  expect(await t.ended(body.task)).toMatchObject({ status: 'complete' })
  expect(textOf(await t.diskContent(id))).toContain('before')
  expect(await row()).toMatchObject({ state: 'active', task: null })
  await t.done(await t.ann.delete(`/vm/v3/backup/${backup}`))
})
