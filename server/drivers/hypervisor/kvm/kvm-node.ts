import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import type { DomainEvent } from '../domain-types.ts'
import { NodeRules } from '../packets/node-rules.ts'
import type { AtDomain } from './at-domain.ts'
import { KvmExports } from './backup/exports.ts'
import { DomainDefinitions } from './definitions.ts'
import { domainEvent } from './domain-state.ts'
import { Domains } from './domains.ts'
import { Host } from './host.ts'
import { LibvirtLink } from './libvirt-link.ts'
import { asPanelError } from './messages.ts'
import { DomainPower } from './power.ts'

/** What all calls to a node with libvirt go through. */
export class KvmNode {
  readonly ssh: SshConnection
  readonly link: LibvirtLink
  readonly host: Host
  readonly rules: NodeRules
  readonly domains: Domains
  readonly definitions: DomainDefinitions
  readonly power: DomainPower
  readonly exports: KvmExports
  /** Settles when the connection is over, with the cause, or null after `close()`. */
  readonly closed: Promise<Error | null>
  readonly #listeners = new Set<(event: DomainEvent) => void>()

  constructor(ssh: SshConnection) {
    this.ssh = ssh
    let lost: Error | null = null
    this.link = new LibvirtLink(
      ssh,
      (event) => {
        const translated = domainEvent(event)
        if (translated) for (const listener of [...this.#listeners]) listener(translated)
      },
      (cause) => {
        lost ??= cause
        ssh.close()
      },
    )
    this.host = new Host(ssh, this.link)
    this.rules = new NodeRules(ssh)
    this.domains = new Domains(this.link)
    this.definitions = new DomainDefinitions(this.link, this.rules, this.domains)
    this.power = new DomainPower(this.link, this.domains)
    this.exports = new KvmExports(ssh, this.link, (name, signal) => this.domains.find(name, signal))
    this.closed = ssh.closed.then((cause) => {
      const first = lost ?? cause
      return first && (asPanelError(first, new AbortController().signal) as Error)
    })
  }

  close(): void {
    this.link.close()
    this.ssh.close()
  }

  /** Runs the work of one call, and puts its failure into words for people. */
  async do<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    try {
      signal.throwIfAborted()
      return await work()
    } catch (error) {
      throw asPanelError(error, signal)
    }
  }

  /** Events flow from the first call to libvirt on; asking for them opens it when nothing has. */
  onEvent(listener: (event: DomainEvent) => void): () => void {
    this.#listeners.add(listener)
    // A node without libvirt has no events; other requests get the error.
    this.link.open(new AbortController().signal).catch(() => {})
    return () => this.#listeners.delete(listener)
  }

  /** A domain that the node has. */
  async known(internalName: string, signal: AbortSignal): Promise<AtDomain> {
    return { ssh: this.ssh, link: this.link, domain: await this.domains.require(internalName, signal), signal }
  }

  /** A domain, or null where the node has none of the name. */
  async at(internalName: string, signal: AbortSignal) {
    return { ssh: this.ssh, link: this.link, domain: await this.domains.find(internalName, signal), signal }
  }

  /** A domain that may come and go meanwhile. */
  looking(internalName: string, signal: AbortSignal) {
    const find = () => this.domains.find(internalName, signal)
    return { ssh: this.ssh, link: this.link, find, signal }
  }
}
