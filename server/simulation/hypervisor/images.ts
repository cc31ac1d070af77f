import { createHash, type Hash } from 'node:crypto'
import { deviceRejected, invalidInput, refused } from '../../domain/shared/errors.ts'
import type { ImageSource } from '../../drivers/hypervisor/image-types.ts'
import { contentFault, diskBytes, HEAD_BYTES } from '../../protocols/image-content/content.ts'
import { msg } from '../../shared/text.ts'
import { diskFull, nameFault } from './faults.ts'
import { storageMib, usedStorageMib } from './model.ts'
import type { DummyNode } from './node.ts'
import { KEPT_BYTES, packed } from './packed.ts'

const MIB = 2 ** 20
/** What the state of a node has room for. */
const LITTLE = 4096

/** What arrived of an image: only its beginning is kept, and what checksum and size need. */
type Part = { hash: Hash; bytes: number; header: Buffer }

const parts = new Map<string, Part>()
const underWay = new Map<string, Promise<void>>()

/** Size of what is made of it, in MiB. */
const virtualMib = ({ header, bytes }: Part, { holds }: ImageSource): number =>
  Math.ceil(diskBytes(header, bytes, holds.kind === 'disk' ? holds.format : 'raw') / MIB)

/** Takes an image as a real node does: once, on from where a transfer broke, checked; but keeps only what it is. */
export async function takeImage(
  node: DummyNode,
  image: ImageSource,
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  if (!/^[0-9a-f]{64}$/.test(image.sha256)) throw invalidInput(msg`An image needs its SHA-256 in hexadecimal`)
  const key = `${node.name} ${image.path}`
  for (let other = underWay.get(key); other; other = underWay.get(key)) await other.catch(() => {})
  const transfer = bring(node, image, onProgress, signal)
  underWay.set(key, transfer)
  try {
    await transfer
  } finally {
    underWay.delete(key)
  }
}

/** Removes an image unless volumes stand on it, whose paths it answers. */
export function dropImage(node: DummyNode, path: string): Promise<string[]> {
  return node.store.update(({ files }) => {
    const above = Object.entries(files).flatMap(([name, file]) =>
      file.kind === 'volume' && file.backing === path ? [name] : [],
    )
    if (above.length === 0) delete files[path]
    return above
  })
}

async function bring(
  node: DummyNode,
  image: ImageSource,
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const state = await node.store.read()
  const present = state.files[image.path]
  if (present?.kind === 'image' && present.sha256 === image.sha256) return onProgress(image.size_bytes)
  if (present) throw deviceRejected(msg`Another file is already at ${image.path} on the node; disks may depend on it`)
  const free = storageMib(node.name) - usedStorageMib(node.name, state)
  if (free * MIB < image.size_bytes) throw diskFull()

  const key = `${node.name} ${image.path} ${image.sha256}`
  const part = parts.get(key) ?? { hash: createHash('sha256'), bytes: 0, header: Buffer.alloc(0) }
  parts.set(key, part)
  await receive(part, image, onProgress, signal)
  parts.delete(key)
  const sum = part.hash.digest('hex')
  if (sum !== image.sha256 || nameFault(image.path.split('/').at(-1) ?? '') === 'image') {
    throw deviceRejected(
      msg`The checksum of the image does not match its catalogue entry: the image was removed from the node`,
    )
  }
  const fault = contentFault(part.header.subarray(0, HEAD_BYTES), part.bytes, image.holds)
  if (fault) throw refused(fault)
  await node.store.update(({ files }) => {
    const { size_bytes, sha256 } = image
    const virtual_mib = virtualMib(part, image)
    const content = size_bytes <= KEPT_BYTES ? packed(part.header) : ''
    const isLittle = content !== '' && content.length <= LITTLE
    files[image.path] = { kind: 'image', size_bytes, sha256, virtual_mib, ...(isLittle && { content }) }
  })
}

async function receive(
  part: Part,
  image: ImageSource,
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  onProgress(part.bytes)
  if (part.bytes === image.size_bytes && part.bytes > 0) return
  const source = await image.open(part.bytes, signal)
  // A source may sit in an await of its own that nothing interrupts, so its end is not waited for.
  await new Promise<void>((resolve, reject) => {
    const giveUp = () => reject(signal.reason)
    signal.addEventListener('abort', giveUp, { once: true })
    source.once('end', resolve).once('error', reject)
    source.once('close', () => {
      signal.removeEventListener('abort', giveUp)
      resolve()
    })
    source.on('data', (bytes: Buffer) => {
      if (part.bytes + bytes.length > image.size_bytes) {
        reject(refused(msg`The image is larger than its catalogue entry states`))
        source.pause()
        return
      }
      if (part.header.length < KEPT_BYTES) part.header = Buffer.concat([part.header, bytes]).subarray(0, KEPT_BYTES)
      part.hash.update(bytes)
      part.bytes += bytes.length
      onProgress(part.bytes)
    })
    if (signal.aborted) giveUp()
  }).finally(() =>
    source
      .removeAllListeners('data')
      .on('error', () => {})
      .destroy(),
  )
  if (part.bytes !== image.size_bytes) {
    throw refused(msg`The source of the image ended after ${part.bytes} of ${image.size_bytes} bytes`)
  }
}
