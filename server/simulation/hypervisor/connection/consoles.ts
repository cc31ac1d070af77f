import { deviceRejected } from '../../../domain/shared/errors.ts'
import type { Consoles } from '../../../drivers/hypervisor/console-types.ts'
import { msg } from '../../../shared/text.ts'
import type { DummyCalls } from '../calls.ts'
import { changeSpice, setVncPassword, spicePort } from '../domains.ts'
import { need, takes } from '../node.ts'
import { isOn } from '../state.ts'

/** Screens and serial ports of simulated guests. */
export const consoles: DummyCalls<Consoles> = {
  setVncPassword(internalName, password, signal) {
    return this.link.do(takes.command, signal, () => setVncPassword(this.node, internalName, password))
  },

  changeSpice(spec, signal) {
    return this.link.do(takes.define, signal, () => changeSpice(this.node, spec))
  },

  spicePort(internalName, signal) {
    return this.link.do(takes.command, signal, () => spicePort(this.node, internalName))
  },

  openVnc(internalName, signal) {
    return this.link.do(takes.command, signal, async () => {
      const domain = need(await this.node.store.read(), internalName)
      if (!isOn(domain)) throw deviceRejected(msg`The VM is off and has no screen: start it first`)
      return this.link.keep(this.node.guests().openScreen(internalName, domain))
    })
  },

  openSpice(internalName, signal) {
    return this.link.do(takes.command, signal, async () => {
      const domain = need(await this.node.store.read(), internalName)
      if (!isOn(domain)) throw deviceRejected(msg`The VM is off and has no screen: start it first`)
      if (!domain.running?.spice || !domain.spec.spice)
        throw deviceRejected(msg`The VM was started without SPICE: it has it from its next start on`)
      return this.link.keep(this.node.guests().openSpice(internalName, domain, domain.spec.spice.password))
    })
  },

  openSerial(internalName, signal) {
    return this.link.do(takes.command, signal, async () => {
      const domain = need(await this.node.store.read(), internalName)
      if (!isOn(domain)) throw deviceRejected(msg`The VM is off and its serial port does not answer: start it first`)
      return this.link.keep(this.node.guests().openSerial(internalName, domain))
    })
  },
}
