import { refusalMessage } from '../../../../domain/node/capabilities.ts'
import { deviceRejected, refused } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import { deleteFile } from '../../linux/files.ts'
import type { Volumes } from '../../volume-types.ts'
import { copyContainer, dropContainerCopies } from '../copies.ts'
import { dropContent } from '../fill-volume.ts'
import type { LxdNode } from '../lxd-node.ts'
import { growRootDisk, rootDiskSize } from '../root-disk.ts'
import { writeSeed } from '../seed.ts'
import { unavailable } from '../unavailable.ts'
import { createVolume } from '../volumes.ts'

/** Volumes of containers, which lie in LXD's own storage pool, and small files on the node. */
export function volumes(node: LxdNode): Volumes {
  const { ssh } = node
  return {
    storage() {
      throw refused(refusalMessage('storages'))
    },

    createVolume: (volume, signal) => node.do(signal, () => createVolume(ssh, volume, signal)),

    growDisk: (internalName, disk, size_mib, signal) =>
      node.do(signal, async () => ({
        size_mib: await growRootDisk(node, internalName, disk.path, size_mib, signal),
        why: null,
      })),

    diskSize: (internalName, disk, signal) =>
      node.do(signal, () => rootDiskSize(node, internalName, disk.path, signal)),

    copyDisks: (internalName, copies, signal) =>
      node.do(signal, () => copyContainer(node, internalName, copies, signal)),
    dropCopies: (internalName, copies, signal) =>
      node.do(signal, () => dropContainerCopies(node, internalName, copies, signal)),

    deleteFile: (path, signal) =>
      node.do(signal, async () => {
        await dropContent(node, path, signal)
        await deleteFile(ssh, path, signal)
      }),
    writeSeed: (path, files, signal) => node.do(signal, () => writeSeed(ssh, path, files, signal)),

    openFile: async (_path, _offset, signal) =>
      unavailable(signal, deviceRejected(msg`Images cannot be made of containers yet`)),
  }
}
