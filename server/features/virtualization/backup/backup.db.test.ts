import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Backups, startBackups } from '../../../../e2e/support/backups.ts'
import { transaction } from '../../../db/transaction.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { queueOwed } from './owed-watch.ts'
import { locationPlace } from './place.ts'
import { backupRoundTask } from './round-task.ts'

let t: Backups
let vault: Awaited<ReturnType<Backups['location']>>
beforeAll(async () => {
  t = await startBackups()
  vault = await t.location('vault')
})
afterAll(() => t.close())

const backUp = (id: number, body: object = {}, who = t.ann) =>
  who.post(`/vm/v3/host/${id}/backup`, { backup_locations: [vault.id], ...body })
const made = async (id: number, body: object = {}): Promise<number> => (await t.done(await backUp(id, body))).id

it('keeps what a VM holds, at first all of it and then what has changed', async () => {
  const id = await t.vm('first')
  await t.write(id, 'before')
  const one = await made(id, { name: 'full', comment: 'all of it' })
  expect(await t.backups(id)).toMatchObject([
    {
      id: one,
      name: 'full',
      comment: 'all of it',
      state: 'active',
      mode: 'host_all',
      is_main: true,
      account: 'ann@example.com',
      host: id,
      host_name: 'first',
      estimated_size_mib: 4096,
      consistency: 'application',
      parent: null,
      full_because: null,
      fault: null,
      made_by: 'ann@example.com',
      backup_location: { id: vault.id, name: 'vault', type: 'ssh' },
      copies: [{ state: 'active', backup_location: { id: vault.id }, node: null, fault: null }],
    },
  ])
  const before = await t.contentOf(one)
  await t.write(id, 'after')
  const two = await made(id)
  const [now] = await t.backups(id)
  expect(now).toMatchObject({ id: two, state: 'active', parent: one, full_because: null })
  expect(now.read_mib).toBeLessThanOrEqual(2)
  const after = await t.contentOf(two)
  expect(Buffer.concat([...after.values()]).includes('after')).toBe(true)
  expect(Buffer.concat([...before.values()]).includes('after')).toBe(false)
  // Reading a backup again gives what was there then.
  expect(await t.contentOf(one)).toEqual(before)
  const list = (await t.ann.get('/vm/v3/backup')).body.list
  expect(list[0]).toMatchObject({ id: two, account: { email: 'ann@example.com' }, disk: { name: expect.any(String) } })
})

it('is refused where it cannot be made, in words', async () => {
  const id = await t.vm('refused')
  expect((await backUp(id, {}, t.bob)).status).toBe(404)
  expect(await backUp(id, { backup_locations: [9999] })).toMatchObject({ status: 400 })
  expect(await backUp(id, { backup_locations: [vault.id, vault.id] })).toMatchObject({ status: 400 })
  expect((await t.ann.post('/vm/v3/disk/99999/backup', {})).status).toBe(404)
  const other = await t.location('elsewhere', { clusters: [] })
  expect(await backUp(id, { backup_locations: [other.id] })).toMatchObject({
    status: 400,
    body: { error: { msg: expect.stringContaining('not backed up to') } },
  })
  await t.stopWorker()
  const first = await backUp(id)
  expect(first.status).toBe(200)
  expect(await backUp(id)).toMatchObject({
    status: 409,
    body: { error: { msg: expect.stringContaining('under way') } },
  })
  const [row] = await t.backups(id)
  expect(await t.ann.delete(`/vm/v3/backup/${row.id}`)).toMatchObject({ status: 409 })
  expect((await t.ann.post(`/vm/v3/task/${first.body.task}/abort`)).status).toBe(200)
  t.startWorker()
  await t.ended(first.body.task)
})

it('lies in several places, each of which is enough', async () => {
  const id = await t.vm('twice')
  const second = await t.location('second', { chunk_mib: 4 })
  const answer = await backUp(id, { backup_locations: [vault.id, second.id] })
  await t.done(answer)
  expect(answer.body.relocate_task).toEqual(expect.any(Number))
  expect(await t.ended(answer.body.relocate_task)).toMatchObject({ status: 'complete' })
  const [row] = await t.backups(id)
  expect(row).toMatchObject({
    state: 'active',
    copies: [{ backup_location: { name: 'vault' } }, { backup_location: { name: 'second' }, state: 'active' }],
  })
  const content = Buffer.concat([...(await t.contentOf(row.id)).values()])
  for (const path of [...vault.tree.files.keys()]) if (path.includes('/index/')) vault.tree.files.delete(path)
  const again = Buffer.concat([...(await t.contentOf(row.id)).values()])
  // Pieces of another size: the same bytes, with more zeros between them.
  expect(strip(again)).toEqual(strip(content))
})

