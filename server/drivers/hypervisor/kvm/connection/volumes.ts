import { nodeStorage } from '../../../storage/registry.ts'
import { writeSeed } from '../../linux/files.ts'
import type { Volumes } from '../../volume-types.ts'
import { copyDisks, dropCopies } from '../copy-disks.ts'
import { diskSize, growDisk } from '../disk-size.ts'
import type { KvmNode } from '../kvm-node.ts'
import { openFile } from '../make-image.ts'
import { createVolume, removeVolume } from '../volumes.ts'

/** Storages of the node, and the volumes and small files in them. */
export function volumes(node: KvmNode): Volumes {
  const { ssh } = node
  return {
    storage: (place) => nodeStorage(ssh, place, (signal, work) => node.do(signal, work)),
    createVolume: (volume, signal) => node.do(signal, () => createVolume(ssh, volume, signal)),

    growDisk: (internalName, disk, size_mib, signal) =>
      node.do(signal, async () => growDisk(await node.at(internalName, signal), disk, size_mib)),

    diskSize: (internalName, disk, signal) =>
      node.do(signal, async () => diskSize(await node.at(internalName, signal), disk)),

    copyDisks: (internalName, copies, signal) =>
      node.do(signal, async () => copyDisks(await node.known(internalName, signal), copies)),

    dropCopies: (internalName, copies, signal) =>
      node.do(signal, async () => dropCopies(await node.at(internalName, signal), copies)),

    deleteFile: (path, signal) => node.do(signal, () => removeVolume(ssh, path, signal)),
    writeSeed: (path, files, signal) => node.do(signal, () => writeSeed(ssh, path, files, signal)),
    openFile: (path, offset, signal) => node.do(signal, () => openFile(ssh, path, offset, signal)),
  }
}
