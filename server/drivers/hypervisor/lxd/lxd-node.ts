import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import type { DomainEvent } from '../domain-types.ts'
import { LinuxHost } from '../linux/host.ts'
import { NodeRules } from '../packets/node-rules.ts'
import { InstanceDefinitions } from './definitions.ts'
import { eventOf } from './instance.ts'
import { Instances } from './instances.ts'
import { LxdLink } from './lxd-link.ts'
import { asPanelError } from './messages.ts'
import { InstancePower } from './power.ts'

/** What all calls to a node with LXD go through. */
export class LxdNode {
  readonly ssh: SshConnection
  readonly link: LxdLink
  readonly host: LinuxHost
  readonly rules: NodeRules
  readonly instances: Instances
  readonly definitions: InstanceDefinitions
  readonly power: InstancePower
  /** Settles when the connection is over, with the cause, or null after `close()`. */
  readonly closed: Promise<Error | null>
  readonly #listeners = new Set<(event: DomainEvent) => void>()

  constructor(ssh: SshConnection) {
    this.ssh = ssh
    let lost: Error | null = null
    this.link = new LxdLink(
      ssh,
      ({ action, instance }) => {
        const event = eventOf(action, this.instances.nameOf(instance))
        if (event) for (const listener of [...this.#listeners]) listener(event)
      },
      (cause) => {
        lost ??= cause
        ssh.close()
      },
    )
    this.host = new LinuxHost(ssh)
    this.rules = new NodeRules(ssh)
    this.instances = new Instances(this.link)
    this.definitions = new InstanceDefinitions(ssh, this.link, this.rules, this.instances)
    this.power = new InstancePower(this.link, this.instances)
    this.closed = ssh.closed.then((cause) => {
      this.link.close()
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

  onEvent(listener: (event: DomainEvent) => void): () => void {
    this.#listeners.add(listener)
    // A node without LXD has no events; other requests get the error.
    this.link.listen(new AbortController().signal).catch(() => {})
    return () => this.#listeners.delete(listener)
  }
}
