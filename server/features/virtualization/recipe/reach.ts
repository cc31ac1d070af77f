import type { host } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import { deviceRejected, deviceUnreachable, PanelError } from '../../../domain/shared/errors.ts'
import type { GuestScript, GuestScriptReading } from '../../../drivers/hypervisor/guest-types.ts'
import { endOverSsh, type GuestShell, readOverSsh, startOverSsh } from '../../../drivers/hypervisor/linux/guest-ssh.ts'
import { plainText } from '../../../drivers/hypervisor/linux/messages.ts'
import { connectSsh } from '../../../protocols/ssh/connect.ts'
import { SshError } from '../../../protocols/ssh/errors.ts'
import { msg, type Text } from '../../../shared/text.ts'
import { pinGuestHostKey, readGuestKey } from '../host/guest-key.ts'
import { nodeConnection } from '../node/connections.ts'

export type Target = host & { node_id: number }

const SSH_PORT = 22

const isAgentAway = (fault: unknown): fault is PanelError =>
  fault instanceof PanelError && fault.value === 'guest_agent'

/**
 * The ways into a guest for scripts: its agent; where that does not answer, SSH from its node with the panel's key for this VM.
 * Both run the same programs, so a run that began by one is read by the other. Close it afterwards.
 */
export class GuestReach {
  readonly #row: Target
  #shell: GuestShell | null = null

  constructor(row: Target) {
    this.#row = row
  }

  /** @throws PanelError with the value `guest_agent` when neither way leads into the guest, or SSH may not be tried */
  start(script: GuestScript, { ssh }: { ssh: boolean }, signal: AbortSignal): Promise<void> {
    return this.#by(
      signal,
      async () => (await this.#node(signal)).startGuestScript(this.#row.internal_name, script, signal),
      (shell) => startOverSsh(shell, script, signal),
      ssh && script.type !== 'power_shell',
    )
  }

  read(token: string, offset: number, signal: AbortSignal): Promise<GuestScriptReading> {
    return this.#by(
      signal,
      async () => (await this.#node(signal)).readGuestScript(this.#row.internal_name, token, offset, signal),
      (shell) => readOverSsh(shell, token, offset, signal),
    )
  }

  end(token: string, signal: AbortSignal): Promise<void> {
    return this.#by(
      signal,
      async () => (await this.#node(signal)).endGuestScript(this.#row.internal_name, token, signal),
      (shell) => endOverSsh(shell, token, signal),
    )
  }

  close(): void {
    this.#shell?.ssh.close()
    this.#shell = null
  }

  #node(signal: AbortSignal) {
    return nodeConnection(this.#row.node_id, signal)
  }

  /** A connection that was opened once is gone on with: an agent that hangs costs ten seconds each time. */
  async #by<T>(
    signal: AbortSignal,
    agent: () => Promise<T>,
    overSsh: (shell: GuestShell) => Promise<T>,
    allowed = true,
  ): Promise<T> {
    if (this.#shell) return this.#spoken(overSsh(this.#shell), signal)
    try {
      return await agent()
    } catch (fault) {
      if (!isAgentAway(fault) || !allowed) throw fault
      const shell = await this.#open(fault.text, signal)
      if (!shell) throw fault
      this.#shell = shell
      return this.#spoken(overSsh(shell), signal)
    }
  }

  /** Null where the panel has no key or no address. */
  async #open(agent: Text, signal: AbortSignal): Promise<GuestShell | null> {
    const row = this.#row
    const [key, address] = await Promise.all([readGuestKey(row), addressOf(row.id)])
    if (!key || !address) return null
    const neither = (why: Text, cause?: unknown) =>
      deviceRejected(msg`${agent}. SSH to ${address} does not work either: ${why}`, { value: 'guest_agent', cause })
    try {
      const stream = await (await this.#node(signal)).openTcp(address, SSH_PORT, signal)
      const { privateKey, hostKey } = key
      const target = { address, port: SSH_PORT, username: row.login_user, auth: { privateKey }, hostKey, stream }
      const ssh = await connectSsh(target, signal)
      if (await pinGuestHostKey(row, ssh.hostKey)) return { ssh, isRoot: row.login_user === 'root' }
      ssh.close()
      throw new SshError('host_key_changed', msg`another host key was met at the same time`)
    } catch (fault) {
      signal.throwIfAborted()
      throw neither(whyNot(fault), fault)
    }
  }

  async #spoken<T>(running: Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      return await running
    } catch (fault) {
      if (!(fault instanceof SshError)) throw fault
      signal.throwIfAborted()
      this.close()
      throw deviceUnreachable(msg`The SSH connection to the guest failed: ${whyNot(fault)}`, { cause: fault })
    }
  }
}

function whyNot(fault: unknown): Text {
  if (fault instanceof SshError && fault.kind === 'host_key_changed')
    return msg`the guest has another host key than when it was first reached, so nothing is sent to it (${plainText(fault)})`
  if (fault instanceof SshError && fault.kind === 'auth_refused')
    return msg`the guest does not take the panel's key, which a newly installed system has`
  return plainText(fault)
}

/** The address by which the node reaches a guest: its first one that stays. */
async function addressOf(host_id: number): Promise<string | null> {
  const { rows } = await db().pool.query<{ ip: string }>(
    `select host(ip_addr) as ip from ip where host_id = $1 and ip_addr is not null and state <> 'deleting'
      order by family(ip_addr), id limit 1`,
    [host_id],
  )
  return rows[0]?.ip ?? null
}
