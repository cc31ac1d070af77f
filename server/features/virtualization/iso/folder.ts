import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, statfs, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { iso } from '../../../../generated/prisma/client.ts'
import { noResources, PanelError, wrongState } from '../../../domain/shared/errors.ts'
import { instanceFolder, isInstanceFile } from '../../../process/instance-folder.ts'
import { msg } from '../../../shared/text.ts'

/** Left free in the data folder: the database may be there too. */
const RESERVE_BYTES = 1 << 30

type Placed = Pick<iso, 'file' | 'folder'>

const isoFolder = () => instanceFolder('iso')

/** A place for a new file in the data folder of this process. */
export async function newPlace(): Promise<{ file: string; folder: string }> {
  const { instance } = await isoFolder()
  return { file: randomUUID(), folder: instance }
}

/**
 * Path of the file of an image.
 * @throws PanelError `unavailable` when it is in the data folder of another process
 */
export async function pathOf({ file, folder }: Placed): Promise<string> {
  const here = await isoFolder()
  if (file === null || !isInstanceFile(file)) throw wrongState(msg`The ISO image has no file yet`)
  if (folder !== here.instance)
    throw new PanelError(
      'unavailable',
      msg`The ISO image is in another data folder of the panel: give all processes the same one, or delete the image when that folder is gone`,
    )
  return join(here.path, file)
}

/** Bytes of the data folder that images may take now; replaced by tests. */
export const dataRoom = {
  async free(): Promise<number> {
    const { bavail, bsize } = await statfs((await isoFolder()).path)
    return bavail * bsize - RESERVE_BYTES
  },
}

/**
 * Refuses what the data folder has no room for.
 * @param promised bytes that others are still to write into it
 * @throws PanelError `no_resources`
 */
export async function requireRoom(bytes: number, promised = 0): Promise<void> {
  const free = (await dataRoom.free()) - promised
  if (bytes > free || free < 0)
    throw noResources(
      msg`The data folder of the panel has room for ${Math.max(0, Math.floor(free / 2 ** 20))} MiB; the ISO image needs ${Math.ceil(bytes / 2 ** 20)}`,
    )
}

/** Opens the file for writing at places, and makes it when it is not there. */
export const openForWriting = async (placed: Placed): Promise<FileHandle> => {
  const path = await pathOf(placed)
  try {
    return await open(path, 'r+')
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'ENOENT') throw fault
    return open(path, 'wx+', 0o600)
  }
}

/** Reads the file from an offset on. */
export const readFrom = async (placed: Placed, start: number, signal?: AbortSignal): Promise<Readable> =>
  createReadStream(await pathOf(placed), { start, highWaterMark: 1 << 20, ...(signal && { signal }) })

/**
 * Removes the file; absent is fine.
 * @returns false when it is in the data folder of another process, which clears it away itself once no image knows it
 */
export async function removeFile(placed: Placed): Promise<boolean> {
  if (placed.file === null) return true
  if (placed.folder !== (await isoFolder()).instance) return false
  try {
    await unlink(await pathOf(placed))
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'ENOENT') throw fault
  }
  return true
}
