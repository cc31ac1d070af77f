import { setTimeout as delay } from 'node:timers/promises'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import { errorCode, LibvirtError } from '../../../protocols/libvirt/errors.ts'
import { type Domain, procedures } from '../../../protocols/libvirt/procedures.ts'
import { msg } from '../../../shared/text.ts'
import type { DomainState } from '../domain-types.ts'
import type { Domains } from './domains.ts'
import type { LibvirtLink } from './libvirt-link.ts'
import { unlessGone } from './unless-gone.ts'

const viaAcpi = 1
// A guest that is still booting misses the first press of its power button.
const pressEveryMs = 4_000

/** Switching domains on and off. */
export class DomainPower {
  readonly #link: LibvirtLink
  readonly #domains: Domains

  constructor(link: LibvirtLink, domains: Domains) {
    this.#link = link
    this.#domains = domains
  }

  /** See `NodeConnection.continueDomain`. */
  async continue(name: string, signal: AbortSignal): Promise<void> {
    const domain = await this.#domains.find(name, signal)
    if (domain && (await this.#domains.standing(domain, signal)).stalled)
      await this.#link.call(procedures.resume, domain, signal)
  }

  async start(name: string, signal: AbortSignal): Promise<void> {
    const domain = await this.#domains.require(name, signal)
    // A crash that libvirt keeps for inspection stands in the way of a start.
    if (domain.id >= 0 && (await this.#domains.state(domain, signal)) === 'crashed') await this.destroy(name, signal)
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
    if (wanted.includes(await this.#domains.state(domain, signal))) return
    try {
      await act()
    } catch (error) {
      const invalid = error instanceof LibvirtError && error.code === errorCode.operationInvalid
      if (!invalid || !wanted.includes(await this.#domains.state(domain, signal))) throw error
    }
  }

  async destroy(name: string, signal: AbortSignal): Promise<void> {
    const domain = await this.#domains.find(name, signal)
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
    const domain = await this.#domains.find(name, signal)
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
        const off = await unlessGone(async () =>
          ['stopped', 'crashed'].includes(await this.#domains.state(domain, signal)),
        )
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
    throw deviceRejected(
      msg`The guest did not shut down within ${Math.round(graceMs / 1000)} s: it may ignore the power button. Force it off`,
    )
  }
}
