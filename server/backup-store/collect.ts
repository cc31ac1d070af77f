import { ID_BYTES } from '../protocols/chunk-store/chunk.ts'
import { StoreError } from '../protocols/chunk-store/errors.ts'
import type { Index } from '../protocols/chunk-store/index-file.ts'
import { chunkPath, isChunkName, spread, trashPath } from '../protocols/chunk-store/paths.ts'
import { msg } from '../shared/text.ts'
import { listIndexes, readIndex } from './indexes.ts'
import { eachOf, type StoreParts } from './parts.ts'
import { PrefixSet } from './prefix-set.ts'

/** Indexes that belong to something, by path: their SHA-256, or null for a backup that is still running. */
export type Owners = ReadonlyMap<string, Buffer | null>

export type CollectOptions = {
  /** Asked after the location was listed: an index that is then nobody's cannot become somebody's any more. */
  owners: () => Promise<Owners>
  /** How long ago the oldest backup that is still running began, seconds; null when none runs. */
  oldestLiveSeconds: number | null
  /**
   * For how long chunks that are not used, and indexes that are nobody's, are left alone; far longer than any message is under way and
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
  /** In the trash afterwards, bytes. */
  trash_bytes: number
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
  const { graceSeconds = DAY, oldestLiveSeconds, expectedChunks } = options
  const start = parts.now()
  const floor = start - (oldestLiveSeconds ?? 0) - graceSeconds
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
  }
  const marked = new PrefixSet(expectedChunks)
  await mark(parts, options, start - graceSeconds, marked, done, signal)
  const folder = async (part: string) => {
    // What this round moves into the trash is not looked at there before the next.
    await emptyTrash(parts, part, marked, floor, done, signal)
    await sweep(parts, part, marked, floor, done, signal)
  }
  await eachOf(spread, folder, FOLDERS)
  await removeOld(parts, 'tmp', start - Math.max(DAY, graceSeconds), signal)
  return done
}

async function mark(
  parts: StoreParts,
  { owners }: CollectOptions,
  orphanFloor: number,
  marked: PrefixSet,
  done: Collected,
  signal: AbortSignal,
): Promise<void> {
  const listed = await listIndexes(parts, signal)
  const owned = await owners()
  for (const [path, modified] of listed) {
    if (owned.has(path) || modified >= orphanFloor) continue
    await parts.files.remove(path)
    listed.delete(path)
    done.orphans++
  }
  const all = new Set([...listed.keys(), ...owned.keys()])
  for (const path of all) {
    signal.throwIfAborted()
    const digest = owned.get(path) ?? null
    const index = digest ? await readIndex(parts, path, digest) : await readNobodys(parts, path)
    if (!index) {
      // Not written yet, or removed since with its record.
      if (!digest || !(await owners()).get(path)) continue
      throw new StoreError('missing', msg`${path} is not in the backup location`)
    }
    done.indexes++
    for (let at = 0; at < index.ids.length; at += ID_BYTES) marked.add(index.ids, at)
  }
}

/** An index that no complete backup is known for; null when there is none, or it does not open: then nothing depends on it. */
async function readNobodys(parts: StoreParts, path: string): Promise<Index | null> {
  try {
    return await readIndex(parts, path, null)
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

/** Removes files that were begun and never finished. */
async function removeOld({ files }: StoreParts, folder: string, floor: number, signal: AbortSignal): Promise<void> {
  const old: string[] = []
  for await (const some of files.entries(folder)) {
    signal.throwIfAborted()
    for (const { name, kind, modified } of some)
      if (kind === 'file' && modified < floor && /^[0-9a-f]{32}$/.test(name)) old.push(`${folder}/${name}`)
  }
  await eachOf(old, async (path) => void (await files.remove(path)))
}
