import { deviceRejected } from '../../domain/shared/errors.ts'
import type { DiskCopy } from '../../drivers/hypervisor/domain-types.ts'
import type { VolumeSpec } from '../../drivers/hypervisor/volume-types.ts'
import { msg } from '../../shared/text.ts'
import { runsContainers } from './container-nodes.ts'
import { blocksOf, imageContent } from './disks/content.ts'
import { diskFull, nameFault } from './faults.ts'
import { storageMib, usedStorageMib, VOLUME_FILL } from './model.ts'
import { type DummyNode, need } from './node.ts'
import { unpacked } from './packed.ts'
import { isOn, type NodeState } from './state.ts'
import { volumeKey } from './volume-path.ts'

const ROOTS = ['/', '/var', '/var/lib', '/srv', '/home', '/mnt']

/** A directory that every system has, or that was made, or that one lies in. */
export const directoryExists = (state: NodeState, path: string): boolean =>
  ROOTS.includes(path) || state.directories.some((known) => known === path || known.startsWith(`${path}/`))

/** Makes a volume, empty or over an image. The same again is a no-op; another one in its place is refused. */
export function makeVolume(node: DummyNode, volume: VolumeSpec): Promise<void> {
  const path = volumeKey(volume.path)
  const from = volume.backing?.path ?? null
  const backing = volume.copied ? null : from
  return node.store.update((state) => {
    const present = state.files[path]
    if (present?.kind === 'volume' && present.size_mib === volume.size_mib && present.backing === backing) return
    if (present) throw deviceRejected(msg`Another file is already at ${path} on the node`)
    const image = from === null ? null : state.files[from]
    if (from !== null && image?.kind !== 'image') throw deviceRejected(msg`There is no image at ${from} on the node`)
    if (image?.kind === 'image' && image.virtual_mib > volume.size_mib) {
      throw deviceRejected(
        msg`The image needs a disk of at least ${image.virtual_mib} MiB, this one has ${volume.size_mib}`,
      )
    }
    const free = storageMib(node.name) - usedStorageMib(node.name, state)
    if (free < volume.size_mib * VOLUME_FILL || nameFault(path.split('/').at(-1) ?? '') === 'disk') throw diskFull()
    const blocks = volume.copied && image?.kind === 'image' ? { blocks: blocksOf(imageContent(image)) } : {}
    const content = runsContainers(node.name) && image?.kind === 'image' ? image.content : undefined
    const archive = content === undefined ? {} : { archive: unpacked(content).toString('base64') }
    const served = volume.served ? { served: 'waits' as const } : {}
    state.files[path] = { kind: 'volume', size_mib: volume.size_mib, backing, ...blocks, ...archive, ...served }
  })
}

/** A disk at a path. @throws PanelError device_rejected when there is none */
export const volumeAt = (state: NodeState, path: string) => {
  const file = state.files[volumeKey(path)]
  if (file?.kind !== 'volume') throw deviceRejected(msg`There is no disk at ${path} on the node`)
  return file
}

/** Size of a volume in MiB. */
export const volumeSize = async (node: DummyNode, path: string): Promise<number> =>
  volumeAt(await node.store.read(), path).size_mib

/** Grows a volume, also of a running VM; one that is as large or larger stays as it is. */
export function growVolume(node: DummyNode, path: string, size_mib: number) {
  return node.store.update((state) => {
    const volume = volumeAt(state, path)
    const more = size_mib - volume.size_mib
    const free = storageMib(node.name) - usedStorageMib(node.name, state)
    if (more > 0 && free < more * VOLUME_FILL) throw diskFull()
    volume.size_mib = Math.max(volume.size_mib, size_mib)
    return { size_mib: volume.size_mib, why: null }
  })
}

/** Copies disks of a domain, with what its guest has on the first of them. */
export function copyVolumes(
  node: DummyNode,
  name: string,
  copies: readonly DiskCopy[],
): Promise<{ frozen: boolean | null }> {
  return node.store.update((state) => {
    const domain = need(state, name)
    const frozen = isOn(domain) ? node.isUp(domain) : null
    if (copies.every(({ to }) => state.files[to])) return { frozen }
    const free = storageMib(node.name) - usedStorageMib(node.name, state)
    for (const [n, { from, to }] of copies.entries()) {
      const file = volumeAt(state, from)
      if (free < file.size_mib * VOLUME_FILL || nameFault(to.split('/').at(-1) ?? '') === 'disk') throw diskFull()
      const { checkpoints: _, captures: __, ...copied } = structuredClone(file)
      state.files[volumeKey(to)] = { ...copied, ...(n === 0 && { guest: structuredClone(domain.guest) }) }
    }
    return { frozen }
  })
}

/** Removes copies that are there. */
export const dropVolumes = (node: DummyNode, copies: readonly DiskCopy[]): Promise<void> =>
  node.store.update(({ files }) => {
    for (const { to } of copies) delete files[to]
  })
