import type { Power } from '../../../drivers/hypervisor/power-types.ts'
import type { DummyCalls } from '../calls.ts'
import { resumeGuest } from '../captures.ts'
import { shutDown } from '../domains.ts'
import { takes } from '../node.ts'

/** Switching simulated domains on and off. */
export const power: DummyCalls<Power> = {
  startDomain(internalName, signal) {
    return this.link.do(takes.command, signal, (either) => this.node.switchOn(internalName, either))
  },

  shutdownDomain(internalName, graceMs, signal) {
    return this.link.do(takes.command, signal, (either) => shutDown(this.node, internalName, graceMs, either))
  },

  destroyDomain(internalName, signal) {
    return this.link.do(takes.destroy, signal, () => this.node.switchOff(internalName, 'stopped'))
  },

  continueDomain(internalName, signal) {
    return this.link.do(takes.command, signal, () => this.node.continue(internalName))
  },

  resumeDomain(internalName, memory, signal) {
    return this.link.do(takes.start, signal, () => resumeGuest(this.node, internalName, memory))
  },
}
