import { deviceRejected } from '../../domain/shared/errors.ts'
import type { Capture, DomainDisk } from '../../drivers/hypervisor/domain-types.ts'
import { nodePath } from '../../drivers/hypervisor/linux/paths.ts'
import { msg } from '../../shared/text.ts'
import { isRead } from './disks/exports.ts'
import { diskFull, nameFault } from './faults.ts'
import { storageMib, usedStorageMib } from './model.ts'
import { type DummyNode, need, runsFrom } from './node.ts'
import { domainOf, isOn } from './state.ts'
import { volumeAt } from './volumes.ts'

/** Keeps what the disks have now, and with memory what the guest has. What is whole is kept. */
export function captureVolumes(node: DummyNode, name: string, capture: Capture, freeze: boolean) {
  return node.store.update((state): { frozen: boolean | null } => {
    const domain = need(state, name)
    const { memory } = capture
    if (memory !== null && !isOn(domain)) throw deviceRejected(msg`The VM is off and has no memory to keep`)
    const disks = capture.disks.map(({ path }) => volumeAt(state, path))
    const there = memory === null || Object.hasOwn(state.files, memory)
    if (there && disks.every(({ captures }) => captures && Object.hasOwn(captures, capture.name)))
      return { frozen: null }
    if (isRead(domain)) throw deviceRejected(msg`The disks of the VM are already being read`)
    if (nameFault(name) === 'disk') throw diskFull()
    for (const disk of disks)
      disk.captures = {
        ...disk.captures,
        [capture.name]: structuredClone({
          size_mib: disk.size_mib,
          guest: domain.guest,
          ...(disk.blocks && { blocks: disk.blocks }),
          ...(disk.archive !== undefined && { archive: disk.archive }),
        }),
      }
    if (memory !== null && domain.running) {
      const { ram_mib } = domain.running
      if (storageMib(node.name) - usedStorageMib(node.name, state) < ram_mib) throw diskFull()
      const kept = { guest: structuredClone(domain.guest), running: domain.running }
      state.files[nodePath(memory)] = { kind: 'memory', size_mib: ram_mib, ...kept }
    }
    return { frozen: freeze && memory === null && isOn(domain) ? node.isUp(domain) : null }
  })
}

/** Gives one disk back what it had; what a guest has is on its first disk. */
export function revertVolume(node: DummyNode, name: string, capture: string, disk: DomainDisk): Promise<number> {
  return node.store.update((state) => {
    const domain = need(state, name)
    if (isOn(domain)) throw deviceRejected(msg`The disks of a running VM cannot be reverted: shut it down first`)
    const volume = volumeAt(state, disk.path)
    const kept = volume.captures && Object.hasOwn(volume.captures, capture) ? volume.captures[capture] : undefined
    if (!kept) throw deviceRejected(msg`The disk ${disk.path} does not have the state ${capture} any more`)
    volume.size_mib = kept.size_mib
    if (kept.blocks) volume.blocks = structuredClone(kept.blocks)
    else delete volume.blocks
    if (kept.archive !== undefined) volume.archive = kept.archive
    // What tracked its changes is wrong from now on.
    delete volume.checkpoints
    if (domain.spec.disks[0]?.path === disk.path) domain.guest = structuredClone(kept.guest)
    return volume.size_mib
  })
}

/** Removes a kept state; one that is not there is removed already. */
export function dropVolumeCapture(node: DummyNode, { name, disks, memory }: Capture): Promise<void> {
  return node.store.update(({ files }) => {
    for (const { path } of disks) {
      const file = files[path]
      if (file?.kind === 'volume' && file.captures) delete file.captures[name]
    }
    if (memory !== null) delete files[memory]
  })
}

/** Lets a guest go on where its memory was kept. */
export async function resumeGuest(node: DummyNode, name: string, memory: string): Promise<void> {
  await node.store.update((state) => {
    const domain = domainOf(state, name)
    if (!domain || isOn(domain)) return void need(state, name)
    const file = state.files[memory]
    if (file?.kind !== 'memory') throw deviceRejected(msg`The memory of the VM is no longer at ${memory} on the node`)
    domain.guest = structuredClone(file.guest)
    runsFrom(state, domain, file.running)
  })
}
