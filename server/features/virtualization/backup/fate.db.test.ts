import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Backups, startBackups } from '../../../../e2e/support/backups.ts'

let t: Backups
let vault: Awaited<ReturnType<Backups['location']>>
beforeAll(async () => {
  t = await startBackups()
  vault = await t.location('vault')
  await t.database.prisma.cluster.updateMany({ data: { manage_disk_enabled: true } })
}, 120_000)
afterAll(() => t.close())

const places = () => ({ backup_locations: [vault.id] })
const diskWithBackups = async (count: number): Promise<number> => {
  const { id } = await t.done(await t.admin.post('/vm/v3/disk', { size_mib: 1024, account: t.ann.id }))
  for (let n = 0; n < count; n++) await t.done(await t.ann.post(`/vm/v3/disk/${id}/backup`, places()))
  return id
}
const backupsOf = (disk_id: number) =>
  t.database.prisma.backup.findMany({ where: { disk_id }, orderBy: { id: 'asc' }, select: { id: true } })
const idsIn = async (path: string) => (await t.ann.get(path)).body.list.map(({ id }: { id: number }) => id)

it('says what there is of backups and schedules of a disk before it is deleted', async () => {
  const id = await diskWithBackups(2)
  const start_time = { hour: 2, minute: 0 }
  const schedule = { name: 'nightly', type: 'daily', start_time, time_zone: 'UTC', backup_mode: 'disk', disks: [id] }
  const made = await t.admin.post('/vm/v3/schedule', schedule)
  expect(made).toMatchObject({ status: 200 })
  expect((await t.admin.get(`/vm/v3/disk/${id}/deletion`)).body).toMatchObject({
    backups: { count: 2, stored_mib: expect.any(Number), newest: expect.stringMatching(/^20.*Z$/) },
    schedules: [{ id: made.body.id, name: 'nightly' }],
  })
  // Schedules are the administrators'.
  expect((await t.ann.get(`/vm/v3/disk/${id}/deletion`)).body).toMatchObject({ backups: { count: 2 }, schedules: [] })
  expect((await t.bob.get(`/vm/v3/disk/${id}/deletion`)).status).toBe(404)
})

it('leaves the backups of a disk that is deleted, or deletes them so that they can be brought back', async () => {
  const kept = await diskWithBackups(1)
  const stay = (await backupsOf(kept)).map(({ id }) => id)
  await t.done(await t.ann.delete(`/vm/v3/disk/${kept}`))
  expect(await idsIn('/vm/v3/backup')).toEqual(expect.arrayContaining(stay))

  const gone = await diskWithBackups(2)
  const go = (await backupsOf(gone)).map(({ id }) => id)
  expect((await t.ann.delete(`/vm/v3/disk/${gone}?backups=burn`)).status).toBe(400)
  await t.done(await t.ann.delete(`/vm/v3/disk/${gone}?backups=delete`))
  const left = await idsIn('/vm/v3/backup')
  for (const id of go) expect(left).not.toContain(id)
  expect(await idsIn('/vm/v3/deleted/backup')).toEqual(expect.arrayContaining(go))
  expect((await t.ann.post(`/vm/v3/backup/${go[0]}/bring_back`, {})).status).toBe(200)
  expect(await idsIn('/vm/v3/backup')).toContain(go[0])
  expect(left).toEqual(expect.arrayContaining(stay))
})

it('deletes nothing while a backup that is to go is in use', async () => {
  const id = await diskWithBackups(1)
  const [one] = await backupsOf(id)
  await t.database.prisma.backup.update({ where: { id: one?.id ?? 0 }, data: { state: 'copying' } })
  expect(await t.ann.delete(`/vm/v3/disk/${id}?backups=delete`)).toMatchObject({
    status: 409,
    body: { error: { msg: expect.stringContaining('keep the backups') } },
  })
  expect((await t.ann.get(`/vm/v3/disk/${id}`)).body.state).toBe('active')
  await t.done(await t.ann.delete(`/vm/v3/disk/${id}`))
})

it('asks the same of a VM, and takes nothing of an earlier owner with it', async () => {
  const id = await t.vm('fated')
  await t.done(await t.ann.post(`/vm/v3/host/${id}/backup`, places()))
  const [first] = await t.backups(id)
  await t.done(await t.ann.post(`/vm/v3/host/${id}/backup`, places()))
  const [second] = await t.backups(id)
  await t.database.prisma.backup.update({ where: { id: first.id }, data: { account_id: t.bob.id } })
  expect((await t.admin.get(`/vm/v3/host/${id}/deletion`)).body.backups.count).toBe(2)
  expect((await t.ann.get(`/vm/v3/host/${id}/deletion`)).body.backups.count).toBe(1)
  await t.done(await t.ann.delete(`/vm/v3/host/${id}?backups=delete`))
  expect(await idsIn('/vm/v3/backup')).not.toContain(second.id)
  expect(await idsIn('/vm/v3/deleted/backup')).toContain(second.id)
  const rows = await t.database.prisma.backup.findMany({ where: { id: first.id } })
  expect(rows).toMatchObject([{ state: 'active', deleted_at: null }])
})
