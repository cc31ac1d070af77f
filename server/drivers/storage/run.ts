import type { SshConnection } from '../../protocols/ssh/connection.ts'
import { failed } from '../hypervisor/linux/failed.ts'

/** Room for lists of volumes and files. */
const MOST_OUTPUT = 32 << 20

/**
 * Runs a program of the node to its end.
 * @returns what it said @throws `device_rejected` with its own words when it fails
 */
export async function run(ssh: SshConnection, argv: readonly string[], signal: AbortSignal): Promise<string> {
  const result = await ssh.exec(argv, { signal, timeoutMs: 60_000, maxOutput: MOST_OUTPUT })
  if (result.code !== 0) throw failed(argv[0] ?? '', result)
  return result.stdout
}
