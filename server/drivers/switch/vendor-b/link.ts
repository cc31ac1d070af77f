import { deviceRejected, deviceUnreachable, refused } from '../../../domain/shared/errors.ts'
import { NetconfError } from '../../../protocols/netconf/errors.ts'
import { NetconfSession } from '../../../protocols/netconf/session.ts'
import { cleaned } from '../../../protocols/snmp/values.ts'
import { connectSsh } from '../../../protocols/ssh/connect.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { SshError } from '../../../protocols/ssh/errors.ts'
import { msg, type Text } from '../../../shared/text.ts'
import { deviceNames } from '../../device-messages.ts'
import type { SwitchTarget } from '../types.ts'

// Commits of a whole switch take their time.
const answerMs = 60_000

type Access = { port: number; username: string; password: string; cli: boolean }

/**
 * NETCONF as the parameters say: its own port with netconf_params; with ssh_params only, the same dialogue in a command of
 * the switch's command line.
 *
 * @throws PanelError refused when there are neither
 */
export function accessOf(target: SwitchTarget): Access {
  const { netconf, ssh } = target
  if (netconf) return { port: netconf.port, username: netconf.username, password: netconf.password, cli: false }
  if (ssh) return { port: ssh.port, username: ssh.user, password: ssh.password, cli: true }
  throw refused(
    msg`This switch is configured over NETCONF or SSH: parameters for one of them are needed`,
    'netconf_params',
  )
}

export type NetconfUse<T> = (session: NetconfSession) => Promise<T>

/** One session at a time, opened for each piece of work: these switches have few to give, and forget idle ones. */
export class NetconfLink {
  hostKey: string | null
  readonly #address: string
  readonly #access: Access
  #open: SshConnection | null = null

  constructor(target: SwitchTarget) {
    this.#address = target.address
    this.#access = accessOf(target)
    this.hostKey = target.host_key
  }

  /** @throws PanelError device_unreachable, device_rejected; or the signal's reason */
  async run<T>(signal: AbortSignal, use: NetconfUse<T>): Promise<T> {
    const { port, username, password, cli } = this.#access
    let ssh: SshConnection | null = null
    try {
      const auth = { password }
      ssh = await connectSsh({ address: this.#address, port, username, auth, hostKey: this.hostKey }, signal)
      this.#open = ssh
      this.hostKey = ssh.hostKey
      const stream = cli
        ? (await ssh.spawn(['xml-mode', 'netconf', 'need-trailer'], signal)).stream
        : await ssh.openSubsystem('netconf', signal)
      const session = await NetconfSession.open(stream, signal, { answerMs, only10: cli })
      try {
        return await use(session)
      } finally {
        session.close()
      }
    } catch (error) {
      throw this.#words(error)
    } finally {
      ssh?.close()
      this.#open = null
    }
  }

  close(): void {
    this.#open?.close()
  }

  #words(error: unknown): unknown {
    const name = deviceNames.switch.at(this.#address)
    const unreachable = (words: Text) => deviceUnreachable(words, { cause: error })
    const rejected = (words: Text) => deviceRejected(words, { cause: error })
    if (error instanceof NetconfError) {
      const detail = cleaned(error.text, 300)
      if (error.kind === 'timeout') return unreachable(msg`${name} did not answer over NETCONF: ${detail}`)
      if (error.kind === 'lost') return unreachable(msg`${name} ended the NETCONF session: ${detail}`)
      if (error.kind === 'protocol_error') return rejected(msg`${name} gives unusable answers over NETCONF: ${detail}`)
      if (error.tag === 'lock-denied')
        return rejected(msg`${name} is being configured by another session (${detail}). Try again when it has finished`)
      return rejected(msg`${name} rejected the change: ${detail}`)
    }
    if (!(error instanceof SshError)) return error
    const detail = cleaned(error.text, 300)
    switch (error.kind) {
      case 'auth_refused':
        return rejected(msg`${name} rejected the sign-in: check user name and password`)
      case 'host_key_changed':
        return rejected(msg`${name} presented a different SSH host key (${detail}). The connection may be intercepted`)
      case 'not_ssh':
        return rejected(msg`No SSH server answers at ${this.#address} port ${this.#access.port}: check the port`)
      case 'forbidden':
        return rejected(msg`${name} does not offer NETCONF on port ${this.#access.port}: turn it on, or check the port`)
      default:
        return unreachable(msg`${name} cannot be reached over SSH on port ${this.#access.port}: ${detail}`)
    }
  }
}
