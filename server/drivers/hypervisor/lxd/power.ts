import { z } from 'zod'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import { read } from '../../../protocols/lxd/client.ts'
import { LxdError } from '../../../protocols/lxd/errors.ts'
import { msg } from '../../../shared/text.ts'
import type { DomainState } from '../domain-types.ts'
import { whenStopped } from './busy.ts'
import { appliedKey } from './define.ts'
import { applySeed } from './inside.ts'
import { type Instance, stateOf } from './instance.ts'
import type { Instances } from './instances.ts'
import type { LxdLink } from './lxd-link.ts'

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

/** Switching containers on and off. */
export class InstancePower {
  readonly #link: LxdLink
  readonly #instances: Instances

  constructor(link: LxdLink, instances: Instances) {
    this.#link = link
    this.#instances = instances
  }

  async start(domain: string, signal: AbortSignal): Promise<void> {
    const found = await this.#instances.require(domain, signal)
    await this.#endOfStopping(found.name, signal)
    const now = await this.#instances.require(domain, signal)
    if (['running', 'paused'].includes(stateOf(now.status))) return
    await this.#state(found.name, { action: 'start', timeout: -1 }, ['running', 'paused'], domain, signal)
    await this.#tell(found, signal)
  }

  /** A shutdown that was asked for before goes on by itself: what comes next waits for its end. */
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
    const found = await this.#instances.find(domain, signal)
    if (!found || stateOf(found.status) === 'stopped') return
    await this.#state(found.name, { action: 'stop', force: true, timeout: -1 }, ['stopped'], domain, signal)
  }

  /** Asks the container's system to end. @throws PanelError device_rejected when it has not within `graceMs` */
  async shutdown(domain: string, graceMs: number, signal: AbortSignal): Promise<void> {
    const found = await this.#instances.find(domain, signal)
    if (!found || stateOf(found.status) === 'stopped') return
    const deadline = AbortSignal.timeout(graceMs)
    const timeout = Math.max(1, Math.ceil(graceMs / 1000))
    try {
      const either = AbortSignal.any([signal, deadline])
      await this.#state(found.name, { action: 'stop', force: false, timeout }, ['stopped'], domain, either)
    } catch (error) {
      signal.throwIfAborted()
      if (!deadline.aborted && !(error instanceof LxdError)) throw error
      if ((await this.#instances.info(domain, signal))?.state === 'stopped') return
      throw deviceRejected(msg`The container did not shut down within ${Math.round(graceMs / 1000)} s: force it off`, {
        cause: error,
      })
    }
  }

  /** The state is read again after an error: the order of events is not ours. */
  async #state(name: string, body: object, wanted: DomainState[], domain: string, signal: AbortSignal): Promise<void> {
    try {
      await whenStopped(() => this.#link.client.run('PUT', `/instances/${name}/state`, { signal, body }), signal)
    } catch (error) {
      if (!(error instanceof LxdError)) throw error
      const now = await this.#instances.info(domain, signal)
      if (!now || !wanted.includes(now.state)) throw error
    }
  }
}
