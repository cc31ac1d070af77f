import { deviceRejected } from '../../../domain/shared/errors.ts'
import { errorCode, LibvirtError } from '../../../protocols/libvirt/errors.ts'
import { type Domain, procedures } from '../../../protocols/libvirt/procedures.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import type { DomainInfo, DomainSizes, DomainState } from '../domain-types.ts'
import type { DomainStats } from '../figure-types.ts'
import { definedSize, type LiveScreens, liveScreens } from './domain-reading.ts'
import { domainState, isStalled } from './domain-state.ts'
import { readStats, stalledOf, stateOf, statsLoad, statsNoWait, statsState } from './domain-stats.ts'
import type { LibvirtLink } from './libvirt-link.ts'
import { unlessGone } from './unless-gone.ts'

// virDomainXMLFlags: the definition, also of a running domain.
const xmlInactive = 2

type Standing = { state: DomainState; stalled: boolean }

/** Finding domains and reading what libvirt says about them. */
export class Domains {
  readonly #link: LibvirtLink
  // Ports are chosen at start and every start has a new id, so the XML of a running domain is read once.
  readonly #screens = new Map<string, { id: number; screens: LiveScreens }>()

  constructor(link: LibvirtLink) {
    this.#link = link
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
    if (!domain) throw deviceRejected(msg`The node has no VM ${cleanMessage(name)}`)
    return domain
  }

  async state(domain: Domain, signal: AbortSignal): Promise<DomainState> {
    const { state, reason } = await this.#link.call(procedures.domainState, { domain, flags: 0 }, signal)
    return domainState(state, reason)
  }

  /** A state, and whether the domain stands still because of its disks. */
  async standing(domain: Domain, signal: AbortSignal): Promise<Standing> {
    const { state, reason } = await this.#link.call(procedures.domainState, { domain, flags: 0 }, signal)
    return { state: domainState(state, reason), stalled: isStalled(state, reason) }
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

  async info(name: string, signal: AbortSignal): Promise<DomainInfo | null> {
    const domain = await this.find(name, signal)
    return domain && unlessGone(async () => this.#info(domain, await this.standing(domain, signal), signal))
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
}

function formatUuid(uuid: Buffer): string {
  const hex = uuid.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
