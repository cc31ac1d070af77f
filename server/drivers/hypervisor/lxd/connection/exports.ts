import { refusalMessage } from '../../../../domain/node/capabilities.ts'
import { refused } from '../../../../domain/shared/errors.ts'
import type { DiskExports } from '../../backup-types.ts'
import { endContainerExport, exportContainer } from '../exports.ts'
import { fillVolume } from '../fill-volume.ts'
import type { LxdNode } from '../lxd-node.ts'
import { unavailable } from '../unavailable.ts'

/** Files of containers, which LXD reads and writes as archives. */
export function diskExports(node: LxdNode): DiskExports {
  return {
    exportDisks: (internalName, request, signal) =>
      node.do(signal, () => exportContainer(node, internalName, request, signal)),

    endExport: (internalName, _left, signal) => node.do(signal, () => endContainerExport(node, internalName, signal)),

    /** There are none. */
    forgetCheckpoints: async (_internalName, _disks, signal) => signal.throwIfAborted(),

    exportVolume: async (_volume, signal) => unavailable(signal, refused(refusalMessage('disk_export'))),

    fillVolume: (path, archive, signal) => node.do(signal, () => fillVolume(node, path, archive, signal)),
  }
}
