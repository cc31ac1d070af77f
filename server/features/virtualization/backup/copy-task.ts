import { z } from 'zod'
import { db } from '../../../db/pool.ts'
import type { Work } from '../../../db/transaction.ts'
import { PanelError, wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask, type SettleContext } from '../../../tasks/define.ts'
import { copyContent } from './copy-content.ts'
import { noteIndex } from './noted.ts'
import { type OpenCopy, openCopy } from './open-copy.ts'
import { claimOwed, owe } from './owed.ts'
import { inWords, type Place, placeKey, placeOf, placeShape, withPlace } from './place.ts'
import type { StoredDisk } from './read-disk.ts'
import { changeBackups } from './record.ts'
import { removeCopy } from './remove-copy.ts'
import { handOver } from './restore/use.ts'

const input = z.object({
  backup_ids: z.array(z.int()).min(1),
  to: z.array(placeShape),
  /** Copies that go once all of that is there: a backup is moved by it. */
  remove: z.array(z.int()),
  /** Copies that backups were begun with: one that cannot be made now is made later, see `owed.ts`. */
  owed: z.boolean().default(false),
})

export const backupCopyTask = defineTask({
  name: 'backup_copy',
  title: 'Copy backups to another place',
  input,
  locks: ({ backup_ids }) => backup_ids.map((id) => `backup:${id}`),
  limits: ({ to }) => to.map((place) => ({ key: `backup_place:${placeKey(place)}`, capacity: 2 })),
  timeoutMs: 48 * 3600_000,
  async run(t, { backup_ids, to, remove }) {
    await t.stepTx('begin', (work) => begin(work, t.id, backup_ids, to))
    const all = backup_ids.flatMap((id) => to.map((place) => ({ id, place })))
    for (const [n, { id, place }] of all.entries()) {
      const progress = (share: number) => t.progress((95 * (n + share)) / all.length, msg`Copying the backup`)
      const key = `${id}_${placeKey(place).replace(':', '_')}`
      const done = await t.step(`copy_${key}`, (signal) => copyTo(id, place, progress, signal), { retries: 1 })
      await t.stepTx(`publish_${key}`, async (work) => {
        if (done) await publish(work, id, place, done)
      })
    }
    for (const id of remove) await removeCopy(t, id)
    return { backups: backup_ids }
  },
  async settle(t, { backup_ids, to, owed }, outcome) {
    const fault = outcome.status === 'failed' ? (outcome.error?.message ?? null) : null
    // One that was called off by a person is not made again by itself.
    const later = owed && outcome.status !== 'aborted'
    await t.stepTx('back', async (work) => {
      if (later) await owe(work, backup_ids, to, fault)
      await back(work, t, backup_ids, to, later ? null : fault)
    })
  },
})

/** Those of a request are claimed already; those that were just made are now. */
async function begin(work: Work, task: number, ids: readonly number[], to: readonly Place[]): Promise<void> {
  await changeBackups(work, { id: { in: [...ids] }, state: 'active', deleted_at: null }, { state: 'copying', task })
  const mine = await work.tx.backup.count({
    where: { id: { in: [...ids] }, state: { in: ['copying', 'migrating'] }, task },
  })
  if (mine < ids.length) {
    const left = await work.tx.backup.count({
      where: { id: { in: [...ids] }, deleted_at: null, state: { not: 'deleting' } },
    })
    throw wrongState(
      left < ids.length
        ? msg`The backup was deleted before it was copied`
        : msg`Another action is using the backup: try again when it has ended`,
    )
  }
  await claimOwed(work, ids, to)
  await work.tx.backup_copy.createMany({
    data: ids.flatMap((backup_id) => to.map((place, n) => ({ backup_id, ...place, position: n + 1 }))),
    skipDuplicates: true,
  })
}

/** @returns null when it lies there already */
async function copyTo(
  backup_id: number,
  place: Place,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<StoredDisk | null> {
  const { prisma } = db()
  const there = await prisma.backup_copy.findFirst({ where: { backup_id, ...place } })
  if (there?.state === 'active') return null
  const row = await prisma.backup.findUniqueOrThrow({ where: { id: backup_id } })
  return withPlace(place, signal, async (to) => {
    const except: number[] = []
    for (;;) {
      const from = await openCopy(backup_id, signal, except)
      try {
        const parents = await parentsOf(row.parent_id, from, place, to)
        const note = (file: string) => noteIndex(place, row.subject, file)
        const options = { subject: row.subject, parents, progress, note, signal }
        return await inWords(() => copyContent(from, to, options))
      } catch (fault) {
        // What is damaged in one copy is taken from the next; a fault of the target comes again with it.
        if (!(fault instanceof PanelError) || signal.aborted) throw fault
        except.push(from.copy_id)
        const left = { backup_id, state: 'active', id: { notIn: except } }
        if ((await prisma.backup_copy.count({ where: left })) === 0) throw fault
      } finally {
        await from.close()
      }
    }
  })
}

/** Indexes of the backup before, where it lies in both places. */
async function parentsOf(parent_id: number | null, from: OpenCopy, place: Place, to: OpenCopy['store']) {
  if (parent_id === null) return null
  const { prisma } = db()
  const parent = await prisma.backup.findUnique({ where: { id: parent_id } })
  const source = await prisma.backup_copy.findUnique({ where: { id: from.copy_id } })
  if (!parent || !source) return null
  const indexIn = async (at: Place, store: OpenCopy['store']) => {
    const copy = await prisma.backup_copy.findFirst({ where: { backup_id: parent_id, ...at, state: 'active' } })
    if (!copy?.file || !copy.digest) return null
    const name = { subject: parent.subject, backup: copy.file }
    return store.getIndex(name, Buffer.from(copy.digest)).catch(() => null)
  }
  const [before, there] = [await indexIn(placeOf(source), from.store), await indexIn(place, to)]
  return before && there && { from: before, to: there }
}

async function publish(work: Work, backup_id: number, place: Place, done: StoredDisk): Promise<void> {
  const { file, digest, stored_bytes } = done
  await work.tx.backup_copy.updateMany({
    where: { backup_id, ...place, state: 'creating' },
    data: { state: 'active', file, digest: Buffer.from(digest, 'hex'), stored_bytes, created_at: new Date() },
  })
}

async function back(work: Work, t: SettleContext, ids: readonly number[], to: readonly Place[], fault: string | null) {
  const mine = { id: { in: [...ids] }, state: { in: ['copying', 'migrating'] }, task: t.id }
  const fields = fault === null ? {} : { fault, fault_at: new Date() }
  await changeBackups(work, mine, { state: 'active', task: null, ...fields })
  await handOver(work, ids, t.id)
  for (const place of to)
    await work.tx.backup_copy.deleteMany({ where: { backup_id: { in: [...ids] }, ...place, state: 'creating' } })
}
