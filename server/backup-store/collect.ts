import { ID_BYTES } from '../protocols/chunk-store/chunk.ts'
import { StoreError } from '../protocols/chunk-store/errors.ts'
import type { Index } from '../protocols/chunk-store/index-file.ts'
import { asidePath, chunkPath, isChunkName, isTemporary, spread, trashPath } from '../protocols/chunk-store/paths.ts'
import { msg } from '../shared/text.ts'
import { readIndex } from './indexes.ts'
import { eachOf, type StoreParts } from './parts.ts'
import { PrefixSet } from './prefix-set.ts'
import { ASIDE_SECONDS, markAside, settleIndexes } from './unknown.ts'

/** Indexes that belong to something, by path: their SHA-256, or null for a backup that is still running. */
export type Owners = ReadonlyMap<string, Buffer | null>

export type CollectOptions = {
  /** Called after the location was listed: an index without an owner then cannot get one any more. */
  owners: () => Promise<Owners>
  /**
   * Paths of the indexes that this panel was ever about to write there: those without a record are the rest of a run that failed, and
   * go. What has no record and is not among them is of a database that was lost: it is put aside and kept (`unknownSeconds`).
   */
  noted: () => Promise<ReadonlySet<string>>
  /** Nothing is removed and nothing put aside: for a folder that was taken over, until a person has looked at it. */
  hold?: boolean
  /** For how long unknown indexes, and damaged chunks, are kept after they were put aside. Default: 28 days. */
  unknownSeconds?: number
  /** How long ago the oldest backup that is still running began, seconds; null when none runs. */
  oldestLiveSeconds: number | null
  /**
   * For how long unreferenced chunks and orphaned indexes are left alone; far longer than any message is under way and
   * than the clocks may differ. Default: a day.
   */
  graceSeconds?: number
  /** About how many chunks there are. */
  expectedChunks?: number
}

export type Collected = {
  indexes: number
  orphans: number
  /** Chunks that stay, and bytes of their files. */
  chunks: number
  stored_bytes: number
  trashed: number
  restored: number
  /** Removed for good, and bytes of their files. */
  removed: number
  removed_bytes: number
  /** In the trash afterwards, or put aside as damaged, bytes. */
  trash_bytes: number
  /** Indexes of backups that are not known: put aside, or left in their place where nothing is removed. */
  unknown: number
  /** How long ago the first of them was found, seconds; null without any. */
  unknown_seconds: number | null
}

const DAY = 86_400
/** Folders of chunks that are looked at at once: each costs some round trips. */
const FOLDERS = 8

/**
 * Removes what no index names, in two rounds: first into the trash, and for good by a later round when no backup runs that may have seen
 * it before. Safe beside writers and after a crash at any message; one round at a time is run on a location.
 * @throws StoreError `damaged` or `missing` when an index does not open, is older than its record, or is gone: then nothing is removed
 */
export async function collect(parts: StoreParts, options: CollectOptions, signal: AbortSignal): Promise<Collected> {
  const {
    graceSeconds = DAY,
    oldestLiveSeconds,
    expectedChunks,
    hold = false,
    unknownSeconds = ASIDE_SECONDS,
  } = options
  const start = parts.now()
  const floor = hold ? Number.NEGATIVE_INFINITY : start - (oldestLiveSeconds ?? 0) - graceSeconds
  const done: Collected = {
    indexes: 0,
    orphans: 0,
    chunks: 0,
    stored_bytes: 0,
    trashed: 0,
    restored: 0,
    removed: 0,
    removed_bytes: 0,
    trash_bytes: 0,
    unknown: 0,
    unknown_seconds: null,
  }
  const marked = new PrefixSet(expectedChunks)
  await mark(parts, options, start - graceSeconds, marked, done, signal)
  const folder = async (part: string) => {
    // What this round moves into the trash is not looked at there before the next.
    await emptyTrash(parts, part, marked, floor, done, signal)
    await sweep(parts, part, marked, floor, done, signal)
  }
  await eachOf(spread, folder, FOLDERS)
  if (hold) return done
  await removeOld(parts, 'tmp', isTemporary, start - Math.max(DAY, graceSeconds), signal)
  done.trash_bytes += await removeOld(parts, 'damaged', isChunkName, start - unknownSeconds, signal)
  return done
}

