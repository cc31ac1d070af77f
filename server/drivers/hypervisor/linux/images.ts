import type { Readable } from 'node:stream'
import { deviceRejected, invalidInput, refused } from '../../../domain/shared/errors.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { unlessAborted } from '../../../shared/abort.ts'
import { Semaphore } from '../../../shared/semaphore.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import type { ImageSource } from '../image-types.ts'
import { requireContent } from './content.ts'
import { failed } from './failed.ts'
import { nodePath } from './paths.ts'

const mib = 1 << 20
/** Left free on the node besides the image itself. */
const reserveBytes = 64 * mib
const progressStepBytes = mib
/** Slowest disk we wait for when a checksum is computed. */
const readBytesPerS = 20 * mib

// One transfer of a file to a node at a time, whichever connection asked for it.
const underWay = new Map<string, Promise<void>>()

// A transfer holds one of the few sessions of a connection for long: the others are for questions.
const transfersAtOnce = 2
const places = new WeakMap<SshConnection, Semaphore>()

function placeOn(ssh: SshConnection, signal: AbortSignal): Promise<() => void> {
  const place = places.get(ssh) ?? new Semaphore(transfersAtOnce)
  places.set(ssh, place)
  return place.acquire(signal)
}

/**
 * Brings an image to the node: into a part file first, from where an earlier attempt stopped; then the checksum is
 * computed by the node, what it holds is looked at, and only then it gets its name, read-only, with its checksum beside it.
 * Asking for an image that is there costs two look-ups.
 */
export async function putImage(
  ssh: SshConnection,
  image: ImageSource,
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  nodePath(image.path)
  if (!/^[0-9a-f]{64}$/.test(image.sha256)) throw invalidInput(msg`An image needs its SHA-256 in hexadecimal`)
  const key = `${ssh.hostKey} ${image.path}`
  for (let other = underWay.get(key); other; other = underWay.get(key))
    await unlessAborted(
      other.catch(() => {}),
      signal,
    )
  const transfer = bring(ssh, image, onProgress, signal)
  underWay.set(key, transfer)
  try {
    await transfer
  } finally {
    underWay.delete(key)
  }
}

const partOf = ({ path, sha256 }: Pick<ImageSource, 'path' | 'sha256'>) => `${path}.${sha256.slice(0, 16)}.part`

/** Removes an image with its checksum and what an unfinished transfer has left of it; absent is fine. */
export async function removeImage(
  ssh: SshConnection,
  image: Pick<ImageSource, 'path' | 'sha256'>,
  signal: AbortSignal,
): Promise<void> {
  nodePath(image.path)
  await ssh.sftp(signal, async (files) => {
    for (const path of [image.path, `${image.path}.sha256`, partOf(image)]) await files.remove(path)
  })
}

async function bring(ssh: SshConnection, image: ImageSource, onProgress: (bytes: number) => void, signal: AbortSignal) {
  if (await alreadyThere(ssh, image, signal)) {
    onProgress(image.size_bytes)
    return
  }
  // Named after the content too: the rest of another image is never continued.
  const part = partOf(image)
  const release = await placeOn(ssh, signal)
  await transfer(ssh, image, part, onProgress, signal).finally(release)
  if ((await checksum(ssh, part, image.size_bytes, signal)) !== image.sha256) {
    await ssh.sftp(signal, (files) => files.remove(part))
    throw deviceRejected(
      msg`The checksum of the image does not match its catalogue entry: the image was removed from the node`,
    )
  }
  try {
    await requireContent(ssh, { path: part, size: image.size_bytes }, image.holds, signal)
  } catch (error) {
    await ssh.sftp(signal, (files) => files.remove(part))
    throw error
  }
  await nameImage(ssh, part, image, signal)
}

