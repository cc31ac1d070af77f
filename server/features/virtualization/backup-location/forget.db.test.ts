import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Backups, startBackups } from '../../../../e2e/support/backups.ts'

// A backup location that goes takes with it what lies nowhere else, and the caller has to know how much that is.

type Location = Awaited<ReturnType<Backups['location']>>
let t: Backups
let going: Location
let staying: Location
beforeAll(async () => {
  t = await startBackups()
  going = await t.location('going')
  staying = await t.location('staying')
})
afterAll(() => t.close())

async function made(id: number, ...places: Location[]): Promise<number> {
  const answer = await t.ann.post(`/vm/v3/host/${id}/backup`, { backup_locations: places.map((one) => one.id) })
  const backup = (await t.done(answer)).id
  if (answer.body.relocate_task) await t.ended(answer.body.relocate_task)
  return backup
}
const forgetting = (count?: number, who = t.admin) =>
  who.delete(`/vm/v3/backup_location/${going.id}${count === undefined ? '' : `?forget=${count}`}`)
const known = async () =>
  (await t.database.prisma.backup.findMany({ select: { id: true }, orderBy: { id: 'asc' } })).map(({ id }) => id)

it('is deleted with the backups that lie nowhere else, by their number, and with no other', async () => {
  const [alone, both, other] = [await t.vm('alone'), await t.vm('both'), await t.vm('other')]
  await t.write(alone, 'alone')
  await t.write(both, 'both')
  const [first, second] = [await made(alone, going), await made(alone, going)]
  const shared = await made(both, going, staying)
  const elsewhere = await made(other, staying)
  // One that can still be brought back is lost as well.
  await t.done(await t.ann.delete(`/vm/v3/backup/${first}`))
  const all = [first, second, shared, elsewhere]
  const content = await t.contentOf(shared)
  const files = [...going.tree.files.keys()].sort()

  expect((await forgetting(2, t.ann)).status).toBe(403)
  for (const count of [undefined, 0, 1, 3, 4])
    expect(await forgetting(count)).toMatchObject({
      status: 400,
      body: { error: { value: 'forget', msg: expect.stringContaining('in this backup location only: 2') } },
    })
  expect(await known()).toEqual(all)
  expect((await t.admin.get(`/vm/v3/backup_location/${going.id}`)).status).toBe(200)

  // What is being copied counts neither way.
  await t.stopWorker()
  const copy = await t.admin.post(`/vm/v3/backup/${second}/copy`, { node: t.nodes[0] })
  expect(await forgetting(2)).toMatchObject({ status: 409, body: { error: { value: 'backup' } } })
  expect((await t.admin.post(`/vm/v3/task/${copy.body.task}/abort`)).status).toBe(200)
  t.startWorker()
  await t.ended(copy.body.task)
  expect(await t.backups(alone)).toMatchObject([{ id: second, state: 'active', copies: [{}] }])

  expect(await forgetting(2)).toMatchObject({ status: 200, body: { deleted: [{ id: going.id }] } })
  expect(await known()).toEqual([shared, elsewhere])
  expect((await t.admin.get(`/vm/v3/backup_location/${going.id}`)).status).toBe(404)
  expect((await t.ann.get('/vm/v3/deleted/backup')).body.list).toEqual([])
  const rest = [{ state: 'active', backup_location: { id: staying.id } }]
  expect(await t.backups(both)).toMatchObject([{ id: shared, state: 'active', fault: null, copies: rest }])
  expect(await t.backups(other)).toMatchObject([{ id: elsewhere, state: 'active', copies: rest }])
  // Its files stay where they are, and what lies elsewhere is whole.
  expect([...going.tree.files.keys()].sort()).toEqual(files)
  expect(await t.contentOf(shared)).toEqual(content)
  await t.write(both, 'broken')
  await t.done(await t.ann.post(`/vm/v3/host/${both}/restore`, { backup: shared }))
  expect([...(await t.diskContent(both)).values()].join()).toContain('both')
  // One record, of the request that was accepted, with the number that it named.
  const where = { entity: 'backup_location', entity_id: going.id, operation: { startsWith: 'DELETE ' } }
  expect(await t.database.prisma.audit.findMany({ where })).toMatchObject([{ input: { forget: 2 } }])
})

it('leaves a VM whose backups went with it to be backed up as a whole elsewhere', async () => {
  const { id } = await t.database.prisma.host.findFirstOrThrow({ where: { name: 'alone' } })
  const next = await made(id, staying)
  expect(await t.backups(id)).toMatchObject([{ id: next, state: 'active', parent: null }])
  expect(Buffer.concat([...(await t.contentOf(next)).values()]).includes('alone')).toBe(true)
})
