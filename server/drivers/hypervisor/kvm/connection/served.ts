import type { Domain } from '../../../../protocols/libvirt/procedures.ts'
import type { ServedVolumes } from '../../served-types.ts'
import type { KvmNode } from '../kvm-node.ts'
import { pullVolume } from '../served/pull.ts'
import { endRelay } from '../served/relay.ts'
import { serveVolumes } from '../served/serve.ts'

/** Volumes whose content is still on its way from the panel. */
export function servedVolumes(node: KvmNode): ServedVolumes {
  return {
    serveVolumes(internalName, volumes, signal) {
      const isOff = async (now: AbortSignal) => ((await node.domains.find(internalName, now))?.id ?? -1) < 0
      return node.do(signal, () => serveVolumes(node.ssh, internalName, volumes, isOff, signal))
    },

    pullVolume(internalName, disk, onPulled, signal) {
      const state = (domain: Domain) => node.domains.state(domain, signal)
      const at = { ...node.looking(internalName, signal), internalName, state }
      return node.do(signal, () => pullVolume(at, disk, onPulled))
    },

    releaseVolumes: (internalName, paths, signal) =>
      node.do(signal, async () => {
        for (const path of paths) await endRelay(node.ssh, internalName, path, signal)
      }),
  }
}
