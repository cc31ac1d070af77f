import { StoreError } from '../protocols/chunk-store/errors.ts'
import { type Index, MOST_PIECES, mostOfIndex } from '../protocols/chunk-store/index-file.ts'
import { isIndexFile, isIndexFolder } from '../protocols/chunk-store/paths.ts'
import { msg } from '../shared/text.ts'
import type { StoreParts } from './parts.ts'

/** More indexes than a location can have. */
const MOST_INDEXES = 2_000_000

/**
 * Reads an index; null when there is none.
 * @param at where the file is, when it is not in its place: it opens under the path of its place only
 * @throws StoreError `damaged`
 */
export async function readIndex(
  { files, pool }: StoreParts,
  path: string,
  digest: Buffer | null,
  at = path,
): Promise<Index | null> {
  const file = await files.read(at, mostOfIndex(MOST_PIECES))
  if (file === null) return null
  const kept = digest && Uint8Array.from(digest)
  const { index } = await pool.run({ kind: 'open_index', path, file, digest: kept })
  return { ...index, ids: Buffer.from(index.ids.buffer, index.ids.byteOffset, index.ids.byteLength) }
}

/**
 * All indexes of a location by the paths of their places, with when each was written (seconds by its clock), or put aside (`unknown`).
 * Other files there are passed over.
 */
export async function listIndexes(
  { files }: StoreParts,
  signal: AbortSignal,
  top: 'index' | 'unknown' = 'index',
): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  const folders: string[] = []
  const bounded = (count: number) => {
    signal.throwIfAborted()
    if (count > MOST_INDEXES)
      throw new StoreError('damaged', msg`The backup location lists more than ${MOST_INDEXES} indexes`)
  }
  for await (const some of files.entries(top)) {
    for (const { name, kind } of some) if (kind === 'directory' && isIndexFolder(name)) folders.push(name)
    bounded(folders.length)
  }
  for (const folder of folders) {
    for await (const some of files.entries(`${top}/${folder}`)) {
      for (const { name, kind, modified } of some)
        if (kind === 'file' && isIndexFile(name)) found.set(`index/${folder}/${name}`, modified)
      bounded(found.size)
    }
  }
  return found
}
