import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Runs a command in a guest as root, signed in by SSH with a password; answers what it prints, and throws when one cannot sign in. */
export async function guestSays(address: string, password: string, command: string): Promise<string> {
  const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'ConnectTimeout=3', 'LogLevel=ERROR']
  const ssh = ['ssh', ...options.flatMap((one) => ['-o', one]), `root@${address}`, command]
  return (await run('sshpass', ['-p', password, ...ssh], { timeout: 30_000 })).stdout.trim()
}
