import { StoreError } from '../protocols/chunk-store/errors.ts'
import type { Index } from '../protocols/chunk-store/index-file.ts'
import { asidePath } from '../protocols/chunk-store/paths.ts'
import type { Collected, CollectOptions, Owners } from './collect.ts'
import { listIndexes, readIndex } from './indexes.ts'
import type { StoreParts } from './parts.ts'

/** For how long an orphaned index that was never noted is kept: time to bring back the database that knows it. */
export const ASIDE_SECONDS = 28 * 86_400

type Settled = {
  /** Indexes in their place, and those that are put aside, by the path of their place, with the time of each. */
  listed: Map<string, number>
  owned: Owners
  aside: Map<string, number>
}

/**
 * Puts indexes where they belong: those that are known again go back to their place, those that were never noted are put aside, those of
 * runs that failed are removed, and so is what was put aside long ago.
 */
export async function settleIndexes(
  parts: StoreParts,
  { owners, noted, hold = false, unknownSeconds = ASIDE_SECONDS }: CollectOptions,
  orphanFloor: number,
  done: Collected,
  signal: AbortSignal,
): Promise<Settled> {
  const { files, now } = parts
  // Read before the owners: an index that has an owner again in time is never removed.
  const start = now()
  // In this order: what a round beside this puts aside meanwhile is in one of both lists.
  const listed = await listIndexes(parts, signal)
  const aside = await listIndexes(parts, signal, 'unknown')
  const owned = await owners()
  const ours = await noted()
  const seen = (path: string, found: number) => {
    done.unknown++
    done.unknown_seconds = Math.max(done.unknown_seconds ?? 0, now() - found)
    aside.set(path, found)
  }
  for (const [path, modified] of [...aside]) {
    signal.throwIfAborted()
    if (owned.has(path) && !listed.has(path)) {
      if (await files.rename(asidePath(path), path)) listed.set(path, modified)
      aside.delete(path)
    } else if (!hold && modified < start - unknownSeconds) {
      await files.remove(asidePath(path))
      aside.delete(path)
      done.orphans++
    } else seen(path, modified)
  }
  for (const [path, modified] of [...listed]) {
    signal.throwIfAborted()
    if (owned.has(path) || modified >= orphanFloor) continue
    if (ours.has(path) && !hold) {
      await files.remove(path)
      listed.delete(path)
      done.orphans++
    } else if (ours.has(path)) continue
    else if (hold) {
      done.unknown++
      done.unknown_seconds = Math.max(done.unknown_seconds ?? 0, now() - modified)
    } else if (await putAside(parts, path)) {
      listed.delete(path)
      seen(path, now())
    }
  }
  return { listed, owned, aside }
}

async function putAside({ files, now }: StoreParts, path: string): Promise<boolean> {
  const to = asidePath(path)
  await files.makeFolder('unknown')
  await files.makeFolder(to.slice(0, to.lastIndexOf('/')))
  // When it was put aside. Noted before it is: a crash in between leaves it where it is for one more round.
  if (!(await files.touch(path, now()))) return false
  return files.rename(path, to)
}

/** What is put aside needs its chunks as well; what of it does not open needs none. */
export async function markAside(
  parts: StoreParts,
  aside: ReadonlyMap<string, number>,
  mark: (index: Index) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const path of aside.keys()) {
    signal.throwIfAborted()
    try {
      const index = (await readIndex(parts, path, null, asidePath(path))) ?? (await readIndex(parts, path, null))
      if (index) mark(index)
    } catch (fault) {
      if (!(fault instanceof StoreError && fault.kind === 'damaged')) throw fault
    }
  }
}
