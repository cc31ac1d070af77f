import type { DiskMoves } from '../../../drivers/hypervisor/move-types.ts'
import type { DummyCalls } from '../calls.ts'
import { copySmallFile, copyVolume, dropVolumeMove, moveVolume } from '../moves.ts'
import { takes } from '../node.ts'

/** Moving simulated disks between storages. */
export const diskMoves: DummyCalls<DiskMoves> = {
  moveDisk(spec, move, onCopied, signal) {
    return this.link.do(takes.define, signal, (either) => moveVolume(this.node, spec, move, onCopied, either))
  },

  dropMove(internalName, { to }, signal) {
    return this.link.do(takes.command, signal, () => dropVolumeMove(this.node, internalName, to))
  },

  copyVolume(copy, onCopied, signal) {
    return this.link.do(takes.volume, signal, (either) => copyVolume(this.node, copy, onCopied, either))
  },

  copyFile(from, to, signal) {
    return this.link.do(takes.command, signal, () => copySmallFile(this.node, from, to))
  },
}