async function mark(
  parts: StoreParts,
  options: CollectOptions,
  orphanFloor: number,
  marked: PrefixSet,
  done: Collected,
  signal: AbortSignal,
): Promise<void> {
  const { owners } = options
  const { listed, owned, aside } = await settleIndexes(parts, options, orphanFloor, done, signal)
  const markAll = ({ ids }: Index) => {
    for (let at = 0; at < ids.length; at += ID_BYTES) marked.add(ids, at)
  }
  await markAside(parts, aside, markAll, signal)
  const all = new Set([...listed.keys(), ...owned.keys()])
  for (const path of all) {
    signal.throwIfAborted()
    const digest = owned.get(path) ?? null
    const index = digest ? await readIndex(parts, path, digest) : await readOrphan(parts, path, listed.has(path))
    if (!index) {
      // Not written yet, or removed since with its record.
      if (!digest || !(await owners()).get(path)) continue
      throw new StoreError('missing', msg`${path} is not in the backup location`)
    }
    done.indexes++
    markAll(index)
  }
}

/** An orphaned index: no complete backup is known for it; null when there is none, or it does not open: then nothing depends on it. */
async function readOrphan(parts: StoreParts, path: string, wasListed: boolean): Promise<Index | null> {
  try {
    const index = await readIndex(parts, path, null)
    // A round beside this may have put it aside since it was listed.
    return index || !wasListed ? index : await readIndex(parts, path, null, asidePath(path))
  } catch (fault) {
    if (fault instanceof StoreError && fault.kind === 'damaged') return null
    throw fault
  }
}

type Found = { name: string; size: number; modified: number }

/** Chunks of a folder, some at a time; other files are passed over. */
async function* chunksIn(
  { files }: StoreParts,
  folder: string,
  part: string,
  signal: AbortSignal,
): AsyncGenerator<Found> {
  for await (const some of files.entries(`${folder}/${part}`)) {
    signal.throwIfAborted()
    for (const entry of some)
      if (entry.kind === 'file' && isChunkName(entry.name) && entry.name.startsWith(part)) yield entry
  }
}

const isMarked = (marked: PrefixSet, name: string) => marked.has(Buffer.from(name.slice(0, 16), 'hex'))

async function emptyTrash(
  parts: StoreParts,
  part: string,
  marked: PrefixSet,
  floor: number,
  done: Collected,
  signal: AbortSignal,
): Promise<void> {
  const { files } = parts
  const found: Found[] = []
  for await (const one of chunksIn(parts, 'trash', part, signal)) found.push(one)
  await eachOf(found, async ({ name, size, modified }) => {
    if (isMarked(marked, name)) {
      // Also over one that was written again meanwhile: at no moment is it in neither place.
      await files.rename(trashPath(name), chunkPath(name))
      done.restored++
    } else if (modified < floor) {
      await files.remove(trashPath(name))
      done.removed++
      done.removed_bytes += size
    } else done.trash_bytes += size
  })
}

async function sweep(
  parts: StoreParts,
  part: string,
  marked: PrefixSet,
  floor: number,
  done: Collected,
  signal: AbortSignal,
): Promise<void> {
  const { files, now } = parts
  const rubbish: Found[] = []
  for await (const one of chunksIn(parts, 'chunks', part, signal)) {
    if (isMarked(marked, one.name) || one.modified >= floor) {
      done.chunks++
      done.stored_bytes += one.size
    } else rubbish.push(one)
  }
  await eachOf(rubbish, async ({ name, size }) => {
    // When it came into the trash. Noted before it does: a crash in between leaves it where it is for one more round.
    if (!(await files.touch(chunkPath(name), now()))) return
    if (!(await files.rename(chunkPath(name), trashPath(name)))) return
    done.trashed++
    done.trash_bytes += size
  })
}

/** Removes files of a folder that are older. @returns bytes of those that stay */
async function removeOld(
  { files }: StoreParts,
  folder: string,
  isOurs: (name: string) => boolean,
  floor: number,
  signal: AbortSignal,
): Promise<number> {
  const old: string[] = []
  let kept = 0
  for await (const some of files.entries(folder)) {
    signal.throwIfAborted()
    for (const { name, kind, size, modified } of some) {
      if (kind !== 'file' || !isOurs(name)) continue
      if (modified < floor) old.push(`${folder}/${name}`)
      else kept += size
    }
  }
  await eachOf(old, async (path) => void (await files.remove(path)))
  return kept
}
