import { copyFile } from '../../linux/files.ts'
import type { DiskMoves } from '../../move-types.ts'
import type { KvmNode } from '../kvm-node.ts'
import { ensureLogFolder } from '../log.ts'
import { copyVolume } from '../move/convert.ts'
import { dropMove, moveDisk } from '../move/move-disk.ts'

/** Moving disks and copying files between storages. */
export function diskMoves(node: KvmNode): DiskMoves {
  const { ssh } = node
  return {
    moveDisk: (spec, move, onCopied, signal) =>
      node.do(signal, async () => {
        await moveDisk(node.looking(spec.internal_name, signal), move, onCopied)
        await ensureLogFolder(ssh, signal)
        await node.definitions.define(spec, signal)
      }),

    dropMove: (internalName, move, signal) => node.do(signal, () => dropMove(node.looking(internalName, signal), move)),

    copyVolume: (copy, onCopied, signal) => node.do(signal, () => copyVolume(ssh, copy, onCopied, signal)),
    copyFile: (from, to, signal) => node.do(signal, () => copyFile(ssh, from, to, signal)),
  }
}
