import { setTimeout as delay } from 'node:timers/promises'
import { errorCode, LibvirtError } from '../../../protocols/libvirt/errors.ts'
import { type Domain, procedures } from '../../../protocols/libvirt/procedures.ts'
import { msg, type Text } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import type {
  DomainInfo,
  DomainLimits,
  DomainSizes,
  DomainSpec,
  DomainState,
  InterfaceSpec,
  Waiting,
} from '../domain-types.ts'
import type { DomainStats } from '../figure-types.ts'
import { rejected } from '../linux/messages.ts'
import type { NodeRules } from '../packets/node-rules.ts'
import { plugDisks } from './change-disks.ts'
import { cutOff, plugInterfaces } from './change-interfaces.ts'
import { putIntoDrive, requireDrive } from './change-medium.ts'
import { changeRunning } from './change-running.ts'
import { definedSize, type LiveScreens, liveScreens } from './domain-reading.ts'
import { spiceXml, vncXml } from './domain-screens.ts'
import { domainState, isStalled } from './domain-state.ts'
import { readStats, stalledOf, stateOf, statsLoad, statsState } from './domain-stats.ts'
import { domainXml } from './domain-xml.ts'
import type { LibvirtLink } from './libvirt-link.ts'
import { liveDevices, renewedDefinition } from './packets/old-definitions.ts'
import { removeOldFilters } from './packets/old-filters.ts'

// VIR_CONNECT_GET_ALL_DOMAINS_STATS_NOWAIT: a busy VM must not hold up all others.
const statsNoWait = 1 << 29
// virDomainUndefineFlagsValues: saved state, snapshots, firmware variables and checkpoints go with the definition.
const undefineAll = 1 | 2 | 4 | 16
const viaAcpi = 1
// virDomainXMLFlags: with passwords; the definition, also of a running domain.
const xmlSecure = 1
const xmlInactive = 2
const modifyLive = 1
const modifyConfig = 2
// A guest that is still booting misses the first press of its power button.
const pressEveryMs = 4_000
const agentPatienceS = 10

type Standing = { state: DomainState; stalled: boolean }

/** What is done to domains, on top of libvirt's calls. */
export class Domains {
  readonly #link: LibvirtLink
  readonly #rules: NodeRules
  // Ports are chosen at start and every start has a new id, so the XML of a running domain is read once.
  readonly #screens = new Map<string, { id: number; screens: LiveScreens }>()

  constructor(link: LibvirtLink, rules: NodeRules) {
    this.#link = link
    this.#rules = rules
  }

  async find(name: string, signal: AbortSignal): Promise<Domain | null> {
    try {
      return await this.#link.call(procedures.lookupByName, name, signal)
    } catch (error) {
      if (error instanceof LibvirtError && error.code === errorCode.noDomain) return null
      throw error
    }
  }

  async require(name: string, signal: AbortSignal): Promise<Domain> {
    const domain = await this.find(name, signal)
    if (!domain) throw rejected(msg`The node has no VM ${cleanMessage(name)}`)
    return domain
  }

  async state(domain: Domain, signal: AbortSignal): Promise<DomainState> {
    const { state, reason } = await this.#link.call(procedures.domainState, { domain, flags: 0 }, signal)
    return domainState(state, reason)
  }

