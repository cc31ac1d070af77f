import type { Readings } from '../../../drivers/hypervisor/reading-types.ts'
import type { DummyCalls } from '../calls.ts'
import { consoleText } from '../console-log.ts'
import { domainInfo, domainSizes, domainStats, listDomains, packetCounters } from '../domains.ts'
import { takes } from '../node.ts'
import { domainOf } from '../state.ts'

/** What a simulated node says about its domains. */
export const readings: DummyCalls<Readings> = {
  domains(signal) {
    return this.link.do(takes.command, signal, () => listDomains(this.node))
  },

  domain(internalName, signal) {
    return this.link.do(takes.command, signal, () => domainInfo(this.node, internalName))
  },

  stats(signal) {
    return this.link.do(takes.command, signal, () => domainStats(this.node))
  },

  domainSizes(internalName, signal) {
    return this.link.do(takes.command, signal, () => domainSizes(this.node, internalName))
  },

  packetCounters(internalName, signal) {
    return this.link.do(takes.command, signal, () => packetCounters(this.node, internalName))
  },

  onDomainEvent(listener) {
    return this.link.onEvent(listener)
  },

  hypervisorLog(internalName, signal) {
    return this.link.do(takes.command, signal, async () =>
      domainOf(await this.node.store.read(), internalName)?.state === 'crashed'
        ? 'The simulated guest ended with an internal fault of its processor\n'
        : '',
    )
  },

  consoleLog(internalName, signal) {
    return this.link.do(takes.command, signal, async () => {
      const state = await this.node.store.read()
      const domain = domainOf(state, internalName)
      return domain ? consoleText(domain, state) : null
    })
  },
}
