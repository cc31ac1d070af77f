import { afterAll, beforeAll, expect } from 'vitest'
import { type Backups, startBackups } from '../../../../e2e/support/backups.ts'
import { killedAt } from '../../../../e2e/support/host-worker.ts'
import { transaction } from '../../../db/transaction.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { locationPlace } from './place.ts'
import { backupRoundTask } from './round-task.ts'

// The worker is killed while it holds the daily round of a backup location. In each location a backup that is still wanted shares chunks with
// one whose time is over.

/** Rounds that are held at once, each of a location of its own. Each takes a connection to the database. */
const TOGETHER = 12
let t: Backups
const cases: { vm: number; location: Awaited<ReturnType<Backups['location']>> }[] = []
/** Called at the top of a file: its panel, with so many locations and VMs as are held at once. */
export function beginRounds(many = TOGETHER) {
  beforeAll(async () => {
    t = await startBackups()
    for (let n = 0; n < many; n++)
      cases.push({ vm: await t.vm(`round-${n}`, { account: t.ann.id }), location: await t.location(`round-${n}`) })
  })
  afterAll(() => t.close())
}

type Case = (typeof cases)[number]

const inFolder = ({ location: { tree } }: Case, folder: string) =>
  [...tree.files.keys()].filter((path) => path.includes(`/${folder}/`))

async function backUp({ vm, location }: Case, hostname: string): Promise<number> {
  await t.write(vm, hostname)
  return (await t.done(await t.ann.post(`/vm/v3/host/${vm}/backup`, { backup_locations: [location.id] }))).id
}

/** A backup whose time is over and one that stays, all of it written days ago. */
async function prepare(one: Case, place: string, n: number) {
  const gone = await backUp(one, `gone-${n}`)
  const stays = await backUp(one, `stays-${n}`)
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

/**
 * Has the worker killed at each of these places, in a round of a location of its own, and another one go on.
 * @param places `COPY` in them stands for the id of the copy that is removed
 */
export async function roundsKilledAt(places: readonly string[]): Promise<void> {
  for (let from = 0; from < places.length; from += cases.length) {
    const prepared = []
    for (const [n, place] of places.slice(from, from + cases.length).entries())
      prepared.push(await prepare(cases[n]!, place, from + n))
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
}

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
