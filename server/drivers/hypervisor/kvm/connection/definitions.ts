import { deviceRejected } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import type { Definitions } from '../../definition-types.ts'
import type { DomainSpec } from '../../domain-types.ts'
import { nodePath } from '../../linux/paths.ts'
import type { KvmNode } from '../kvm-node.ts'
import { ensureLogFolder, removeConsoleLog } from '../log.ts'

/** Definitions of domains in libvirt. */
export function definitions(node: KvmNode): Definitions {
  const { ssh, definitions } = node

  const defineDomain = (spec: DomainSpec, signal: AbortSignal) =>
    node.do(signal, async () => {
      await ensureLogFolder(ssh, signal)
      await definitions.define(spec, signal)
    })

  const undefineDomain = (internalName: string, signal: AbortSignal) =>
    node.do(signal, async () => {
      await definitions.undefine(internalName, signal)
      await removeConsoleLog(ssh, internalName, signal)
    })

  return {
    defineDomain,
    undefineDomain,

    async replaceDomain(spec, signal) {
      await undefineDomain(spec.internal_name, signal)
      await defineDomain(spec, signal)
    },

    setNetworkRules: (internalName, interfaces, limits, signal) =>
      node.do(signal, () => definitions.setNetworkRules(internalName, interfaces, limits, signal)),

    changeDomain: (spec, signal) =>
      node.do(signal, async () => {
        await ensureLogFolder(ssh, signal)
        return definitions.change(spec, signal)
      }),

    changeInterfaces: (spec, signal) =>
      node.do(signal, async () => {
        await ensureLogFolder(ssh, signal)
        return definitions.changeInterfaces(spec, signal)
      }),

    changeDisks: (spec, signal) =>
      node.do(signal, async () => {
        await ensureLogFolder(ssh, signal)
        return definitions.changeDisks(spec, signal)
      }),

    changeMedium: (spec, signal) =>
      node.do(signal, async () => {
        await ensureLogFolder(ssh, signal)
        const { medium } = spec
        if (medium && !(await ssh.sftp(signal, (files) => files.stat(nodePath(medium.path)))))
          throw deviceRejected(msg`The node does not have the ISO image ${medium.path}`)
        return definitions.changeMedium(spec, signal)
      }),
  }
}
