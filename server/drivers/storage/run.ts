import { deviceRejected } from '../../domain/shared/errors.ts'
import type { ExecOptions, ExecResult, SshConnection } from '../../protocols/ssh/connection.ts'
import { SshError } from '../../protocols/ssh/errors.ts'
import { msg, type Text } from '../../shared/text.ts'
import { failed } from '../hypervisor/linux/failed.ts'

/** Room for lists of volumes and files. */
const MOST_OUTPUT = 32 << 20
/** A node that is well says so much sooner. */
const ALIVE_MS = 10_000
/** Exit codes of `timeout` for what it had to end. */
const ENDED = [124, 137]

/**
 * Runs a program that waits for the storage. Where it does not come back, the node is asked whether it is well: then it is the storage that
 * does not answer, and not the node.
 * @param silent what is said then @throws `device_rejected` with it; errors of the connection where the node does not answer either
 */
export async function answering(
  ssh: SshConnection,
  argv: readonly string[],
  options: ExecOptions,
  silent: Text,
): Promise<ExecResult> {
  try {
    const result = await ssh.exec(argv, options)
    if (ENDED.includes(result.code ?? 0) || result.signal) throw deviceRejected(silent)
    return result
  } catch (error) {
    if (!(error instanceof SshError) || error.kind !== 'timeout') throw error
    await ssh.exec(['true'], { signal: options.signal, timeoutMs: ALIVE_MS })
    throw deviceRejected(silent, { cause: error })
  }
}

/**
 * Runs a program of the node to its end.
 * @returns what it said @throws `device_rejected` with its own words when it fails, or does not come back from the storage
 */
export async function run(ssh: SshConnection, argv: readonly string[], signal: AbortSignal): Promise<string> {
  const program = argv[0] ?? ''
  const silent = msg`${program} does not come back on the node: the storage that it works on does not answer`
  const result = await answering(ssh, argv, { signal, timeoutMs: 60_000, maxOutput: MOST_OUTPUT }, silent)
  if (result.code !== 0) throw failed(program, result)
  return result.stdout
}
