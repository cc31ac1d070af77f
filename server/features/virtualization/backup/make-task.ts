import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { backup } from '../../../../generated/prisma/client.ts'
import type { Store } from '../../../backup-store/store.ts'
import { db } from '../../../db/pool.ts'
import { stored } from '../../../db/sentences.ts'
import { transaction, type Work } from '../../../db/transaction.ts'
import type { BackupContent, Consistency } from '../../../domain/backup/states.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import type { DiskExport, ExportedDisk } from '../../../drivers/hypervisor/backup-types.ts'
import { StoreError } from '../../../protocols/chunk-store/errors.ts'
import type { Index } from '../../../protocols/chunk-store/index-file.ts'
import { paceOf } from '../../../shared/pace.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask } from '../../../tasks/define.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { nodeConnection } from '../node/connections.ts'
import { backupCopyTask } from './copy-task.ts'
import { FLOOR_MIB, type Reading, readingOf } from './disks.ts'
import { giveWay } from './give-way.ts'
import { noteIndex } from './noted.ts'
import { placeKey, placeOf, placeShape, withPlace } from './place.ts'
import { storeArchive } from './read-archive.ts'
import { type StoredDisk, storeDisk } from './read-disk.ts'
import { readingLock } from './reading.ts'
import { changeBackups, noteContent } from './record.ts'
import { settleMaking } from './settle.ts'
import { checkpointOf, noteTracking, type Parent, parentsIn } from './tracking.ts'

const LOOK_MS = 20_000
const END_MS = 60_000
/** A connection that breaks by the end of the reading is noticed before the end itself: it is looked at every second. */
const ENDED_MS = 3_000
const HOUR = 3600_000
/** No domain is called so: the node works on the file. */
const NO_DOMAIN = 'no_vm'

export const makeInput = z.object({
  backup_ids: z.array(z.int()).min(1),
  host_id: z.int().nullable(),
  /** Of a disk without a VM. */
  disk_id: z.int().nullable(),
  node_id: z.int(),
  place: placeShape,
  /** One that was ended by a power action is tried a second time. */
  attempt: z.int(),
})
export type MakeInput = z.infer<typeof makeInput>

type MadeDisk = StoredDisk & { backup_id: number; parent_id: number | null }
type Made = {
  at: string
  disks: MadeDisk[]
  content: BackupContent
  checkpoint: string | null
  full_because: string | null
  frozen: boolean | null
}

export const backupCreateTask = defineTask({
  name: 'backup_create',
  title: 'Back up disks',
  input: makeInput,
  locks: (input) => [readingLock(input)],
  limits: ({ node_id, place }) => [
    { key: `backup_node:${node_id}`, capacity: 1 },
    { key: `backup_place:${placeKey(place)}`, capacity: 2 },
  ],
  timeoutMs: 48 * HOUR,
  async run(t, input) {
    const reading = await readingOf(input)
    const connection = (signal: AbortSignal) => nodeConnection(input.node_id, signal)
    t.progress(1, msg`Connecting`)
    const look = async (signal: AbortSignal) =>
      void (await (await connection(signal)).domain(reading.name ?? NO_DOMAIN, signal))
    await t.step('look', look, { timeoutMs: LOOK_MS })
    const held: { now: DiskExport | null } = { now: null }
    const leave = async (keep: string | null, signal: AbortSignal) => {
      const disks = reading.disks.map(({ read }) => read)
      await (await connection(signal)).endExport(reading.name, { disks, scratch: reading.scratch, keep }, signal)
    }
    const made = await t.step(
      'read',
      async (signal) => {
        // Of a worker that is gone; not of a running one, because of the lock.
        await leave(await checkpointOf(reading.disks), signal)
        const progress = (share: number) => t.progress(2 + 94 * share, msg`Reading the disks`)
        return withPlace(input.place, signal, (store) => read(input, reading, store, { held, progress, signal }))
      },
      { undo: async (_, signal) => leave(await checkpointOf(reading.disks), signal), undoUnfinished: true },
    )
    t.progress(97, msg`Saving`)
    await t.stepTx('publish', (work) => publish(work, input, made))
    await t.step('finish', (signal) => finish(signal, made.checkpoint), { timeoutMs: END_MS })
    return { backups: input.backup_ids, read_mib: Math.ceil(sum(made.disks, 'read_bytes') / 2 ** 20) }

    /** The backup is complete by now: a node that is away is told by the next one. */
    async function finish(signal: AbortSignal, checkpoint: string | null): Promise<void> {
      try {
        if (held.now) await held.now.finish(signal)
        else await leave(checkpoint, signal)
      } catch (err) {
        t.log.warn({ err, backups: input.backup_ids }, 'the reading of a backup was not ended')
      }
    }
  },
  settle: (t, input, outcome) => settleMaking(t, input, outcome, (work, rows) => again(work, input, rows)),
})

/** A moment for the action that has ended the reading. */
const AGAIN_MS = 5_000

