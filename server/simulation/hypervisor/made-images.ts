import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ImageRequest, MadeImage } from '../../drivers/hypervisor/image-types.ts'
import { nodePath } from '../../drivers/hypervisor/linux/paths.ts'
import { msg } from '../../shared/text.ts'
import { contentOf } from './disks/content.ts'
import { diskFull, nameFault, rejected } from './faults.ts'
import { storageMib, usedStorageMib } from './model.ts'
import { type DummyNode, need } from './node.ts'
import { isOn } from './state.ts'
import { volumeAt } from './volumes.ts'

/** Images of VMs are a header and a fingerprint of what is on the disk: so much is kept whole. */
export const SMALL_BYTES = 4096
const MIB = 2 ** 20

/** The first bytes of a qcow2 image (QEMU, docs/interop/qcow2.txt), followed by what tells its content. */
function imageBytes(size_mib: number, content: string): Buffer {
  const bytes = Buffer.alloc(SMALL_BYTES)
  bytes.writeUInt32BE(0x514649fb, 0)
  bytes.writeUInt32BE(3, 4)
  bytes.writeBigUInt64BE(BigInt(size_mib * MIB), 24)
  createHash('sha512').update(content).digest().copy(bytes, 104)
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
    const content = bytes.toString('base64')
    state.files[path] = { kind: 'image', size_bytes: bytes.length, sha256, virtual_mib: size_mib, content }
    onProgress(100)
    return { size_bytes: bytes.length, sha256, size_mib, frozen: domain && isOn(domain) ? node.isUp(domain) : null }
  })
}

/** Content of an image that was made of a VM, or was brought from another node. */
export async function openMadeImage(node: DummyNode, path: string, offset: number): Promise<Readable> {
  const file = (await node.store.read()).files[nodePath(path)]
  if (file?.kind !== 'image' || file.content === undefined) throw rejected(msg`There is no file at ${path} on the node`)
  return Readable.from([Buffer.from(file.content, 'base64').subarray(offset)])
}
