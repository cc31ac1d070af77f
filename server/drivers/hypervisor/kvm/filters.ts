import { errorCode, LibvirtError } from '../../../protocols/libvirt/errors.ts'
import { procedures } from '../../../protocols/libvirt/procedures.ts'
import { msg } from '../../../shared/text.ts'
import type { InterfaceSpec } from '../types.ts'
import { filterName, filterPrefix, filterXml } from './filter-xml.ts'
import type { LibvirtLink } from './libvirt-link.ts'
import { rejected } from './messages.ts'

const rejection = (error: unknown) => (error instanceof LibvirtError ? error.code : null)

/** Packet filters of VMs, kept by libvirt's nwfilter driver. */
export class Filters {
  readonly #link: LibvirtLink

  constructor(link: LibvirtLink) {
    this.#link = link
  }

  /** Defines what the interfaces want. A filter that did not change costs libvirt nothing. */
  async define(domain: string, interfaces: readonly InterfaceSpec[], signal: AbortSignal): Promise<void> {
    for (const { mac, filter } of interfaces) {
      if (!filter) continue
      try {
        await this.#link.call(procedures.defineFilter, filterXml(domain, mac, filter), signal)
      } catch (error) {
        if (rejection(error) !== errorCode.noSupport) throw error
        throw rejected(
          msg`libvirt on the node cannot filter packets: install libvirt-daemon-driver-nwfilter and ebtables there, and restart it`,
          error,
        )
      }
    }
  }

  /**
   * Removes the filters of a domain but those that the interfaces of its new definition use; one that it holds while it
   * runs on by the old one stays.
   * @param keep null when the domain is no more
   */
  async remove(domain: string, keep: readonly InterfaceSpec[] | null, signal: AbortSignal): Promise<void> {
    const kept = new Set(keep?.flatMap(({ mac, filter }) => (filter ? [filterName(domain, mac)] : [])))
    const prefix = filterPrefix(domain)
    for (const filter of await this.#all(signal)) {
      if (!filter.name.startsWith(prefix) || kept.has(filter.name)) continue
      try {
        await this.#link.call(procedures.undefineFilter, filter, signal)
      } catch (error) {
        const code = rejection(error)
        if (code !== errorCode.noFilter && !(keep && code === errorCode.operationInvalid)) throw error
      }
    }
  }

  /** None on a node whose libvirt knows no filters. */
  async #all(signal: AbortSignal) {
    try {
      return await this.#link.call(procedures.listFilters, undefined, signal)
    } catch (error) {
      if (rejection(error) === errorCode.noSupport) return []
      throw error
    }
  }
}