const strip = (data: Buffer) => Buffer.from(data.toString('latin1').replaceAll('\0', ''), 'latin1')

it('is made where it can be, and owes the other copies until their location is back', async () => {
  const id = await t.vm('owed')
  const other = await t.location('other')
  const { pool } = t.database
  const owed = async () =>
    (await t.admin.get('/vm/v3/problem')).body.list.filter((row: { kind: string }) => row.kind === 'backup_owed')
  const copies = async () =>
    (await t.backups(id))[0].copies.map((one: { state: string; backup_location: { id: number } }) => [
      one.backup_location.id,
      one.state,
    ])
  const again = async () => {
    await pool.query('update backup_copy set tried_at = null')
    await queueOwed()
    await expect.poll(copies).not.toContainEqual([expect.anything(), expect.stringMatching('owed|creating')])
    expect(await owed()).toEqual([])
  }
  // The first one is away: the second is written instead of it.
  await pool.query(
    "update backup_location set status = 'unreachable', fault = 'It is away', checked_at = now() where id = $1",
    [other.id],
  )
  const begun = await backUp(id, { backup_locations: [other.id, vault.id] })
  expect(begun.body.relocate_task).toBeNull()
  await t.done(begun)
  expect(await copies()).toEqual([
    [vault.id, 'active'],
    [other.id, 'owed'],
  ])
  expect((await t.backups(id))[0].copies[1].owed_because).toContain('It is away')
  expect(await owed()).toMatchObject([{ id: other.id, part: '1' }])
  expect(await queueOwed()).toBe(0)
  await pool.query("update backup_location set status = 'ok', fault = null where id = $1", [other.id])
  await again()
  // It goes away while the copy is made, and a restore has begun in between.
  other.tree.readOnly = true
  const two = await backUp(id, { backup_locations: [vault.id, other.id] })
  expect(await t.ended(two.body.relocate_task)).toMatchObject({ status: 'failed' })
  expect(await copies()).toEqual([
    [vault.id, 'active'],
    [other.id, 'owed'],
  ])
  expect((await t.backups(id))[0]).toMatchObject({ state: 'active', fault: null })
  other.tree.readOnly = false
  await again()
})

it('is hidden when it is deleted, can be brought back, and is gone after its time', async () => {
  const id = await t.vm('deleted')
  const place = await t.location('grace')
  const one = await made(id, { backup_locations: [place.id] })
  expect((await t.bob.delete(`/vm/v3/backup/${one}`)).status).toBe(404)
  await t.done(await t.ann.delete(`/vm/v3/backup/${one}`))
  expect(await t.backups(id)).toEqual([])
  expect((await t.ann.get('/vm/v3/deleted/backup')).body.list).toMatchObject([{ id: one, state: 'deleting' }])
  expect((await t.ann.post(`/vm/v3/backup/${one}/bring_back`)).status).toBe(200)
  expect(await t.backups(id)).toMatchObject([{ id: one, state: 'active', deleted_at: null }])
  expect((await t.ann.post(`/vm/v3/backup/${one}/bring_back`)).status).toBe(409)
  await t.done(await t.ann.delete(`/vm/v3/backup/${one}`))
  await t.database.pool.query(`update backup set deleted_at = now() - interval '8 days' where id = $1`, [one])
  await round(place.id)
  expect((await t.ann.get('/vm/v3/deleted/backup')).body.list).toEqual([])
  expect([...place.tree.files.keys()].filter((path) => path.includes('/index/'))).toEqual([])
  expect(await t.database.prisma.backup_copy.count({ where: { backup_id: one } })).toBe(0)
})

/** Has a location cleared and verified now. */
async function round(location_id: number) {
  const options = { registry_id: location_id, entity: 'backup_location', account_id: null }
  const task = await transaction((work) =>
    enqueue(work, backupRoundTask, { place: locationPlace(location_id) }, options),
  )
  expect(await t.ended(task.consul_id)).toMatchObject({ status: 'complete' })
}

