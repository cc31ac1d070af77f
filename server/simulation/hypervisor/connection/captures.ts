import type { Captures } from '../../../drivers/hypervisor/capture-types.ts'
import type { DummyCalls } from '../calls.ts'
import { captureVolumes, dropVolumeCapture, revertVolume } from '../captures.ts'
import { takes } from '../node.ts'

/** Former states of simulated disks. */
export const captures: DummyCalls<Captures> = {
  captureDisks(internalName, capture, freeze, signal) {
    return this.link.do(takes.volume, signal, () => captureVolumes(this.node, internalName, capture, freeze))
  },

  revertDisk(internalName, name, disk, signal) {
    return this.link.do(takes.volume, signal, () => revertVolume(this.node, internalName, name, disk))
  },

  dropCapture(_internalName, capture, signal) {
    return this.link.do(takes.command, signal, () => dropVolumeCapture(this.node, capture))
  },
}
