import { deviceRejected } from '../../../domain/shared/errors.ts'
import { type Domain, procedures } from '../../../protocols/libvirt/procedures.ts'
import { settleAll } from '../../../shared/settle-all.ts'
import { msg, type Text } from '../../../shared/text.ts'
import type { DomainLimits, DomainSpec, InterfaceSpec, Waiting } from '../domain-types.ts'
import type { NodeRules } from '../packets/node-rules.ts'
import { plugDisks } from './change-disks.ts'
import { cutOff, plugInterfaces } from './change-interfaces.ts'
import { putIntoDrive, requireDrive } from './change-medium.ts'
import { changeRunning } from './change-running.ts'
import { spiceXml } from './domain-screens.ts'
import { domainXml } from './domain-xml.ts'
import type { Domains } from './domains.ts'
import type { LibvirtLink } from './libvirt-link.ts'
import { liveDevices, renewedDefinition } from './packets/old-definitions.ts'
import { removeOldFilters } from './packets/old-filters.ts'
import { unlessGone } from './unless-gone.ts'

// virDomainUndefineFlagsValues: saved state, snapshots, firmware variables and checkpoints go with the definition.
const undefineAll = 1 | 2 | 4 | 16
// virDomainXMLFlags: with passwords; the definition, also of a running domain.
const xmlSecure = 1
const xmlInactive = 2
const modifyLive = 1

/** Definitions of domains with their packet filters, and what of them a running domain takes over at once. */
export class DomainDefinitions {
  readonly #link: LibvirtLink
  readonly #rules: NodeRules
  readonly #domains: Domains

  constructor(link: LibvirtLink, rules: NodeRules, domains: Domains) {
    this.#link = link
    this.#rules = rules
    this.#domains = domains
  }

  async define(spec: DomainSpec, signal: AbortSignal): Promise<void> {
    const xml = domainXml(spec)
    const { internal_name, interfaces, limits } = spec
    const before = await this.#domains.find(internal_name, signal)
    const rules = this.#setRules(before, internal_name, interfaces, limits, signal)
    // Before the definition, so that it never starts without them; where it has none, earlier ones go at the same time.
    if (interfaces.some(({ filter }) => filter)) await rules
    await settleAll([rules, this.#link.call(procedures.defineXml, { xml, flags: 0 }, signal)])
  }

  async change(spec: DomainSpec, signal: AbortSignal): Promise<Waiting[]> {
    await this.define(spec, signal)
    const domain = await this.#domains.require(spec.internal_name, signal)
    return domain.id < 0 ? [] : changeRunning({ link: this.#link, domain, signal }, spec)
  }

  async changeInterfaces(spec: DomainSpec, signal: AbortSignal): Promise<Text | null> {
    const { internal_name, interfaces, limits } = spec
    const before = await this.#domains.find(internal_name, signal)
    const running = before && before.id >= 0 ? { link: this.#link, domain: before, signal } : null
    // What goes is cut off while its filters still hold.
    if (running) await cutOff(running, interfaces)
    await this.define(spec, signal)
    if (!running) return null
    const waiting = await plugInterfaces(running, internal_name, interfaces)
    // Limits of traffic sit on interfaces, which exist from now on.
    await this.#setRules(before, internal_name, interfaces, limits, signal)
    return waiting
  }

  async changeDisks(spec: DomainSpec, signal: AbortSignal): Promise<Text | null> {
    await this.define(spec, signal)
    const domain = await this.#domains.require(spec.internal_name, signal)
    return domain.id < 0 ? null : plugDisks({ link: this.#link, domain, signal }, spec)
  }

  async changeMedium(spec: DomainSpec, signal: AbortSignal): Promise<Text | null> {
    requireDrive(spec)
    await this.define(spec, signal)
    const domain = await this.#domains.require(spec.internal_name, signal)
    return domain.id < 0 ? null : putIntoDrive({ link: this.#link, domain, signal }, spec)
  }

  async changeSpice(spec: DomainSpec, signal: AbortSignal): Promise<boolean> {
    await this.define(spec, signal)
    const domain = await this.#domains.require(spec.internal_name, signal)
    if (domain.id < 0) return false
    const { spice } = await this.#domains.screens(domain, signal)
    if (spice && spec.spice) {
      // The running device keeps what it may do: only its password can be changed.
      const xml = spiceXml({ ...spec.spice, extras: spice.extras })
      await this.#link.call(procedures.updateDevice, { domain, xml, flags: modifyLive }, signal)
    }
    return spice?.extras !== spec.spice?.extras
  }

  async setNetworkRules(
    name: string,
    interfaces: readonly InterfaceSpec[],
    limits: DomainLimits,
    signal: AbortSignal,
  ): Promise<void> {
    const domain = await this.#domains.find(name, signal)
    if (!domain) return
    await this.#setRules(domain, name, interfaces, limits, signal)
    // A definition by an earlier version of the panel.
    const xml = await this.#link.call(procedures.domainXml, { domain, flags: xmlSecure | xmlInactive }, signal)
    const renewed = renewedDefinition(name, xml)
    if (renewed) await this.#link.call(procedures.defineXml, { xml: renewed, flags: 0 }, signal)
    await removeOldFilters(this.#link, name, signal)
  }

  async #setRules(
    domain: Domain | null,
    name: string,
    interfaces: readonly InterfaceSpec[],
    limits: DomainLimits,
    signal: AbortSignal,
  ): Promise<void> {
    const runs = domain !== null && domain.id >= 0
    const xml = runs
      ? await unlessGone(() => this.#link.call(procedures.domainXml, { domain, flags: 0 }, signal))
      : null
    await this.#rules.set(name, interfaces, limits, liveDevices(xml ?? ''), signal)
  }

  async undefine(name: string, signal: AbortSignal): Promise<void> {
    const domain = await this.#domains.find(name, signal)
    if (domain) await this.#forget(domain, signal)
    await this.#rules.remove(name, signal)
    await removeOldFilters(this.#link, name, signal)
  }

  async #forget(domain: Domain, signal: AbortSignal): Promise<void> {
    await unlessGone(async () => {
      // libvirt would only forget the definition, and the VM would go on without a trace of it.
      const state = await this.#domains.state(domain, signal)
      if (state === 'running' || state === 'paused')
        throw deviceRejected(msg`A running VM cannot be removed: shut it down first`)
      await this.#link.call(procedures.undefine, { domain, flags: undefineAll }, signal)
    })
  }
}
