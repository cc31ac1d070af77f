import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { GUEST_PASSWORD, until } from './slice.ts'

const run = promisify(execFile)

/** Signs in to a guest as root with the chosen password and runs a program there; tries until the guest is up. */
export async function sshSays(address: string, ...command: string[]): Promise<string> {
  const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'ConnectTimeout=3', 'LogLevel=ERROR']
  const ssh = ['ssh', ...options.flatMap((one) => ['-o', one]), `root@${address}`, ...command]
  return until(
    `SSH of ${address}`,
    async () => (await run('sshpass', ['-p', GUEST_PASSWORD, ...ssh], { timeout: 15_000 })).stdout.trim() || ' ',
    60,
    250,
  )
}
