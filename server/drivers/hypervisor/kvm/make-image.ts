import type { Readable } from 'node:stream'
import { z } from 'zod'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import { refersElsewhere } from '../../../protocols/image-content/qcow2.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import type { ImageRequest, MadeImage } from '../image-types.ts'
import { failed } from '../linux/failed.ts'
import { aboveFloor, requireAbove } from '../linux/floor.ts'
import { checksum, nameImage } from '../linux/images.ts'
import { nodePath } from '../linux/paths.ts'
import { endWhileAsked } from '../linux/while-asked.ts'
import { clearIn } from '../utility-guest/clear.ts'
import { startUtilityGuest } from '../utility-guest/start.ts'
import type { UtilityBoot } from '../utility-types.ts'
import type { ServedExport } from './backup/serve-files.ts'
import { inspectImage } from './volumes.ts'

const mib = 1 << 20
/** Left free on the node besides the image: disks of VMs may grow in the same file system. */
const reserveBytes = 1024 * mib
/** The node looks through the maps of a disk to tell how much it holds. */
const MEASURE_MS = 120_000
/** Slowest compression that is waited for. */
const bytesPerS = 4 * mib

/** Not under its name before it is whole. */
const unfinished = (path: string) => `${nodePath(path)}.new`
/** What is to be cleared: raw, because qcow2 gives back whole clusters only, and what was removed would stay in the others. */
const uncleared = (path: string) => `${nodePath(path)}.clear`

/** An image that is there already; null when it is not. Without its checksum beside it, the last step of making it was not reached. */
export async function presentImage(ssh: SshConnection, path: string, signal: AbortSignal): Promise<MadeImage | null> {
  const found = await ssh.sftp(signal, (files) => files.stat(nodePath(path)))
  if (!found) return null
  const sha256 = await checksum(ssh, path, found.size, signal)
  await nameImage(ssh, path, { path, sha256 }, signal)
  return { ...(await described(ssh, path, signal)), sha256, frozen: null }
}

/** Leaves a sign on the node before anything else does, by which a later attempt knows that the export is one of its own. */
export const beginImage = (ssh: SshConnection, path: string, signal: AbortSignal): Promise<void> =>
  ssh.sftp(signal, (files) => files.writeFile(unfinished(path), Buffer.alloc(0), 0o600))

/** Whether an earlier attempt was broken off. */
export const hasBegun = async (ssh: SshConnection, path: string, signal: AbortSignal): Promise<boolean> =>
  (await ssh.sftp(signal, (files) => files.stat(unfinished(path)))) !== null

/** Removes what an earlier attempt has left. @returns whether there was something */
export const dropUnfinished = (ssh: SshConnection, path: string, signal: AbortSignal): Promise<boolean> =>
  ssh.sftp(signal, async (files) => {
    await files.remove(uncleared(path))
    return files.remove(unfinished(path))
  })

/** Removes an image with its checksum; absent is fine. */
export const removeMadeImage = (ssh: SshConnection, path: string, signal: AbortSignal): Promise<void> =>
  ssh.sftp(signal, async (files) => {
    for (const one of [nodePath(path), `${path}.sha256`]) await files.remove(one)
  })

/**
 * Reads the first disk of an export into a compressed image. The node does it by itself: what a guest has written is taken for raw bytes
 * and never for the header of an image.
 */
