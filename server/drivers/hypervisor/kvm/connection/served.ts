import type { Domain } from '../../../../protocols/libvirt/procedures.ts'
import type { ServedVolumes } from '../../served-types.ts'
import type { KvmNode } from '../kvm-node.ts'
import { pullVolume } from '../served/pull.ts'
import { serveVolumes } from '../served/serve.ts'

/** Volumes whose content is still on its way from the panel. */
export function servedVolumes(node: KvmNode): ServedVolumes {
  return {
    serveVolumes: (internalName, volumes, signal) =>
      node.do(signal, () => serveVolumes(node.ssh, internalName, volumes, signal)),

    pullVolume(internalName, disk, onPulled, signal) {
      const state = (domain: Domain) => node.domains.state(domain, signal)
      return node.do(signal, () => pullVolume({ ...node.looking(internalName, signal), state }, disk, onPulled))
    },
  }
}
