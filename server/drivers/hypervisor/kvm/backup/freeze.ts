import { LibvirtError } from '../../../../protocols/libvirt/errors.ts'
import { type Domain, procedures } from '../../../../protocols/libvirt/procedures.ts'
import type { SshConnection } from '../../../../protocols/ssh/connection.ts'
import type { LibvirtLink } from '../libvirt-link.ts'

/** An agent that is there answers at once; the guest may take longer to write out what it has in memory. */
const pingPatienceS = 3
const freezePatienceS = 30
/** Windows thaws by itself after this (its shadow copies), and no guest should stand still for longer. */
const LONGEST_MS = 10_000

export type Running = { link: LibvirtLink; domain: Domain; signal: AbortSignal }

async function agent({ link, domain, signal }: Running, execute: string, timeoutS: number): Promise<boolean> {
  try {
    await link.call(procedures.agentCommand, { domain, command: JSON.stringify({ execute }), timeoutS }, signal)
    return true
  } catch (error) {
    if (error instanceof LibvirtError) return false
    throw error
  }
}

const answers = (running: Running) => agent(running, 'guest-ping', pingPatienceS)

/** Also after a freeze that was not heard of. A guest whose agent does not answer was not frozen. */
export const thaw = (running: Running): Promise<boolean> => agent(running, 'guest-fsfreeze-thaw', freezePatienceS)

/** Lets a guest write again that was left frozen; without waiting long for an agent that is not there. */
export const thawIfThere = async (running: Running): Promise<boolean> => (await answers(running)) && thaw(running)

/**
 * Runs on the node: agents of Linux never thaw by themselves. Ends without doing anything when it is told so in time, and thaws when this
 * panel, or its connection, is gone.
 */
const GUARD = `[ "$(timeout 20 head -n 1)" = done ] ||
virsh -q -c qemu:///system qemu-agent-command --timeout 10 "$1" '{"execute":"guest-fsfreeze-thaw"}'`

/**
 * Does something at a moment at which the guest's file systems are frozen.
 * @returns what it gives, and whether they were
 */
export async function whileFrozen<T>(
  ssh: SshConnection,
  running: Running,
  work: () => Promise<T>,
): Promise<{ result: T; frozen: boolean }> {
  if (!(await answers(running))) return { result: await work(), frozen: false }
  const guard = await ssh.spawn(['sh', '-c', GUARD, 'sh', running.domain.name], running.signal)
  guard.stream.on('error', () => {}).resume()
  guard.stderr.resume()
  const since = performance.now()
  try {
    const frozen = await agent(running, 'guest-fsfreeze-freeze', LONGEST_MS / 1000)
    const result = await work()
    return { result, frozen: frozen && performance.now() - since < LONGEST_MS }
  } finally {
    // Not by the caller's signal: a guest must not stay frozen because the caller gave up.
    await thaw({ ...running, signal: AbortSignal.timeout(freezePatienceS * 1000) }).then(
      () => guard.stream.end('done\n'),
      () => guard.stream.destroy(),
    )
  }
}
