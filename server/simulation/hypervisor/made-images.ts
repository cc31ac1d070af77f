import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { deviceRejected } from '../../domain/shared/errors.ts'
import type { ImageRequest, MadeImage } from '../../drivers/hypervisor/image-types.ts'
import { nodePath } from '../../drivers/hypervisor/linux/paths.ts'
import { BEHIND_HEADER, sampleQcow2 } from '../../protocols/image-content/sample.ts'
import { msg } from '../../shared/text.ts'
import { contentOf } from './disks/content.ts'
import { diskFull, nameFault } from './faults.ts'
import { storageMib, usedStorageMib } from './model.ts'
import { type DummyNode, need } from './node.ts'
import { packed, unpacked } from './packed.ts'
import { isOn } from './state.ts'
import { volumeAt } from './volumes.ts'

/** A qcow2 image, with what tells its content where nothing else stands. */
function imageBytes(size_mib: number, content: string): Buffer {
  const bytes = sampleQcow2(size_mib)
  createHash('sha512').update(content).digest().copy(bytes, BEHIND_HEADER)
  return bytes
}

/** Makes an image of a disk as it is now. */
export function makeImage(
  node: DummyNode,
  name: string | null,
  { disk, to }: ImageRequest,
  onProgress: (percent: number) => void,
): Promise<MadeImage> {
  const path = nodePath(to)
  return node.store.update((state) => {
    const there = state.files[path]
    if (there?.kind === 'image')
      return { size_bytes: there.size_bytes, sha256: there.sha256, size_mib: there.virtual_mib, frozen: null }
    const { size_mib } = volumeAt(state, disk.path)
    const domain = name === null ? null : need(state, name)
    const free = storageMib(node.name) - usedStorageMib(node.name, state)
    if (free < 1 || (name !== null && nameFault(disk.path.split('/').at(-1) ?? '') === 'disk')) throw diskFull()
    const bytes = imageBytes(size_mib, JSON.stringify([...contentOf(state, disk.path)]))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const facts = { size_bytes: bytes.length, sha256, virtual_mib: size_mib }
    state.files[path] = { kind: 'image', ...facts, content: packed(bytes) }
    onProgress(100)
    return { size_bytes: bytes.length, sha256, size_mib, frozen: domain && isOn(domain) ? node.isUp(domain) : null }
  })
}

/** Content of an image that was made of a VM, or was brought from another node. */
export async function openMadeImage(node: DummyNode, path: string, offset: number): Promise<Readable> {
  const file = (await node.store.read()).files[nodePath(path)]
  if (file?.kind !== 'image' || file.content === undefined)
    throw deviceRejected(msg`There is no file at ${path} on the node`)
  const bytes = unpacked(file.content)
  return Readable.from([bytes.subarray(offset)])
}
