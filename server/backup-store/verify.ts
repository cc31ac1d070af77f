import { ID_BYTES, mostOfChunk } from '../protocols/chunk-store/chunk.ts'
import { OVERHEAD } from '../protocols/chunk-store/envelope.ts'
import { StoreError } from '../protocols/chunk-store/errors.ts'
import { chunkPath, damagedPath, isChunkName, spread } from '../protocols/chunk-store/paths.ts'
import { msg, type Text } from '../shared/text.ts'
import type { Owners } from './collect.ts'
import { readIndex } from './indexes.ts'
import { eachOf, type StoreParts } from './parts.ts'
import { PrefixSet } from './prefix-set.ts'

export type VerifyOptions = {
  /** Indexes of backups that are complete, with their SHA-256. */
  owners: Owners
  /** Which of the 256 folders of chunks (`ab`) are read as a whole; the others are only listed. */
  deep: readonly string[]
  expectedChunks?: number
}

/** A backup that would not restore. `missing`: how many chunks that it names are not there. */
export type BrokenIndex = { path: string; missing: number; fault: Text | null }

export type Verified = {
  chunks: number
  stored_bytes: number
  /** Files of chunks that were read as a whole, and their bytes. */
  read_chunks: number
  read_bytes: number
  /**
   * How many chunks were not what was written or are listed and not given out, and the names of the first thousand. They were put aside,
   * so that the next backup stores them again.
   */
  damaged_count: number
  damaged: string[]
  broken: BrokenIndex[]
}

const MOST_NAMED = 1000
/** Chunks that are read and opened at once: in one folder: memory of about three times their size. */
const READERS = 4
/** Folders that are looked at at once. */
const FOLDERS = 4

/**
 * Holds a location against its indexes: names and sizes of all chunks, and of some folders the content. What is damaged is put aside
 * before indexes are looked at, so that every backup that it belongs to is named.
 */
export async function verify(parts: StoreParts, options: VerifyOptions, signal: AbortSignal): Promise<Verified> {
  const done: Verified = {
    chunks: 0,
    stored_bytes: 0,
    read_chunks: 0,
    read_bytes: 0,
    damaged_count: 0,
    damaged: [],
    broken: [],
  }
  const there = new PrefixSet(options.expectedChunks)
  const absent: string[] = []
  const folder = async (part: string) => {
    absent.push(...(await verifyFolder(parts, part, options.deep.includes(part), there, done, signal)))
  }
  await eachOf(spread, folder, FOLDERS)
  // A collection may have put into the trash what a backup took over.
  const trash = async (part: string) => {
    for await (const some of parts.files.entries(`trash/${part}`))
      for (const { name } of some) if (isChunkName(name)) there.add(Buffer.from(name.slice(0, 16), 'hex'))
  }
  await eachOf(spread, trash, FOLDERS)
  // What a collection beside this has moved is in the trash; the rest is listed and not given out.
  for (const name of absent) if (!there.has(Buffer.from(name.slice(0, 16), 'hex'))) count(done, name)
  for (const [path, digest] of options.owners) {
    signal.throwIfAborted()
    const broken = await verifyIndex(parts, path, digest, there)
    if (broken) done.broken.push(broken)
  }
  return done
}

function count(done: Verified, name: string): void {
  done.damaged_count++
  if (done.damaged.length < MOST_NAMED) done.damaged.push(name)
}

/** @returns names of chunks that are listed and were not given out */
async function verifyFolder(
  parts: StoreParts,
  part: string,
  deep: boolean,
  there: PrefixSet,
  done: Verified,
  signal: AbortSignal,
): Promise<string[]> {
  const { files, chunkBytes } = parts
  const absent: string[] = []
  const most = mostOfChunk(chunkBytes)
  const found: { name: string; size: number; suspect: boolean }[] = []
  for await (const some of files.entries(`chunks/${part}`)) {
    signal.throwIfAborted()
    for (const { name, kind, size } of some) {
      if (!isChunkName(name) || !name.startsWith(part)) continue
      done.chunks++
      done.stored_bytes += size
      const suspect = kind !== 'file' || size <= OVERHEAD || size > most
      if (deep || suspect) found.push({ name, size, suspect })
      else there.add(Buffer.from(name.slice(0, 16), 'hex'))
    }
  }
  await eachOf(
    found,
    async ({ name, size, suspect }) => {
      signal.throwIfAborted()
      const id = Buffer.from(name, 'hex')
      const state = suspect ? 'damaged' : await contentOf(parts, id)
      if (state === 'whole') {
        there.add(id)
        done.read_chunks++
        done.read_bytes += size
        return
      }
      if (state === 'absent') return void absent.push(name)
      // Left in its place it would be taken for stored by the next backup. When that was is noted first, as of the trash.
      await files.touch(chunkPath(name), parts.now())
      await files.rename(chunkPath(name), damagedPath(name))
      count(done, name)
    },
    READERS,
  )
  return absent
}

async function contentOf({ files, pool, chunkBytes }: StoreParts, id: Buffer): Promise<'whole' | 'damaged' | 'absent'> {
  try {
    const file = await files.read(chunkPath(id), mostOfChunk(chunkBytes))
    if (file === null) return 'absent'
    await pool.run({ kind: 'check', id: Uint8Array.from(id), file, atMost: chunkBytes })
    return 'whole'
  } catch (fault) {
    if (fault instanceof StoreError && fault.kind === 'damaged') return 'damaged'
    throw fault
  }
}

async function verifyIndex(
  parts: StoreParts,
  path: string,
  digest: Buffer | null,
  there: PrefixSet,
): Promise<BrokenIndex | null> {
  try {
    const index = await readIndex(parts, path, digest)
    if (!index) return { path, missing: 0, fault: msg`${path} is not in the backup location` }
    let missing = 0
    for (let at = 0; at < index.ids.length; at += ID_BYTES)
      if (!isHole(index.ids, at) && !there.has(index.ids, at)) missing++
    return missing > 0 ? { path, missing, fault: null } : null
  } catch (fault) {
    if (fault instanceof StoreError && fault.kind === 'damaged') return { path, missing: 0, fault: fault.text }
    throw fault
  }
}

const hole = Buffer.alloc(ID_BYTES)
const isHole = (ids: Buffer, at: number) => hole.compare(ids, at, at + ID_BYTES) === 0
