import type { Duplex } from 'node:stream'
import { z } from 'zod'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import { LxdClient, read } from '../../../protocols/lxd/client.ts'
import { LxdLostError } from '../../../protocols/lxd/errors.ts'
import { type LifecycleEvent, onLifecycle } from '../../../protocols/lxd/events.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { SshError } from '../../../protocols/ssh/errors.ts'
import { unlessAborted } from '../../../shared/abort.ts'
import { msg } from '../../../shared/text.ts'

/** Debian's and Ubuntu's package, then the snap. */
const sockets = ['/var/lib/lxd/unix.socket', '/var/snap/lxd/common/lxd/unix.socket']
const programs = ['/usr/bin/lxd', '/usr/sbin/lxd', '/snap/bin/lxd']
const openMs = 10_000
const aliveEveryMs = 5_000

const server = z.object({
  api_extensions: z.array(z.string()),
  auth: z.string(),
  environment: z.object({ server_version: z.string().max(100), server_name: z.string().max(255).optional() }),
})
export type LxdServer = z.infer<typeof server>

/**
 * The node's LXD: its socket is found at the first use (a node without it can still be looked at). Events are a WebSocket of their
 * own; when that ends `onLost` is called, because without it nothing we know about the node is fresh.
 */
export class LxdLink {
  readonly client: LxdClient
  readonly #ssh: SshConnection
  readonly #onEvent: (event: LifecycleEvent) => void
  readonly #onLost: (cause: Error) => void
  #socket: string | null = null
  #listening: Promise<void> | null = null
  #closing = false
  #alive: NodeJS.Timeout | undefined

  constructor(ssh: SshConnection, onEvent: (event: LifecycleEvent) => void, onLost: (cause: Error) => void) {
    this.#ssh = ssh
    this.#onEvent = onEvent
    this.#onLost = onLost
    this.client = new LxdClient((signal) => this.#open(signal))
  }

  close(): void {
    this.#closing = true
    clearInterval(this.#alive)
  }

  async server(signal: AbortSignal): Promise<LxdServer> {
    return read(server, await this.client.ask('GET', '', { signal }))
  }

  /** Resolves when events are being listened to. */
  listen(signal: AbortSignal): Promise<void> {
    if (!this.#listening) {
      const listening = this.#listen()
      this.#listening = listening
      listening.catch(() => {
        // The next call tries again: LXD may have been installed meanwhile.
        if (this.#listening === listening) this.#listening = null
      })
    }
    return unlessAborted(this.#listening, signal)
  }

  async #listen(): Promise<void> {
    const socket = await this.client.webSocket('/events?type=lifecycle', AbortSignal.timeout(openMs))
    onLifecycle(socket, this.#onEvent)
    let heard = true
    socket.on('pong', () => {
      heard = true
    })
    clearInterval(this.#alive)
    this.#alive = setInterval(() => {
      if (!heard) return socket.terminate()
      heard = false
      socket.ping()
    }, aliveEveryMs)
    this.#alive.unref()
    socket.once('close', () => {
      clearInterval(this.#alive)
      if (!this.#closing) this.#onLost(new LxdLostError(msg`LXD ended its stream of events`))
    })
  }

  async #open(signal: AbortSignal): Promise<Duplex> {
    for (const path of this.#socket ? [this.#socket] : sockets) {
      try {
        const stream = await this.#ssh.openUnix(path, signal)
        this.#socket = path
        return stream
      } catch (error) {
        if (!(error instanceof SshError) || error.kind !== 'no_such_socket') throw error
      }
    }
    this.#socket = null
    for (const path of programs) {
      const { code } = await this.#ssh.exec(['test', '-x', path], { signal })
      if (code === 0)
        throw deviceRejected(msg`LXD is not running on the node: start it with "systemctl enable --now lxd"`)
    }
    throw deviceRejected(msg`LXD is not installed on the node: install lxd (Debian, Ubuntu) and run "lxd init"`)
  }
}
