import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

function signedIn(address: string, password: string, command: string): string[] {
  const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'ConnectTimeout=20', 'LogLevel=ERROR']
  return ['-p', password, 'ssh', ...options.flatMap((one) => ['-o', one]), `root@${address}`, command]
}

/** Runs a command in a guest as root, signed in by SSH with a password; answers what it prints, and throws when one cannot sign in. */
export async function guestSays(address: string, password: string, command: string): Promise<string> {
  return (await run('sshpass', signedIn(address, password, command), { timeout: 30_000 })).stdout.trim()
}

/** Puts programs of this machine into a guest of the lab, with their libraries; its C library is the same. */
export async function bringPrograms(address: string, password: string, programs: readonly string[]): Promise<void> {
  const linked = (await run('ldd', [...programs])).stdout
  const libraries = new Set([...linked.matchAll(/=> (\/\S+)/g)].map(([, path = '']) => path))
  const paths = [...programs, ...libraries].map((path) => path.slice(1))
  const pack = spawn('tar', ['-chC', '/', ...paths], { stdio: ['ignore', 'pipe', 'inherit'] })
  const unpack = spawn('sshpass', signedIn(address, password, 'tar -xC /'), { stdio: ['pipe', 'ignore', 'inherit'] })
  const [[code]] = await Promise.all([once(unpack, 'exit'), pipeline(pack.stdout, unpack.stdin)])
  if (code !== 0) throw new Error(`tar in the guest ended with ${code}`)
}