it('of a database that was lost is put aside and told of, and left alone where a folder was taken over', async () => {
  const id = await t.vm('lost')
  const place = await t.location('orphaned')
  const one = await made(id, { backup_locations: [place.id] })
  const inPlace = (folder: string) => [...place.tree.files.keys()].filter((path) => path.includes(`/${folder}/`))
  const old = () => {
    for (const [path, file] of place.tree.files)
      place.tree.files.set(path, { ...file, modified: file.modified - 3 * 86_400 })
  }
  const chunks = inPlace('chunks').length
  // As an older database would be, which knows of none of it.
  await t.database.prisma.backup.deleteMany({ where: { id: one } })
  await t.database.pool.query('delete from store_index where location_id = $1', [place.id])
  await t.database.pool.query('update backup_location set held_since = now() where id = $1', [place.id])
  old()
  await round(place.id)
  expect([inPlace('index').length, inPlace('unknown').length, inPlace('chunks').length]).toEqual([1, 0, chunks])
  const problem = async () =>
    (await t.admin.get('/vm/v3/problem')).body.list.filter(
      (row: { kind: string; id: number }) => row.kind === 'backup_unknown' && row.id === place.id,
    )
  expect(await problem()).toMatchObject([{ name: 'orphaned', state: 'held', part: '1' }])
  const edited = await t.admin.post(`/vm/v3/backup_location/${place.id}`, { let_go: true })
  expect(edited.status).toBe(200)
  await t.ended(edited.body.task)
  await round(place.id)
  expect([inPlace('index').length, inPlace('unknown').length, inPlace('chunks').length]).toEqual([0, 1, chunks])
  expect(await problem()).toMatchObject([{ state: 'aside', part: '1', since: expect.any(String) }])
  // What a failed run of this panel has left is known as such.
  const two = await made(id, { backup_locations: [place.id] })
  await t.database.prisma.backup.deleteMany({ where: { id: two } })
  old()
  await round(place.id)
  expect([inPlace('index').length, inPlace('unknown').length]).toEqual([0, 1])
})

it('is named when something of it is not what was written, and stored again by the next', async () => {
  const id = await t.vm('damaged')
  const place = await t.location('rotten')
  const one = await made(id, { backup_locations: [place.id] })
  await round(place.id)
  expect(await t.backups(id)).toMatchObject([{ id: one, fault: null, copies: [{ verified_at: expect.any(String) }] }])
  const chunk = [...place.tree.files.keys()].find((path) => path.includes('/chunks/'))!
  const file = place.tree.files.get(chunk)!
  place.tree.files.set(chunk, { ...file, data: file.data.subarray(0, 20) })
  await round(place.id)
  expect(await t.backups(id)).toMatchObject([{ id: one, state: 'active', fault: expect.stringContaining('missing') }])
  const problems = (await t.admin.get('/vm/v3/problem')).body.list
  const damaged = problems.filter((row: { kind: string }) => row.kind === 'backup_damaged')
  expect(damaged).toContainEqual(expect.objectContaining({ id: place.id, name: 'rotten' }))
  const two = await made(id, { backup_locations: [place.id] })
  await round(place.id)
  expect((await t.backups(id)).find((row: { id: number }) => row.id === two)).toMatchObject({ fault: null })
  expect((await t.contentOf(two)).size).toBeGreaterThan(0)
})

it('begins once more after a power action, which does not wait for it', async () => {
  const id = await t.vm('power')
  const task = (await backUp(id)).body
  await t.ann.post(`/vm/v3/host/${id}/stop`, { force: true })
  const first = await t.ended(task.task)
  const [row] = await t.backups(id)
  if (first.status === 'failed') {
    expect(first.error.msg).toContain('started or stopped')
    expect(row).toMatchObject({ state: 'creating', fault: expect.any(String) })
    await expect.poll(async () => (await t.backups(id))[0].state).toBe('active')
  }
  expect((await t.backups(id))[0]).toMatchObject({ state: 'active', fault: null })
})

it('goes to another place', async () => {
  const id = await t.vm('moved')
  const from = await t.location('from')
  const to = await t.location('to')
  const one = await made(id, { backup_locations: [from.id] })
  const content = await t.contentOf(one)
  const relocate = (body: object, who = t.ann) => who.post(`/vm/v3/backup/${one}/relocate`, body)
  expect((await relocate({ destination: 9999 })).status).toBe(400)
  expect((await relocate({})).status).toBe(400)
  expect((await relocate({ destination: t.nodes[0], destination_type: 'node' })).status).toBe(403)
  await t.done(await relocate({ destination: to.id }))
  expect(await t.backups(id)).toMatchObject([
    { id: one, state: 'active', copies: [{ backup_location: { name: 'to' } }] },
  ])
  expect(await t.contentOf(one)).toEqual(content)
  expect((await relocate({ destination: to.id })).status).toBe(409)
})