  async #standing(domain: Domain, signal: AbortSignal): Promise<Standing> {
    const { state, reason } = await this.#link.call(procedures.domainState, { domain, flags: 0 }, signal)
    return { state: domainState(state, reason), stalled: isStalled(state, reason) }
  }

  /** See `NodeConnection.continueDomain`. */
  async continue(name: string, signal: AbortSignal): Promise<void> {
    const domain = await this.find(name, signal)
    if (domain && (await this.#standing(domain, signal)).stalled)
      await this.#link.call(procedures.resume, domain, signal)
  }

  /** The screens of a running domain; of one that is off there are none. */
  async screens(domain: Domain, signal: AbortSignal): Promise<LiveScreens> {
    if (domain.id < 0) return { vnc: null, spice: null }
    const key = domain.uuid.toString('hex')
    const known = this.#screens.get(key)
    if (known?.id === domain.id) return known.screens
    const screens = liveScreens(await this.#link.call(procedures.domainXml, { domain, flags: 0 }, signal))
    this.#screens.set(key, { id: domain.id, screens })
    return screens
  }

  async #info(domain: Domain, { state, stalled }: Standing, signal: AbortSignal): Promise<DomainInfo> {
    const [info, { vnc }] = await Promise.all([
      this.#link.call(procedures.domainInfo, domain, signal),
      this.screens(domain, signal),
    ])
    return {
      internal_name: domain.name,
      uuid: formatUuid(domain.uuid),
      state,
      ...(stalled && { stalled }),
      cpu_number: info.vcpus,
      ram_mib: Math.round(info.memoryKib / 1024),
      vnc_port: vnc,
    }
  }

  async info(name: string, signal: AbortSignal): Promise<DomainInfo | null> {
    const domain = await this.find(name, signal)
    return domain && unlessGone(async () => this.#info(domain, await this.#standing(domain, signal), signal))
  }

  async list(signal: AbortSignal): Promise<DomainInfo[]> {
    const args = { stats: statsState, flags: statsNoWait }
    const records = await this.#link.call(procedures.allDomainStats, args, signal)
    const present = new Set(records.map(({ domain }) => domain.uuid.toString('hex')))
    for (const key of this.#screens.keys()) if (!present.has(key)) this.#screens.delete(key)
    const infos = await Promise.all(
      records.map(({ domain, values }) => {
        const standing = { state: stateOf(values), stalled: stalledOf(values) }
        return unlessGone(() => this.#info(domain, standing, signal))
      }),
    )
    return infos.filter((info) => info !== null)
  }

  async stats(signal: AbortSignal): Promise<DomainStats[]> {
    const args = { stats: statsLoad, flags: statsNoWait }
    return (await this.#link.call(procedures.allDomainStats, args, signal)).map(readStats)
  }

  async define(spec: DomainSpec, signal: AbortSignal): Promise<void> {
    const xml = domainXml(spec)
    const { internal_name, interfaces, limits } = spec
    // Before the definition, so that it never starts without them.
    await this.#setRules(await this.find(internal_name, signal), internal_name, interfaces, limits, signal)
    await this.#link.call(procedures.defineXml, { xml, flags: 0 }, signal)
  }

  async change(spec: DomainSpec, signal: AbortSignal): Promise<Waiting[]> {
    await this.define(spec, signal)
    const domain = await this.require(spec.internal_name, signal)
    return domain.id < 0 ? [] : changeRunning({ link: this.#link, domain, signal }, spec)
  }

  async changeInterfaces(spec: DomainSpec, signal: AbortSignal): Promise<Text | null> {
    const { internal_name, interfaces, limits } = spec
    const before = await this.find(internal_name, signal)
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
    const domain = await this.require(spec.internal_name, signal)
    return domain.id < 0 ? null : plugDisks({ link: this.#link, domain, signal }, spec)
  }

  async changeMedium(spec: DomainSpec, signal: AbortSignal): Promise<Text | null> {
    requireDrive(spec)
    await this.define(spec, signal)
    const domain = await this.require(spec.internal_name, signal)
    return domain.id < 0 ? null : putIntoDrive({ link: this.#link, domain, signal }, spec)
  }

  async sizes(name: string, signal: AbortSignal): Promise<DomainSizes | null> {
    const domain = await this.find(name, signal)
    if (!domain) return null
    const [info, xml] = await Promise.all([
      this.#link.call(procedures.domainInfo, domain, signal),
      this.#link.call(procedures.domainXml, { domain, flags: xmlInactive }, signal),
    ])
    const running = { cpu_number: info.vcpus, ram_mib: Math.round(info.memoryKib / 1024) }
    return { running: domain.id < 0 ? null : running, defined: definedSize(xml) }
  }

  async setNetworkRules(
    name: string,
    interfaces: readonly InterfaceSpec[],
    limits: DomainLimits,
    signal: AbortSignal,
  ): Promise<void> {
    const domain = await this.find(name, signal)
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

  async start(name: string, signal: AbortSignal): Promise<void> {
    const domain = await this.require(name, signal)
    // A crash that libvirt keeps for inspection stands in the way of a start.
    if (domain.id >= 0 && (await this.state(domain, signal)) === 'crashed') await this.destroy(name, signal)
    await this.#unless(domain, ['running', 'paused'], signal, () =>
      this.#link.call(procedures.create, { domain, flags: 0 }, signal),
    )
  }

  /**
   * Runs the action unless the domain is already as wanted; the state is read again after an error, because the order
   * of events is not ours.
   */
  async #unless(
    domain: Domain,
    wanted: DomainState[],
    signal: AbortSignal,
    act: () => Promise<unknown>,
  ): Promise<void> {
    if (wanted.includes(await this.state(domain, signal))) return
    try {
      await act()
    } catch (error) {
      const invalid = error instanceof LibvirtError && error.code === errorCode.operationInvalid
      if (!invalid || !wanted.includes(await this.state(domain, signal))) throw error
    }
  }

  async destroy(name: string, signal: AbortSignal): Promise<void> {
    const domain = await this.find(name, signal)
    if (!domain) return
    await unlessGone(() =>
      this.#unless(domain, domain.id < 0 ? ['stopped', 'crashed'] : ['stopped'], signal, () =>
        this.#link.call(procedures.destroy, { domain, flags: 0 }, signal),
      ),
    )
  }

  /**
   * Presses the guest's power button until it is off. The agent is not asked: a guest can keep libvirt waiting in it.
   *
   * @param onStopped registers for the next change of this domain, returns the way to stop listening
   */
  async shutdown(
    name: string,
    graceMs: number,
    onChange: (listener: () => void) => () => void,
    signal: AbortSignal,
  ): Promise<void> {
    const domain = await this.find(name, signal)
    if (!domain) return
    const deadline = Date.now() + graceMs
    for (;;) {
      const woken = new AbortController()
      const forget = onChange(() => woken.abort())
      try {
        await unlessGone(() =>
          this.#unless(domain, ['stopped', 'crashed'], signal, () =>
            this.#link.call(procedures.shutdown, { domain, flags: viaAcpi }, signal),
          ),
        )
        const off = await unlessGone(async () => ['stopped', 'crashed'].includes(await this.state(domain, signal)))
        if (off !== false) return
        const left = deadline - Date.now()
        if (left <= 0) break
        await delay(Math.min(pressEveryMs, left), undefined, { signal: AbortSignal.any([signal, woken.signal]) }).catch(
          () => signal.throwIfAborted(),
        )
      } finally {
        forget()
      }
    }
    throw rejected(
      msg`The guest did not shut down within ${Math.round(graceMs / 1000)} s: it may ignore the power button. Force it off`,
    )
  }

  async undefine(name: string, signal: AbortSignal): Promise<void> {
    const domain = await this.find(name, signal)
    if (domain) await this.#forget(domain, signal)
    await this.#rules.remove(name, signal)
    await removeOldFilters(this.#link, name, signal)
  }

  async #forget(domain: Domain, signal: AbortSignal): Promise<void> {
    await unlessGone(async () => {
      // libvirt would only forget the definition, and the VM would go on without a trace of it.
      const state = await this.state(domain, signal)
      if (state === 'running' || state === 'paused')
        throw rejected(msg`A running VM cannot be removed: shut it down first`)
      await this.#link.call(procedures.undefine, { domain, flags: undefineAll }, signal)
    })
  }

  async setGuestPassword(name: string, user: string, password: string, signal: AbortSignal): Promise<void> {
    const domain = await this.require(name, signal)
    if (domain.id < 0) throw rejected(msg`The password can only be changed while the VM runs`)
    const command = JSON.stringify({
      execute: 'guest-set-user-password',
      arguments: { username: user, password: Buffer.from(password).toString('base64'), crypted: false },
    })
    // libvirt's own call for this waits for ever for a guest that never answers.
    await this.#link.call(procedures.agentCommand, { domain, command, timeoutS: agentPatienceS }, signal)
  }

  async setVncPassword(name: string, password: string, signal: AbortSignal): Promise<void> {
    const domain = await this.require(name, signal)
    const flags = modifyConfig | (domain.id < 0 ? 0 : modifyLive)
    await this.#link.call(procedures.updateDevice, { domain, xml: vncXml(password), flags }, signal)
  }

  async changeSpice(spec: DomainSpec, signal: AbortSignal): Promise<boolean> {
    await this.define(spec, signal)
    const domain = await this.require(spec.internal_name, signal)
    if (domain.id < 0) return false
    const { spice } = await this.screens(domain, signal)
    if (spice && spec.spice) {
      // The running device keeps what it may do: only its password can be changed.
      const xml = spiceXml({ ...spec.spice, extras: spice.extras })
      await this.#link.call(procedures.updateDevice, { domain, xml, flags: modifyLive }, signal)
    }
    return spice?.extras !== spec.spice?.extras
  }
}

/** Null when the domain vanished while we looked at it. */
async function unlessGone<T>(look: () => Promise<T>): Promise<T | null> {
  try {
    return await look()
  } catch (error) {
    if (error instanceof LibvirtError && error.code === errorCode.noDomain) return null
    throw error
  }
}

function formatUuid(uuid: Buffer): string {
  const hex = uuid.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
