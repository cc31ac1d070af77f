import type { Consoles } from '../../console-types.ts'
import { noScreen, openConsole } from '../console.ts'
import type { LxdNode } from '../lxd-node.ts'
import { unavailable } from '../unavailable.ts'

/** Consoles of containers, which have no screen. */
export function consoles(node: LxdNode): Consoles {
  return {
    setVncPassword: async (_internalName, _password, signal) => unavailable(signal, noScreen()),
    changeSpice: async (_spec, signal) => unavailable(signal, noScreen()),

    async spicePort(_internalName, signal) {
      signal.throwIfAborted()
      return null
    },

    openVnc: async (_internalName, signal) => unavailable(signal, noScreen()),
    openSpice: async (_internalName, signal) => unavailable(signal, noScreen()),

    openSerial: (internalName, signal) =>
      node.do(signal, async () => {
        const { instance } = await node.instances.inside(internalName, signal)
        return openConsole(node.link, instance, signal)
      }),
  }
}
