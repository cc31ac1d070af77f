import type { Power } from '../../power-types.ts'
import { noMemory } from '../captures.ts'
import type { LxdNode } from '../lxd-node.ts'
import { unavailable } from '../unavailable.ts'

/** Starting and stopping containers. */
export function power(node: LxdNode): Power {
  const { power } = node
  return {
    startDomain: (internalName, signal) => node.do(signal, () => power.start(internalName, signal)),

    shutdownDomain: (internalName, graceMs, signal) =>
      node.do(signal, () => power.shutdown(internalName, graceMs, signal)),

    destroyDomain: (internalName, signal) => node.do(signal, () => power.destroy(internalName, signal)),

    /** Containers do not stand still: their programs get the fault. */
    continueDomain: async (_internalName, signal) => signal.throwIfAborted(),

    resumeDomain: async (_internalName, _memory, signal) => unavailable(signal, noMemory()),
  }
}
