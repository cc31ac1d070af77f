import type { Power } from '../../power-types.ts'
import type { KvmNode } from '../kvm-node.ts'
import { resumeDomain } from '../snapshots/memory.ts'

/** Starting and stopping domains; readings of their disks are ended first. */
export function power(node: KvmNode): Power {
  const { power, exports } = node
  return {
    startDomain(internalName, signal) {
      const start = () => power.start(internalName, signal)
      return node.do(signal, () => exports.start(internalName, signal, start))
    },

    shutdownDomain(internalName, graceMs, signal) {
      const onChange = (listener: () => void) =>
        node.onEvent((event) => {
          if (event.internal_name === internalName) listener()
        })
      return node.do(signal, async () => {
        await exports.giveWay(internalName, signal)
        await power.shutdown(internalName, graceMs, onChange, signal)
      })
    },

    destroyDomain: (internalName, signal) =>
      node.do(signal, async () => {
        await exports.giveWay(internalName, signal)
        await power.destroy(internalName, signal)
      }),

    continueDomain: (internalName, signal) => node.do(signal, () => power.continue(internalName, signal)),

    resumeDomain: (internalName, memory, signal) =>
      node.do(signal, async () => resumeDomain(await node.known(internalName, signal), memory)),
  }
}
