import { z } from 'zod'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import { read } from '../../../protocols/lxd/client.ts'
import { LxdError } from '../../../protocols/lxd/errors.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import type { DomainInfo, DomainSizes } from '../domain-types.ts'
import type { DomainStats, GuestFileSystem } from '../figure-types.ts'
import type { Inside } from './exec.ts'
import { domainName, type Instance, infoOf, inMib, instance, sizeOf, stateOf } from './instance.ts'
import type { LxdLink } from './lxd-link.ts'
import { instanceName } from './names.ts'
import { diskCounters, diskState, instanceWithState, memoryInside, rootOf, statsOf } from './stats.ts'

const MOST_METRICS = 64 << 20
const withState = z.array(instanceWithState)
const named = z.array(instance)

/** Finding containers and reading what LXD says about them. */
export class Instances {
  readonly #link: LxdLink
  /** What the panel calls instances that have another name in LXD. */
  readonly #names = new Map<string, string>()

  constructor(link: LxdLink) {
    this.#link = link
  }

  /** What the panel calls an instance, as far as it was seen here. */
  nameOf(instance: string): string {
    return this.#names.get(instance) ?? instance
  }

  /** Keeps what the panel calls an instance that has another name in LXD. */
  noteName(instance: string, domain: string): void {
    if (instance !== domain) this.#names.set(instance, domain)
  }

  async find(domain: string, signal: AbortSignal): Promise<Instance | null> {
    const name = instanceName(domain)
    try {
      return read(instance, await this.#link.client.ask('GET', `/instances/${name}`, { signal }))
    } catch (error) {
      if (isGone(error)) return null
      throw error
    }
  }

  async require(domain: string, signal: AbortSignal): Promise<Instance> {
    const found = await this.find(domain, signal)
    if (!found) throw deviceRejected(msg`The node has no VM ${cleanMessage(domain)}`)
    return found
  }

  /** A container that runs, to run programs in. */
  async inside(domain: string, signal: AbortSignal): Promise<Inside> {
    const found = await this.require(domain, signal)
    if (stateOf(found.status) !== 'running') throw deviceRejected(msg`The container is off: start it first`)
    return { link: this.#link, instance: found.name, signal }
  }

  async info(domain: string, signal: AbortSignal): Promise<DomainInfo | null> {
    const found = await this.find(domain, signal)
    return found && infoOf(found)
  }

  async list(signal: AbortSignal): Promise<DomainInfo[]> {
    const query = { recursion: '1', 'instance-type': 'container' }
    const all = read(named, await this.#link.client.ask('GET', '/instances', { signal, query }))
    this.#names.clear()
    for (const one of all) this.noteName(one.name, domainName(one))
    return all.map(infoOf)
  }

  async stats(signal: AbortSignal): Promise<DomainStats[]> {
    const { client } = this.#link
    const query = { recursion: '2', 'instance-type': 'container' }
    const [all, metrics] = await Promise.all([
      client.ask('GET', '/instances', { signal, query }),
      client.raw('/metrics', signal, MOST_METRICS),
    ])
    const text = metrics.toString('utf8')
    const [disks, inside] = [diskCounters(text), memoryInside(text)]
    return read(withState, all).map((one) => {
      const disk = disks.get(one.name)
      return statsOf(one, disk ? [disk] : [], inside.get(one.name) ?? null)
    })
  }

  /** The one file system of a container, where its storage counts what is in use. */
  async fileSystems(domain: string, signal: AbortSignal): Promise<GuestFileSystem[]> {
    const { link, instance: name } = await this.inside(domain, signal)
    const path = `/instances/${name}`
    const [now, { devices }] = await Promise.all([
      link.client.ask('GET', `${path}/state`, { signal }),
      link.client.ask('GET', path, { signal }).then((answer) => read(instance, answer)),
    ])
    return rootOf(read(diskState, now), inMib(devices.root?.size))
  }

  async sizes(domain: string, signal: AbortSignal): Promise<DomainSizes | null> {
    const found = await this.find(domain, signal)
    if (!found) return null
    const size = sizeOf(found)
    return { running: stateOf(found.status) === 'running' ? size : null, defined: size }
  }
}

/** LXD knows no such instance. */
export const isGone = (error: unknown): boolean => error instanceof LxdError && error.status === 404
