import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { LocationFiles } from '../drivers/backup-location/types.ts'
import { chunkSizes } from '../protocols/chunk-store/chunk.ts'
import { open, seal } from '../protocols/chunk-store/envelope.ts'
import { StoreError } from '../protocols/chunk-store/errors.ts'
import type { StoreKeys } from '../protocols/chunk-store/keys.ts'
import { packings } from '../protocols/chunk-store/packing.ts'
import { baseFolders, isChunkName, markerPath, spread } from '../protocols/chunk-store/paths.ts'
import { msg } from '../shared/text.ts'
import { eachOf } from './parts.ts'

const MOST_MARKER = 4096
const content = z.object({ chunk_bytes: z.literal([...chunkSizes]), location: z.string().max(100) })
/** What the marker of a location holds: the size of its chunks, and which location of which panel it is. */
export type Marker = z.infer<typeof content>

/** Name of a file that is being written. */
export const temporaryPath = (): string => `tmp/${randomBytes(16).toString('hex')}`

/**
 * Reads the marker of a location.
 * @returns null when it has none @throws StoreError `foreign` when another location or panel wrote it
 */
export async function readMarker(files: LocationFiles, keys: StoreKeys): Promise<Marker | null> {
  const file = await files.read(markerPath, MOST_MARKER)
  if (file === null) return null
  try {
    const { body } = open(keys, 'DHstore1', markerPath, file)
    return content.parse(JSON.parse(body.toString('utf8')))
  } catch (cause) {
    throw new StoreError(
      'foreign',
      msg`The folder belongs to another backup location or panel, or its file "store" was changed: give this location a folder of its own`,
      { cause },
    )
  }
}

/**
 * Makes the folders of a location and its marker, unless they are there. A folder with chunks that no marker claims is not taken: a
 * collection would take all of them for rubbish.
 * @returns what the marker holds @throws StoreError `foreign`
 */
export async function initStore(files: LocationFiles, keys: StoreKeys, wanted: Marker): Promise<Marker> {
  const found = await readMarker(files, keys)
  const there = new Set<string>()
  for (const folder of ['chunks', 'trash'])
    for await (const some of files.entries(folder)) for (const { name } of some) there.add(`${folder}/${name}`)
  if (found === null && (await hasChunks(files, there)))
    throw new StoreError(
      'foreign',
      msg`The folder holds chunks of backups, but its file "store" is missing: give this location an empty folder, or bring the file back`,
    )
  for (const folder of baseFolders) await files.makeFolder(folder)
  const spreads = ['chunks', 'trash'].flatMap((folder) => spread.map((part) => `${folder}/${part}`))
  await eachOf(
    spreads.filter((folder) => !there.has(folder)),
    (folder) => files.makeFolder(folder),
  )
  if (found !== null) return found
  const body = Buffer.from(JSON.stringify(wanted))
  const file = seal(keys, 'DHstore1', markerPath, { packing: packings.plain, body })
  await files.write(temporaryPath(), markerPath, file)
  return wanted
}

async function hasChunks(files: LocationFiles, folders: ReadonlySet<string>): Promise<boolean> {
  let found = false
  const parts = spread.map((part) => `chunks/${part}`).filter((folder) => folders.has(folder))
  await eachOf(parts, async (folder) => {
    for await (const some of files.entries(folder)) found ||= some.some(({ name }) => isChunkName(name))
  })
  return found
}
