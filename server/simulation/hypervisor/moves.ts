import { deviceRejected, refused } from '../../domain/shared/errors.ts'
import type { DomainSpec } from '../../drivers/hypervisor/domain-types.ts'
import type { DiskMove, OnCopied, VolumeCopy, Where } from '../../drivers/hypervisor/move-types.ts'
import { msg } from '../../shared/text.ts'
import { defineDomain } from './domains.ts'
import { diskFull, nameFault } from './faults.ts'
import { storageMib, usedStorageMib, VOLUME_FILL } from './model.ts'
import { type DummyNode, need, takes } from './node.ts'
import { type DummyFile, domainOf, type NodeState } from './state.ts'
import { volumeKey } from './volume-path.ts'
import { volumeAt } from './volumes.ts'

const MIB = 1 << 20
/** What a copy does at full speed, in bytes a second. */
const FULL_SPEED = 400 * MIB
/** How often the progress of a copy is reported, in milliseconds; at least so many times all the same. */
const TELL_MS = 1_000
const STEPS = 10

const unfinished = (path: string) => `${path}.new`

/** Room for a copy is taken at once, as by the volume that a real node makes first. */
async function begin(node: DummyNode, to: string, size_mib: number): Promise<void> {
  await node.store.update((state) => {
    delete state.files[volumeKey(to)]
    delete state.files[unfinished(to)]
    const free = storageMib(node.name) - usedStorageMib(node.name, state)
    if (free < size_mib * VOLUME_FILL || nameFault(to.split('/').at(-1) ?? '') === 'disk') throw diskFull()
    state.files[unfinished(to)] = { kind: 'volume', size_mib, backing: null }
  })
}

/** Copies what a volume is filled with, no faster than `limit` bytes a second. */
async function copying(
  node: DummyNode,
  { size_mib, limit }: { size_mib: number; limit: number | null },
  onCopied: OnCopied,
  signal: AbortSignal,
): Promise<void> {
  const all = size_mib * MIB
  const ms = (1000 * all * VOLUME_FILL) / Math.min(limit ?? FULL_SPEED, FULL_SPEED)
  const steps = Math.max(STEPS, Math.ceil(ms / TELL_MS))
  for (let step = 0; step <= steps; step++) {
    await node.pause(Math.max(takes.command, ms / steps), signal)
    onCopied((all * step) / steps, all)
  }
}

/** What is left of a copy becomes the volume. */
function finish(state: NodeState, to: string, source: DummyFile & { kind: 'volume' }, keepsImage: boolean): void {
  const { checkpoints: _, captures: __, ...copied } = structuredClone(source)
  delete state.files[unfinished(to)]
  state.files[volumeKey(to)] = { ...copied, backing: keepsImage ? copied.backing : null }
}

/** Moves a disk of a domain; what a guest has stays the same. */
export async function moveVolume(
  node: DummyNode,
  spec: DomainSpec,
  { disk, to, keepsImage, limit }: DiskMove,
  onCopied: OnCopied,
  signal: AbortSignal,
): Promise<void> {
  const state = await node.store.read()
  const domain = need(state, spec.internal_name)
  const has = (path: string) => domain.spec.disks.some((one) => one.path === path)
  if (!has(to)) {
    if (!has(disk.path))
      throw deviceRejected(msg`The VM has another disk at ${disk.target_dev} than the panel knows: nothing was copied`)
    const source = volumeAt(state, disk.path)
    if (Object.keys(source.captures ?? {}).length > 0)
      throw deviceRejected(msg`The disk holds the states of snapshots, which a copy would lose: delete them first`)
    await begin(node, to, source.size_mib)
    await copying(node, { size_mib: source.size_mib, limit }, onCopied, signal)
  }
  // In one step, as a node changes over.
  await node.store.update((now) => {
    const moved = need(now, spec.internal_name)
    if (moved.spec.disks.some(({ path }) => path === to)) return
    finish(now, to, volumeAt(now, disk.path), keepsImage)
    const disks = moved.spec.disks.map((one) => (one.path === disk.path ? { ...one, path: to } : one))
    moved.spec = { ...moved.spec, disks }
  })
  await defineDomain(node, spec)
}

/** Ends a move; answers which volume the domain has. */
export function dropVolumeMove(node: DummyNode, name: string, to: string): Promise<Where> {
  return node.store.update((state): Where => {
    delete state.files[unfinished(to)]
    if (domainOf(state, name)?.spec.disks.some(({ path }) => path === to)) return 'new'
    delete state.files[volumeKey(to)]
    return 'old'
  })
}

/** Makes a volume from a file. */
export async function copyVolume(
  node: DummyNode,
  { from, to, keepsImage, limit, within }: VolumeCopy,
  onCopied: OnCopied,
  signal: AbortSignal,
): Promise<void> {
  const source = (await node.store.read()).files[volumeKey(from.path)]
  if (within && !within.some((folder) => from.path.startsWith(`${folder}/`)))
    throw deviceRejected(msg`${from.path} leads to a file outside the folders of images`)
  if (!source) throw deviceRejected(msg`The node has no file ${from.path}`)
  const volume = asVolume(source)
  if (!volume) throw deviceRejected(msg`${from.path} on the node is no file`)
  if (volume.size_mib > to.size_mib)
    throw refused(
      msg`The image needs a disk of at least ${volume.size_mib} MiB, and at most ${to.size_mib} MiB are allowed for it`,
    )
  await begin(node, to.path, to.size_mib)
  await copying(node, { size_mib: to.size_mib, limit }, onCopied, signal)
  await node.store.update((state) => finish(state, to.path, { ...volume, size_mib: to.size_mib }, keepsImage))
}

/** What a disk has that is made of a file. */
function asVolume(file: DummyFile): (DummyFile & { kind: 'volume' }) | null {
  if (file.kind === 'volume') return file
  return file.kind === 'image' ? { kind: 'volume', size_mib: file.virtual_mib, backing: null } : null
}

/** Copies a seed. */
export async function copySmallFile(node: DummyNode, from: string, to: string): Promise<void> {
  await node.store.update(({ files }) => {
    const found = files[volumeKey(from)]
    if (found?.kind !== 'seed') throw deviceRejected(msg`${from} on the node is missing, or is no small file`)
    files[volumeKey(to)] = structuredClone(found)
  })
}
