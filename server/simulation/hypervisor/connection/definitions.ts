import type { Definitions } from '../../../drivers/hypervisor/definition-types.ts'
import type { DummyCalls } from '../calls.ts'
import {
  changeDisks,
  changeDomain,
  changeInterfaces,
  changeMedium,
  defineDomain,
  setNetworkRules,
  undefineDomain,
} from '../domains.ts'
import { takes } from '../node.ts'

/** Definitions of simulated domains. */
export const definitions: DummyCalls<Definitions> = {
  defineDomain(spec, signal) {
    return this.link.do(takes.define, signal, () => defineDomain(this.node, spec))
  },

  undefineDomain(internalName, signal) {
    return this.link.do(takes.define, signal, () => undefineDomain(this.node, internalName))
  },

  async replaceDomain(spec, signal) {
    await this.undefineDomain(spec.internal_name, signal)
    await this.defineDomain(spec, signal)
  },

  setNetworkRules(internalName, interfaces, limits, signal) {
    return this.link.do(takes.define, signal, () => setNetworkRules(this.node, internalName, interfaces, limits))
  },

  changeDomain(spec, signal) {
    return this.link.do(takes.define, signal, () => changeDomain(this.node, spec))
  },

  changeInterfaces(spec, signal) {
    return this.link.do(takes.define, signal, () => changeInterfaces(this.node, spec))
  },

  changeDisks(spec, signal) {
    return this.link.do(takes.define, signal, () => changeDisks(this.node, spec))
  },

  changeMedium(spec, signal) {
    return this.link.do(takes.define, signal, () => changeMedium(this.node, spec))
  },
}
