import { deviceRejected } from '../../../domain/shared/errors.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { msg } from '../../../shared/text.ts'
import type { DomainSpec, Waiting } from '../domain-types.ts'
import type { NodeRules } from '../packets/node-rules.ts'
import { whenStopped } from './busy.ts'
import { endOfCopy } from './copies.ts'
import { appliedKey, copiedKey, diskKey, instanceConfig, instanceDevices, nicNumbers } from './define.ts'
import { setHostname } from './inside.ts'
import { type Instance, inMib, stateOf } from './instance.ts'
import { type Instances, isGone } from './instances.ts'
import type { LxdLink } from './lxd-link.ts'
import { instanceName } from './names.ts'
import { storagePool } from './pool.ts'
import { nextOf } from './replace.ts'
import { readSeed } from './seed.ts'
import { readPlan } from './volumes.ts'

/** Of an instance's settings, those that LXD and the image keep. */
const notOurs = /^(?:volatile|image)\./

/** Making containers, giving them other settings, and removing them. */
export class InstanceDefinitions {
  readonly #ssh: SshConnection
  readonly #link: LxdLink
  readonly #rules: NodeRules
  readonly #instances: Instances

  constructor(ssh: SshConnection, link: LxdLink, rules: NodeRules, instances: Instances) {
    this.#ssh = ssh
    this.#link = link
    this.#rules = rules
    this.#instances = instances
  }

  /** Makes the container, or gives the one that is there the settings of the specification. */
  async define(spec: DomainSpec, signal: AbortSignal): Promise<void> {
    const name = instanceName(spec.internal_name)
    this.#instances.noteName(name, spec.internal_name)
    const present = await this.#instances.find(spec.internal_name, signal)
    // Before the container, so that it never starts without them.
    await this.#rules.set(spec.internal_name, spec.interfaces, spec.limits, new Map(), signal)
    const seed = spec.cdrom === null ? null : await readSeed(this.#ssh, spec.cdrom, signal)
    const numbers = nicNumbers(spec, present?.devices ?? {})
    const config = instanceConfig(spec, seed, numbers)
    if (present) {
      if (spec.disks[0]) await endOfCopy({ ssh: this.#ssh, link: this.#link }, present, spec.disks[0].path, signal)
      const root = present.devices.root
      const pool = root?.pool ?? (await storagePool(this.#link, signal))
      const size_mib = inMib(root?.size) || 1024
      await this.#redefine(present, config, instanceDevices(spec, { pool, size_mib }, numbers), signal)
      return this.#rename(present, config, signal)
    }
    const [disk, ...more] = spec.disks
    if (!disk || more.length > 0) throw deviceRejected(msg`A container has exactly one disk`)
    const plan = await readPlan(this.#ssh, disk.path, signal)
    const pool = await storagePool(this.#link, signal)
    const copy = plan?.copy_of
    await this.#link.client.run('POST', '/instances', {
      signal,
      body: {
        name,
        type: 'container',
        source: copy
          ? { type: 'copy', source: copy }
          : plan?.image
            ? { type: 'image', fingerprint: plan.image }
            : { type: 'none' },
        profiles: [],
        config: { ...config, [diskKey]: disk.path, ...(copy && { [copiedKey]: copy }) },
        devices: instanceDevices(spec, { pool, size_mib: plan?.size_mib ?? 1024 }, numbers),
      },
    })
    // A copy has the settings and interfaces of the other one beside those that it was given.
    if (copy) await this.define(spec, signal)
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
    const body = {
      architecture: present.architecture,
      ephemeral: false,
      profiles: [],
      config: { ...Object.fromEntries(kept), ...(!seedGiven && Object.fromEntries(told)), ...config },
      devices,
    }
    await whenStopped(() => this.#link.client.run('PUT', `/instances/${present.name}`, { signal, body }), signal)
  }

  /** One that runs has its new name at once. */
  async #rename(present: Instance, config: Instance['config'], signal: AbortSignal): Promise<void> {
    const [was, is] = [present.config, config].map((one) => /^lxc\.uts\.name = (\S+)$/m.exec(one['raw.lxc'] ?? '')?.[1])
    if (is === undefined || is === was || stateOf(present.status) !== 'running') return
    await setHostname({ link: this.#link, instance: present.name, signal }, is)
  }

  /** Containers take all sizes while they run. */
  async change(spec: DomainSpec, signal: AbortSignal): Promise<Waiting[]> {
    await this.define(spec, signal)
    return []
  }

  async undefine(domain: string, signal: AbortSignal): Promise<void> {
    const found = await this.#instances.find(domain, signal)
    if (found) {
      const state = stateOf(found.status)
      if (state === 'running' || state === 'paused')
        throw deviceRejected(msg`A running VM cannot be removed: shut it down first`)
      const remove = () => this.#link.client.run('DELETE', `/instances/${found.name}`, { signal })
      await whenStopped(remove, signal).catch((error: unknown) => {
        if (!isGone(error)) throw error
      })
    }
    await this.#removeNext(domain, signal)
    await this.#rules.remove(domain, signal)
  }

  /** What a replacement that was broken off has left. */
  async #removeNext(domain: string, signal: AbortSignal): Promise<void> {
    const next = await this.#instances.find(nextOf(domain), signal)
    if (next) await this.#link.client.run('DELETE', `/instances/${next.name}`, { signal })
  }
}
