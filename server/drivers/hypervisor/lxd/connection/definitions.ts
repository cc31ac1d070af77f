import { deviceRejected } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import type { Definitions } from '../../definition-types.ts'
import type { DomainSpec } from '../../domain-types.ts'
import type { LxdNode } from '../lxd-node.ts'
import { replaceInstance } from '../replace.ts'
import { unavailable } from '../unavailable.ts'

/** Definitions of containers in LXD, which running ones take over at once. */
export function definitions(node: LxdNode): Definitions {
  const { instances, definitions, rules } = node

  const redefine = (spec: DomainSpec, signal: AbortSignal) =>
    node.do(signal, async () => {
      await definitions.define(spec, signal)
      return null
    })

  return {
    defineDomain: (spec, signal) => node.do(signal, () => definitions.define(spec, signal)),
    undefineDomain: (internalName, signal) => node.do(signal, () => definitions.undefine(internalName, signal)),
    replaceDomain: (spec, signal) => node.do(signal, () => replaceInstance(node, spec, signal)),

    setNetworkRules: (internalName, interfaces, limits, signal) =>
      node.do(signal, async () => {
        if (!(await instances.find(internalName, signal))) return
        await rules.set(internalName, interfaces, limits, new Map(), signal)
      }),

    changeDomain: (spec, signal) => node.do(signal, () => definitions.change(spec, signal)),
    changeInterfaces: redefine,
    changeDisks: redefine,
    changeMedium: async (_spec, signal) =>
      unavailable(signal, deviceRejected(msg`Containers have no drive for ISO images`)),
  }
}
