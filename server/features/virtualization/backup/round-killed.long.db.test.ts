import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Backups, startBackups } from '../../../../e2e/support/backups.ts'
import { killedAt } from '../../../../e2e/support/host-worker.ts'
import { placesAt } from '../../../../e2e/support/kill-places.ts'
import { transaction } from '../../../db/transaction.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { locationPlace } from './place.ts'
import { backupRoundTask } from './round-task.ts'

// The worker is killed while it holds the daily round of a backup location right before and right after every one of its writes. In each
// location a backup that is still wanted shares chunks with one whose time is over.

/** Rounds that are held at once, each of a location of its own. Each takes a connection to the database. */
const TOGETHER = 12
const places = placesAt([
  ...['begin mark', 'begin removing_COPY', 'begin remove_COPY', 'end remove_COPY', 'begin forget_COPY', 'begin forget'],
  ...['begin collect', 'end collect', 'begin note_collected', 'begin verify', 'end verify', 'begin note_verified'],
  ...['outcome', 'finish'],
])

let t: Backups
const cases: { vm: number; location: Awaited<ReturnType<Backups['location']>> }[] = []
beforeAll(async () => {
  t = await startBackups()
  for (let n = 0; n < TOGETHER; n++)
    cases.push({ vm: await t.vm(`round-${n}`, { account: t.ann.id }), location: await t.location(`round-${n}`) })
})
afterAll(() => t.close())

type Case = (typeof cases)[number]

const inFolder = ({ location: { tree } }: Case, folder: string) =>
  [...tree.files.keys()].filter((path) => path.includes(`/${folder}/`))

async function backUp({ vm, location }: Case, hostname: string): Promise<number> {
  await t.write(vm, hostname)
  return (await t.done(await t.ann.post(`/vm/v3/host/${vm}/backup`, { backup_locations: [location.id] }))).id
}

/** A backup whose time is over and one that stays, all of it written days ago. */
async function prepare(one: Case, place: string) {
  const gone = await backUp(one, `gone-${places.indexOf(place)}`)
  const stays = await backUp(one, `stays-${places.indexOf(place)}`)
  const copy = await t.database.prisma.backup_copy.findFirstOrThrow({ where: { backup_id: gone } })
  await t.done(await t.ann.delete(`/vm/v3/backup/${gone}`))
  await t.database.pool.query("update backup set deleted_at = now() - interval '8 days' where id = $1", [gone])
  const { files } = one.location.tree
  for (const [path, file] of files) files.set(path, { ...file, modified: file.modified - 3 * 86_400 })
  return { ...one, place, gone, stays, copy: copy.id, content: await t.contentOf(stays) }
}

const queueRound = (location_id: number) =>
  transaction((work) =>
    enqueue(
      work,
      backupRoundTask,
      { place: locationPlace(location_id) },
      { registry_id: location_id, entity: 'backup_location', account_id: null },
    ),
  )

it('a round clears what is over and keeps what is wanted, wherever the worker was killed', async () => {
  for (let from = 0; from < places.length; from += TOGETHER) {
    const prepared = []
    for (const [n, place] of places.slice(from, from + TOGETHER).entries())
      prepared.push(await prepare(cases[n]!, place))
    await t.stopWorker()
    const asked = []
    const holds: Record<number, string> = {}
    for (const one of prepared) {
      const { id, consul_id } = await queueRound(one.location.id)
      holds[id] = one.place.replace('COPY', String(one.copy))
      asked.push({ ...one, task: consul_id })
    }
    const { url, masterKey } = t.database
    await killedAt({ url, masterKey, holds })
    t.startWorker()
    for (const { place, task } of asked) expect(await t.ended(task), place).toMatchObject({ status: 'complete' })
    for (const one of asked) await isCleared(one)
  }
})

/** The one backup is gone without a trace, the other opens, and another round finds nothing wrong and nothing more to remove. */
async function isCleared(one: Awaited<ReturnType<typeof prepare>>) {
  const { place, location, gone, stays, content } = one
  const { prisma } = t.database
  expect(await prisma.backup.count({ where: { id: gone } }), place).toBe(0)
  expect(await prisma.backup_copy.count({ where: { backup_id: gone } }), place).toBe(0)
  const kept = await prisma.backup_copy.findMany({ where: { location_id: location.id }, select: { file: true } })
  expect(inFolder(one, 'index').length, place).toBe(kept.length)
  expect(inFolder(one, 'unknown'), place).toEqual([])
  expect(await t.contentOf(stays), place).toEqual(content)
  const chunks = inFolder(one, 'chunks')
  expect(await t.ended((await queueRound(location.id)).consul_id), place).toMatchObject({ status: 'complete' })
  expect(inFolder(one, 'chunks'), place).toEqual(chunks)
  expect(await prisma.store_round.findFirst({ where: { location_id: location.id } }), place).toMatchObject({
    collect_fault: null,
    verify_fault: null,
    unknown_count: 0,
    damaged_count: 0,
  })
}