/** Gives a file that is whole the name of its image, read-only, with its checksum beside it. */
export const nameImage = (
  ssh: SshConnection,
  part: string,
  { path, sha256 }: Pick<ImageSource, 'path' | 'sha256'>,
  signal: AbortSignal,
): Promise<void> =>
  ssh.sftp(signal, async (files) => {
    await files.chmod(part, 0o444)
    await files.rename(part, path)
    await files.writeFile(`${path}.sha256`, Buffer.from(`${sha256}\n`), 0o444)
  })

async function alreadyThere(ssh: SshConnection, image: ImageSource, signal: AbortSignal): Promise<boolean> {
  const beside = `${image.path}.sha256`
  const [present, noted] = await ssh.sftp(signal, async (files) => {
    const found = await files.stat(image.path)
    const note = found && (await files.stat(beside)) ? (await files.read(beside, 64)).toString('latin1') : null
    return [found, note] as const
  })
  if (!present) return false
  // Without the note an earlier attempt stopped one step before its end, or the file was copied by hand.
  const found = noted ?? (await checksum(ssh, image.path, present.size, signal))
  if (present.kind === 'file' && present.size === image.size_bytes && found === image.sha256) {
    if (noted) return true
    // One that was copied by hand has not been checked yet.
    await requireContent(ssh, { path: image.path, size: image.size_bytes }, image.holds, signal)
    await ssh.sftp(signal, (files) => files.writeFile(beside, Buffer.from(`${image.sha256}\n`), 0o444))
    return true
  }
  throw deviceRejected(msg`Another file is already at ${cleanMessage(image.path)} on the node; disks may depend on it`)
}

async function transfer(
  ssh: SshConnection,
  image: ImageSource,
  part: string,
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  await ssh.sftp(signal, async (files) => {
    const found = await files.stat(part)
    const offset = found && found.kind === 'file' && found.size <= image.size_bytes ? found.size : 0
    const folder = part.slice(0, part.lastIndexOf('/')) || '/'
    const { free } = await files.space(folder)
    const needed = image.size_bytes - offset + reserveBytes
    if (free < needed) {
      throw deviceRejected(
        msg`The node has ${Math.floor(free / mib)} MiB free at ${cleanMessage(folder)}; the image needs ${Math.ceil(needed / mib)}`,
      )
    }
    onProgress(offset)
    if (offset === image.size_bytes && found) return
    const source = await image.open(offset, signal)
    let told = offset
    const tell = (bytes: number) => {
      if (bytes - told < progressStepBytes && bytes !== image.size_bytes) return
      told = bytes
      onProgress(bytes)
    }
    const data = bounded(source, image.size_bytes - offset, signal)
    const end = await files.writeStream(part, offset, 0o600, data, tell).finally(() => source.destroy())
    if (end !== image.size_bytes) {
      throw refused(msg`The source of the image ended after ${end} of ${image.size_bytes} bytes`)
    }
  })
}

/** SHA-256 of a file, computed by the node. */
export async function checksum(ssh: SshConnection, path: string, bytes: number, signal: AbortSignal): Promise<string> {
  const timeoutMs = 60_000 + Math.ceil(bytes / readBytesPerS) * 1000
  const result = await ssh.exec(['sha256sum', '--', path], { signal, timeoutMs })
  // A name with a backslash or a line end makes the line start with a backslash.
  const sum = /^\\?([0-9a-f]{64}) /.exec(result.stdout)?.[1]
  if (result.code !== 0 || !sum) throw failed('sha256sum', result)
  return sum
}

/** A source may not send more than it promised, and one that hangs does not outlive the signal. */
async function* bounded(source: Readable, limit: number, signal: AbortSignal): AsyncGenerator<Buffer> {
  // An abort is noticed here only.
  source.on('error', () => {})
  const chunks: AsyncIterator<Buffer> = source[Symbol.asyncIterator]()
  let left = limit
  for (;;) {
    const { done, value } = await unlessAborted(chunks.next(), signal)
    if (done) return
    left -= value.length
    if (left < 0) throw refused(msg`The image is larger than its catalogue entry states`)
    yield value
  }
}
