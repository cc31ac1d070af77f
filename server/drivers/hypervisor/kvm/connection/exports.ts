import type { DiskExports } from '../../backup-types.ts'
import { filesOnly } from '../../linux/messages.ts'
import type { KvmNode } from '../kvm-node.ts'

/** Reading and writing disks over NBD. */
export function diskExports(node: KvmNode): DiskExports {
  const { exports } = node
  return {
    exportDisks: (internalName, request, signal) => node.do(signal, () => exports.read(internalName, request, signal)),

    endExport: (internalName, left, signal) => node.do(signal, () => exports.end(internalName, left, signal)),

    forgetCheckpoints: (internalName, disks, signal) =>
      node.do(signal, () => exports.forget(internalName, disks, signal)),

    exportVolume: (volume, signal) => node.do(signal, () => exports.write(volume, signal)),

    async fillVolume(_path, _archive, signal) {
      signal.throwIfAborted()
      throw filesOnly()
    },
  }
}
