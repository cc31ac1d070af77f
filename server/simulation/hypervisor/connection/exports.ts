import type { Duplex } from 'node:stream'
import type { DiskExports } from '../../../drivers/hypervisor/backup-types.ts'
import type { DummyCalls } from '../calls.ts'
import { fillVolume } from '../disks/archives.ts'
import { endExport, exportDisks, exportVolume } from '../disks/exports.ts'
import { takes } from '../node.ts'

/** Reading and writing simulated disks. */
export const diskExports: DummyCalls<DiskExports> = {
  exportDisks(internalName, request, signal) {
    const keep = (stream: Duplex) => this.link.keep(stream)
    return this.link.do(takes.volume, signal, () => exportDisks(this.node, internalName, request, keep))
  },

  endExport(internalName, left, signal) {
    return this.link.do(takes.command, signal, () => endExport(this.node, internalName, left))
  },

  forgetCheckpoints(internalName, disks, signal) {
    return this.link.do(takes.command, signal, () => endExport(this.node, internalName, { disks, keep: null }))
  },

  exportVolume(volume, signal) {
    const keep = (stream: Duplex) => this.link.keep(stream)
    return this.link.do(takes.volume, signal, () => exportVolume(this.node, volume, keep))
  },

  fillVolume(path, archive, signal) {
    return this.link.do(takes.volume, signal, (either) => fillVolume(this.node, path, archive, either))
  },
}