async function again(work: Work, input: MakeInput, rows: backup[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const options = { registry_id: first.id, entity: 'backup', account_id: first.account_id }
  const runAt = new Date(Date.now() + AGAIN_MS)
  const task = await enqueue(work, backupCreateTask, { ...input, attempt: input.attempt + 1 }, { ...options, runAt })
  await changeBackups(work, { id: { in: rows.map(({ id }) => id) } }, { task: task.id, made_at: null })
  const others = await work.tx.backup_copy.findMany({
    where: { backup_id: first.id, position: { gt: 0 }, state: 'creating' },
    orderBy: { position: 'asc' },
  })
  if (others.length === 0) return
  const copying = { backup_ids: rows.map(({ id }) => id), to: others.map(placeOf), remove: [], owed: true }
  await enqueue(work, backupCopyTask, copying, { ...options, after: task.id })
}

const sum = (disks: readonly MadeDisk[], field: 'read_bytes' | 'stored_bytes') =>
  disks.reduce((all, one) => all + one[field], 0)

type Run = { held: { now: DiskExport | null }; progress: (share: number) => void; signal: AbortSignal }

async function read(input: MakeInput, reading: Reading, store: Store, run: Run): Promise<Made> {
  const { signal } = run
  const checkpoint = await checkpointOf(reading.disks)
  const parents = checkpoint === null ? new Map<number, Parent>() : await parentsIn(input.place, reading.disks)
  const indexes = await indexesOf(store, parents)
  const whole = indexes.size === reading.disks.length
  const node = await nodeConnection(input.node_id, signal)
  const at = new Date().toISOString()
  const opened = await node.exportDisks(
    reading.name,
    {
      disks: reading.disks.map(({ read }) => read),
      checkpoint: `dh-${randomBytes(10).toString('hex')}`,
      parent: whole ? checkpoint : null,
      scratch: reading.scratch,
      floor_mib: FLOOR_MIB,
    },
    signal,
  )
  run.held.now = opened
  const over = new AbortController()
  const either = AbortSignal.any([signal, over.signal])
  const ended = opened.ended.then(async (cause) => {
    if (cause === null) return
    over.abort(cause)
    if (!signal.aborted) await noteEnded(input.backup_ids, cause)
  })
  ended.catch(() => {})
  const pace = await paceFor(input.backup_ids)
  const way = opened.guestRequests && giveWay(opened.guestRequests)
  const disks: MadeDisk[] = []
  try {
    for (const [n, one] of reading.disks.entries()) {
      const disk = opened.disks[n]
      const archive = reading.disks.length === 1 ? opened.archive : undefined
      const parent = disk?.incremental ? indexes.get(one.disk_id) : undefined
      const progress = (share: number) => run.progress((n + share) / reading.disks.length)
      const note = (file: string) => noteIndex(input.place, one.subject, file)
      const options = { subject: one.subject, pace, giveWay: way, progress, note, signal: either }
      if (!archive && !disk) throw new Error('The node serves another number of disks')
      const done = archive
        ? await storeArchive(archive, store, options)
        : await storeDisk(disk as ExportedDisk, store, parent ?? null, options)
      disks.push({
        ...done,
        backup_id: one.backup_id,
        parent_id: parent ? (parents.get(one.disk_id)?.backup_id ?? null) : null,
      })
    }
  } catch (fault) {
    // What ended the reading is the cause, not what broke by it.
    if (!signal.aborted) {
      const cause = await Promise.race([opened.ended, delay(ENDED_MS, null, { signal })])
      if (cause) {
        await ended
        throw cause
      }
    }
    throw fault
  }
  const lost = checkpoint !== null && !whole ? msg`the last backup of the disk does not lie in this place` : null
  const because = opened.full_because ?? lost
  const content = opened.archive ? 'archive' : 'disk'
  const { checkpoint: kept, frozen } = opened
  return { at, disks, content, checkpoint: kept, full_because: because && stored(because), frozen }
}

/** How fast the schedule of a backup lets it read; nothing without a limit. */
async function paceFor(ids: readonly number[]) {
  const { rows } = await db().pool.query<{ limit_mib_s: number | null }>(
    'select s.limit_mib_s from backup b join schedule s on s.id = b.schedule_id where b.id = any($1) limit 1',
    [ids],
  )
  const limit = rows[0]?.limit_mib_s ?? null
  return limit === null ? undefined : paceOf(limit * 2 ** 20)
}

/** Indexes of earlier backups; without one that does not open everything is read. */
async function indexesOf(store: Store, parents: ReadonlyMap<number, Parent>): Promise<Map<number, Index>> {
  const found = new Map<number, Index>()
  for (const [disk_id, { subject, file, digest }] of parents) {
    try {
      found.set(disk_id, await store.getIndex({ subject, backup: file }, Buffer.from(digest)))
    } catch (fault) {
      if (!(fault instanceof StoreError)) throw fault
    }
  }
  return found
}

/** A reading that something else has ended, as power actions do, is begun once more; see `settleMaking`. */
async function noteEnded(ids: readonly number[], cause: Error): Promise<void> {
  const words = cause instanceof PanelError ? stored(cause.text) : cause.message
  const where = { id: { in: [...ids] }, state: 'creating' }
  await transaction((work) => changeBackups(work, where, { fault: words, fault_at: new Date() }))
}

/** The backup is complete with this, or not at all. */
async function publish(work: Work, { backup_ids, place }: MakeInput, made: Made): Promise<void> {
  const now = new Date()
  for (const { backup_id: id, parent_id, file, digest, read_bytes, stored_bytes } of made.disks) {
    const parent =
      parent_id !== null && (await work.tx.backup.count({ where: { id: parent_id } })) > 0 ? parent_id : null
    const consistency: Consistency = made.frozen === null ? 'off' : made.frozen ? 'application' : 'crash'
    await changeBackups(work, { id, state: 'creating' }, {
      state: 'active',
      fault: null,
      fault_at: null,
      task: null,
      consistency,
      parent_id: parent,
      full_because: parent === null ? made.full_because : null,
      read_bytes,
      made_at: new Date(made.at),
      finished_at: now,
    } as Parameters<typeof changeBackups>[2])
    await work.tx.backup_copy.updateMany({
      where: { backup_id: id, ...place },
      data: { state: 'active', file, digest: Buffer.from(digest, 'hex'), stored_bytes, created_at: now },
    })
  }
  if (made.content === 'archive') await noteContent(work, backup_ids, made.content)
  await noteTracking(work, backup_ids, made.checkpoint)
}
