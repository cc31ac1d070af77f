import { z } from 'zod'
import { read } from '../../../protocols/lxd/client.ts'
import { LxdError } from '../../../protocols/lxd/errors.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import type { DomainInfo, DomainSizes, DomainSpec, DomainState, Waiting } from '../domain-types.ts'
import type { DomainStats, GuestFileSystem } from '../figure-types.ts'
import { rejected } from '../linux/messages.ts'
import type { NodeRules } from '../packets/node-rules.ts'
import { appliedKey, diskKey, instanceConfig, instanceDevices, nicNumbers } from './define.ts'
import type { Inside } from './exec.ts'
import { applySeed } from './inside.ts'
import { domainName, type Instance, infoOf, inMib, instance, sizeOf, stateOf } from './instance.ts'
import type { LxdLink } from './lxd-link.ts'
import { instanceName } from './names.ts'
import { storagePool } from './pool.ts'
import { nextOf } from './replace.ts'
import { readSeed } from './seed.ts'
import { diskCounters, diskState, instanceWithState, rootOf, statsOf } from './stats.ts'
import { planSize, readPlan } from './volumes.ts'

const MOST_METRICS = 64 << 20
const withState = z.array(instanceWithState)
const named = z.array(instance)
const operations = z.object({
  running: z
    .array(
      z.object({
        id: z.string(),
        description: z.string(),
        resources: z.record(z.string(), z.array(z.string()).nullable()).nullish(),
      }),
    )
    .nullish(),
})
/** Of an instance's settings, those that LXD and the image keep. */
const notOurs = /^(?:volatile|image)\./

/** What is done to containers, on top of LXD's API. */
export class Instances {
  readonly #ssh: SshConnection
  readonly #link: LxdLink
  readonly #rules: NodeRules
  /** What the panel calls instances that have another name in LXD. */
  readonly #names = new Map<string, string>()

  constructor(ssh: SshConnection, link: LxdLink, rules: NodeRules) {
    this.#ssh = ssh
    this.#link = link
    this.#rules = rules
  }

  /** What the panel calls an instance, as far as it was seen here. */
  nameOf(instance: string): string {
    return this.#names.get(instance) ?? instance
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
    if (!found) throw rejected(msg`The node has no VM ${cleanMessage(domain)}`)
    return found
  }

  /** A container that runs, to run programs in. */
  async inside(domain: string, signal: AbortSignal): Promise<Inside> {
    const found = await this.require(domain, signal)
    if (stateOf(found.status) !== 'running') throw rejected(msg`The container is off: start it first`)
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
    for (const one of all) if (domainName(one) !== one.name) this.#names.set(one.name, domainName(one))
    return all.map(infoOf)
  }

