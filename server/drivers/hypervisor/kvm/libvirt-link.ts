import type { Duplex } from 'node:stream'
import { deviceRejected, deviceUnreachable } from '../../../domain/shared/errors.ts'
import { type LibvirtConnection, openLibvirt } from '../../../protocols/libvirt/connection.ts'
import { type LifecycleEvent, type Procedure, procedures } from '../../../protocols/libvirt/procedures.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { SshError } from '../../../protocols/ssh/errors.ts'
import { unlessAborted } from '../../../shared/abort.ts'
import { msg } from '../../../shared/text.ts'

/** The one daemon of old, then the one of a modular installation. */
const sockets = ['/run/libvirt/libvirt-sock', '/run/libvirt/virtqemud-sock']
const daemons = ['/usr/sbin/libvirtd', '/usr/sbin/virtqemud']
const uri = 'qemu:///system'
const openMs = 10_000
const answerMs = { fast: 15_000, slow: 60_000 }

/**
 * The node's libvirt, opened at the first use (a node without it can still be looked at) and kept. When it goes away after that,
 * `onLost` is called: without its events nothing we know about the node is fresh.
 */
export class LibvirtLink {
  readonly #ssh: SshConnection
  readonly #onLost: (cause: Error) => void
  readonly #onEvent: (event: LifecycleEvent) => void
  #opening: Promise<LibvirtConnection> | null = null

  constructor(ssh: SshConnection, onEvent: (event: LifecycleEvent) => void, onLost: (cause: Error) => void) {
    this.#ssh = ssh
    this.#onEvent = onEvent
    this.#onLost = onLost
  }

  close(): void {
    this.#opening?.then((connection) => connection.close()).catch(() => {})
  }

  open(signal: AbortSignal): Promise<LibvirtConnection> {
    if (!this.#opening) {
      const opening = this.#openShared()
      this.#opening = opening
      opening.catch(() => {
        // The next call tries again: libvirt may have been installed meanwhile.
        if (this.#opening === opening) this.#opening = null
      })
    }
    return unlessAborted(this.#opening, signal)
  }

  async #openShared(): Promise<LibvirtConnection> {
    const signal = AbortSignal.timeout(openMs)
    const connection = await this.openAnother(signal)
    try {
      connection.onLifecycle(this.#onEvent)
      await connection.call(procedures.registerDomainEvent, 0, signal)
    } catch (error) {
      connection.close()
      throw error
    }
    connection.closed.then((cause) => {
      if (cause) this.#onLost(cause)
    })
    return connection
  }

  /** A connection of one's own, for streams. */
  async openAnother(signal: AbortSignal): Promise<LibvirtConnection> {
    return openLibvirt(await this.#openSocket(signal), uri, signal)
  }

  async #openSocket(signal: AbortSignal): Promise<Duplex> {
    for (const path of sockets) {
      try {
        return await this.#ssh.openUnix(path, signal)
      } catch (error) {
        if (!(error instanceof SshError) || error.kind !== 'no_such_socket') throw error
      }
    }
    for (const path of daemons) {
      const { code } = await this.#ssh.exec(['test', '-x', path], { signal })
      if (code === 0) {
        const unit = path.split('/').at(-1)
        throw deviceRejected(
          msg`libvirt is not running on the node: start it with "systemctl enable --now ${unit ?? ''}"`,
        )
      }
    }
    throw deviceRejected(
      msg`libvirt is not installed on the node: install libvirt-daemon-system and qemu-system-x86 (Debian, Ubuntu) or qemu-kvm and libvirt (Red Hat family)`,
    )
  }

  /** One call with the patience that its kind deserves, or in `patience` milliseconds. */
  async call<A, R>(
    procedure: Procedure<A, R>,
    args: A,
    signal: AbortSignal,
    patience: number = answerMs[procedure.lane],
  ): Promise<R> {
    const connection = await this.open(signal)
    const deadline = AbortSignal.timeout(patience)
    try {
      return await connection.call(procedure, args, AbortSignal.any([signal, deadline]))
    } catch (error) {
      if (deadline.aborted && !signal.aborted)
        throw deviceUnreachable(msg`libvirt did not answer within ${patience / 1000} s`, { cause: error })
      throw error
    }
  }
}