export async function convertExport(
  ssh: SshConnection,
  made: ServedExport,
  { to: path, clear }: Pick<ImageRequest, 'to' | 'clear'>,
  onProgress: (percent: number) => void,
  signal: AbortSignal,
): Promise<MadeImage> {
  const [disk] = made.disks
  if (!disk) throw deviceRejected(msg`There is no disk to make an image of`)
  const client = await disk.open(signal)
  const { size } = client
  client.close()
  const part = unfinished(path)
  const floor = { folder: path.slice(0, path.lastIndexOf('/')) || '/', bytes: reserveBytes }
  const source = `driver=raw,file.driver=nbd,file.server.type=unix,file.server.path=${disk.socket},file.export=${disk.export_name}`
  // What is cleared lies there as a raw copy besides.
  await requireAbove(ssh, floor, (await measured(ssh, source, signal)) * (clear ? 2 : 1), signal)
  const seconds = 600 + Math.ceil(size / bytesPerS)
  const convert = async (words: readonly string[], tell: (percent: number) => void) => {
    const argv = ['timeout', '-k', '2', String(seconds), 'nice', '-n', '10', 'qemu-img', 'convert', '-p', ...words]
    const end = await aboveFloor(ssh, floor, signal, (inner) => endWhileAsked(ssh, argv, tell, inner))
    if (end.code === 0) return
    const cause = await Promise.race([made.ended, Promise.resolve(null)])
    if (cause) throw cause
    throw end.code === 124
      ? deviceRejected(msg`The image was not made within ${Math.ceil(seconds / 60)} minutes`)
      : failed('qemu-img', { ...end, stdout: '' })
  }
  if (clear) {
    const whole = uncleared(path)
    await convert(['-O', 'raw', '--image-opts', source, whole], (percent) => onProgress(percent / 2))
    await clearFile(ssh, clear, whole, signal)
    await convert(['-c', '-f', 'raw', '-O', 'qcow2', whole, part], (percent) => onProgress(50 + percent / 2))
    await ssh.sftp(signal, (files) => files.remove(whole))
  } else await convert(['-c', '-O', 'qcow2', '--image-opts', source, part], onProgress)
  const facts = await described(ssh, part, signal)
  const sha256 = await checksum(ssh, part, facts.size_bytes, signal)
  await nameImage(ssh, part, { path, sha256 }, signal)
  return { ...facts, sha256, frozen: made.frozen }
}

/** @throws PanelError device_rejected also when something was found again that should be gone */
async function clearFile(ssh: SshConnection, boot: UtilityBoot, path: string, signal: AbortSignal): Promise<void> {
  const started = await startUtilityGuest(ssh, boot, { path, format: 'raw', access: 'write' }, signal)
  const { left } = await clearIn(started, signal)
  const [first] = left
  if (first) throw deviceRejected(msg`The image could not be cleared: ${cleanMessage(first.path)} is still there`)
}

async function described(ssh: SshConnection, path: string, signal: AbortSignal) {
  const info = await inspectImage(ssh, path, 'qcow2', signal)
  const found = await ssh.sftp(signal, (files) => files.stat(path))
  if (info['backing-filename'] !== undefined || info['format-specific']?.data['data-file'] !== undefined)
    throw deviceRejected(refersElsewhere())
  return { size_bytes: found?.size ?? 0, size_mib: Math.ceil(info['virtual-size'] / mib) }
}

/** The most that an image of what a disk holds takes before it is compressed; 0 where the node cannot tell, the floor is watched all the same. */
async function measured(ssh: SshConnection, source: string, signal: AbortSignal): Promise<number> {
  const argv = ['qemu-img', 'measure', '--output=json', '-O', 'qcow2', '--image-opts', source]
  const { code, stdout } = await ssh.exec(argv, { signal, timeoutMs: MEASURE_MS })
  return code === 0 ? (measurement.safeParse(jsonOf(stdout)).data?.required ?? 0) : 0
}

const measurement = z.object({ required: z.number().nonnegative() })

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** See `NodeConnection.openFile`. */
export async function openFile(
  ssh: SshConnection,
  path: string,
  offset: number,
  signal: AbortSignal,
): Promise<Readable> {
  const found = await ssh.sftp(signal, (files) => files.stat(nodePath(path)))
  if (found?.kind !== 'file') throw deviceRejected(msg`There is no file at ${cleanMessage(path)} on the node`)
  const { stream, stderr } = await ssh.spawn(['tail', '-c', `+${offset + 1}`, '--', path], signal)
  stderr.resume()
  stream.end()
  return stream
}