  async stats(signal: AbortSignal): Promise<DomainStats[]> {
    const { client } = this.#link
    const query = { recursion: '2', 'instance-type': 'container' }
    const [all, metrics] = await Promise.all([
      client.ask('GET', '/instances', { signal, query }),
      client.raw('/metrics', signal, MOST_METRICS),
    ])
    const disks = diskCounters(metrics.toString('utf8'))
    return read(withState, all).map((one) => {
      const disk = disks.get(one.name)
      return statsOf(one, disk ? [disk] : [])
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

  /** Makes the container, or gives the one that is there the settings of the specification. */
  async define(spec: DomainSpec, signal: AbortSignal): Promise<void> {
    const name = instanceName(spec.internal_name)
    if (name !== spec.internal_name) this.#names.set(name, spec.internal_name)
    const present = await this.find(spec.internal_name, signal)
    // Before the container, so that it never starts without them.
    await this.#rules.set(spec.internal_name, spec.interfaces, spec.limits, new Map(), signal)
    const seed = spec.cdrom === null ? null : await readSeed(this.#ssh, spec.cdrom, signal)
    const numbers = nicNumbers(spec, present?.devices ?? {})
    const config = instanceConfig(spec, seed, numbers)
    if (present) {
      const root = present.devices.root
      const pool = root?.pool ?? (await storagePool(this.#link, signal))
      const size_mib = inMib(root?.size) || 1024
      return this.#redefine(present, config, instanceDevices(spec, { pool, size_mib }, numbers), signal)
    }
    const [disk, ...more] = spec.disks
    if (!disk || more.length > 0) throw rejected(msg`A container has exactly one disk`)
    const plan = await readPlan(this.#ssh, disk.path, signal)
    const pool = await storagePool(this.#link, signal)
    await this.#link.client.run('POST', '/instances', {
      signal,
      body: {
        name,
        type: 'container',
        source: plan?.image ? { type: 'image', fingerprint: plan.image } : { type: 'none' },
        profiles: [],
        config: { ...config, [diskKey]: disk.path },
        devices: instanceDevices(spec, { pool, size_mib: plan?.size_mib ?? 1024 }, numbers),
      },
    })
  }

  async #redefine(
    present: Instance,
    config: Instance['config'],
    devices: Instance['devices'],
    signal: AbortSignal,
  ): Promise<void> {
    const kept = Object.entries(present.config).filter(
      ([key]) => notOurs.test(key) || key === appliedKey || key === diskKey,
    )
    const seedGiven = 'raw.lxc' in config
    const told = Object.entries(present.config).filter(([key]) =>
      /^(?:raw\.lxc|user\.(?:user|meta)-data|user\.network-config)$/.test(key),
    )
    await this.#link.client.run('PUT', `/instances/${present.name}`, {
      signal,
      body: {
        architecture: present.architecture,
        ephemeral: false,
        profiles: [],
        config: { ...Object.fromEntries(kept), ...(!seedGiven && Object.fromEntries(told)), ...config },
        devices,
      },
    })
  }

  /** Size in MiB of the one disk of a container, as LXD has it. */
  async diskSize(domain: string, path: string, signal: AbortSignal): Promise<number> {
    const plan = await readPlan(this.#ssh, path, signal)
    if (!plan) throw rejected(msg`There is no disk at ${cleanMessage(path)} on the node`)
    const found = await this.find(domain, signal)
    return inMib(found?.devices.root?.size) || plan.size_mib
  }

  /** Grows the disk of a container that runs or is off; LXD does what its storage pool can. */
  async growDisk(domain: string, path: string, size_mib: number, signal: AbortSignal): Promise<number> {
    await planSize(this.#ssh, path, size_mib, signal)
    const found = await this.find(domain, signal)
    if (found && inMib(found.devices.root?.size) < size_mib) {
      const devices = { root: { ...found.devices.root, size: `${size_mib}MiB` } }
      await this.#link.client.run('PATCH', `/instances/${found.name}`, { signal, body: { devices } })
    }
    return this.diskSize(domain, path, signal)
  }

  /** Containers take all sizes while they run. */
  async change(spec: DomainSpec, signal: AbortSignal): Promise<Waiting[]> {
    await this.define(spec, signal)
    return []
  }

  async sizes(domain: string, signal: AbortSignal): Promise<DomainSizes | null> {
    const found = await this.find(domain, signal)
    if (!found) return null
    const size = sizeOf(found)
    return { running: stateOf(found.status) === 'running' ? size : null, defined: size }
  }

  async start(domain: string, signal: AbortSignal): Promise<void> {
    const found = await this.require(domain, signal)
    await this.#endOfStopping(found.name, signal)
    const now = await this.require(domain, signal)
    if (['running', 'paused'].includes(stateOf(now.status))) return
    await this.#state(found.name, { action: 'start', timeout: -1 }, ['running', 'paused'], domain, signal)
    await this.#tell(found, signal)
  }

  /** A shutdown that somebody has asked for before goes on by itself: what comes next waits for its end. */
  async #endOfStopping(name: string, signal: AbortSignal): Promise<void> {
    const query = { recursion: '1' }
    const all = read(operations, await this.#link.client.ask('GET', '/operations', { signal, query }))
    const stopping = (all.running ?? []).filter(
      ({ description, resources }) =>
        /^Stopping/.test(description) &&
        Object.values(resources ?? {}).some((paths) => paths?.some((path) => path.endsWith(`/${name}`))),
    )
    for (const { id } of stopping)
      await this.#link.client.wait(id, signal).catch((error: unknown) => {
        // It has failed, or is over and forgotten.
        if (!(error instanceof LxdError)) throw error
      })
  }

  /** What the seed asks for, once for each seed. */
  async #tell({ name, config }: Instance, signal: AbortSignal): Promise<void> {
    const files = {
      'user-data': config['user.user-data'] ?? '',
      'meta-data': config['user.meta-data'] ?? '',
      'network-config': config['user.network-config'] ?? '',
    }
    const id = /^instance-id:\s*(\S+)/m.exec(files['meta-data'])?.[1]
    if (!id || config[appliedKey] === id) return
    await applySeed({ link: this.#link, instance: name, signal }, files)
    await this.#link.client.run('PATCH', `/instances/${name}`, { signal, body: { config: { [appliedKey]: id } } })
  }

  /** Cuts power. */
  async destroy(domain: string, signal: AbortSignal): Promise<void> {
    const found = await this.find(domain, signal)
    if (!found || stateOf(found.status) === 'stopped') return
    await this.#state(found.name, { action: 'stop', force: true, timeout: -1 }, ['stopped'], domain, signal)
  }

  /** Asks the container's system to end. @throws PanelError device_rejected when it has not within `graceMs` */
  async shutdown(domain: string, graceMs: number, signal: AbortSignal): Promise<void> {
    const found = await this.find(domain, signal)
    if (!found || stateOf(found.status) === 'stopped') return
    const deadline = AbortSignal.timeout(graceMs)
    const timeout = Math.max(1, Math.ceil(graceMs / 1000))
    try {
      const either = AbortSignal.any([signal, deadline])
      await this.#state(found.name, { action: 'stop', force: false, timeout }, ['stopped'], domain, either)
    } catch (error) {
      signal.throwIfAborted()
      if (!deadline.aborted && !(error instanceof LxdError)) throw error
      if ((await this.info(domain, signal))?.state === 'stopped') return
      throw rejected(msg`The container did not shut down within ${Math.round(graceMs / 1000)} s: force it off`, error)
    }
  }

  /** The state is read again after an error: the order of events is not ours. */
  async #state(name: string, body: object, wanted: DomainState[], domain: string, signal: AbortSignal): Promise<void> {
    try {
      await this.#link.client.run('PUT', `/instances/${name}/state`, { signal, body })
    } catch (error) {
      if (!(error instanceof LxdError)) throw error
      const now = await this.info(domain, signal)
      if (!now || !wanted.includes(now.state)) throw error
    }
  }

  async undefine(domain: string, signal: AbortSignal): Promise<void> {
    const found = await this.find(domain, signal)
    if (found) {
      const state = stateOf(found.status)
      if (state === 'running' || state === 'paused')
        throw rejected(msg`A running VM cannot be removed: shut it down first`)
      await this.#link.client.run('DELETE', `/instances/${found.name}`, { signal }).catch((error: unknown) => {
        if (!isGone(error)) throw error
      })
    }
    await this.#removeNext(domain, signal)
    await this.#rules.remove(domain, signal)
  }

  /** What a replacement that was broken off has left. */
  async #removeNext(domain: string, signal: AbortSignal): Promise<void> {
    const next = await this.find(nextOf(domain), signal)
    if (next) await this.#link.client.run('DELETE', `/instances/${next.name}`, { signal })
  }
}

const isGone = (error: unknown) => error instanceof LxdError && error.status === 404
