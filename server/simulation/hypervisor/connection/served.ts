import type { ServedVolumes } from '../../../drivers/hypervisor/served-types.ts'
import type { DummyCalls } from '../calls.ts'
import { pullVolume, serveVolumes } from '../disks/served.ts'
import { takes } from '../node.ts'

/** Simulated volumes whose content is still on its way from the panel. */
export const servedVolumes: DummyCalls<ServedVolumes> = {
  serveVolumes(_internalName, volumes, signal) {
    return this.link.do(takes.command, signal, () => serveVolumes(this.node, volumes, signal))
  },

  pullVolume(_name, { path }, onPulled, signal) {
    return this.link.do(takes.command, signal, () => pullVolume(this.node, path, onPulled))
  },

  releaseVolumes(_name, _paths, signal) {
    return this.link.do(takes.command, signal, async () => {})
  },
}
