import { setTimeout as pause } from 'node:timers/promises'
import { type RunResult, run } from '../../e2e/lab/run.ts'
import type { Machine } from './machine-fixture.ts'

const options = ['-o', 'StrictHostKeyChecking=no', '-o', 'UserKnownHostsFile=/dev/null', '-o', 'ConnectTimeout=20']

/** Signs in over ssh until it works, for as long as the machine runs; answers what the command printed. */
async function untilSignedIn(argv: readonly string[], machine: Machine): Promise<string> {
  let over = false
  machine.ended.then(
    () => {
      over = true
    },
    () => {
      over = true
    },
  )
  const limit = Date.now() + 540_000
  let last: RunResult
  do {
    last = await run(argv, { timeoutMs: 120_000 })
    if (last.code === 0) return last.stdout
    await pause(1000)
  } while (!over && Date.now() < limit)
  throw new Error(`no sign-in: ${last.stderr}\n${machine.serial}`)
}

/** As root, by a private key alone. */
function byKey(port: number, key: string, command: string): string[] {
  const only = ['-i', key, '-o', 'BatchMode=yes', '-o', 'PreferredAuthentications=publickey']
  return ['ssh', '-q', ...options, ...only, '-p', String(port), 'root@127.0.0.1', command]
}

/** By a private key alone. */
export function signInWithKey(port: number, key: string, command: string, machine: Machine): Promise<string> {
  return untilSignedIn(byKey(port, key, command), machine)
}

/**
 * Switches a machine off as a person would, and waits until it is. The kernel marks its arrays as clean then; one that was cut off while it
 * was written does not start without one of its disks. What does not end in a minute is cut off.
 */
export async function switchOff(port: number, key: string, machine: Machine): Promise<void> {
  // The connection ends with the machine, so the exit code says nothing.
  await run(byKey(port, key, 'sync; poweroff -f'), { timeoutMs: 60_000 })
  if (!(await machine.isOffWithin(60_000))) console.warn('the machine did not switch itself off')
}

/** By a password alone. */
export function signInWithPassword(port: number, password: string, command: string, machine: Machine): Promise<string> {
  const only = ['-o', 'PreferredAuthentications=password', '-o', 'PubkeyAuthentication=no']
  const argv = [
    'sshpass',
    '-p',
    password,
    'ssh',
    '-q',
    ...options,
    ...only,
    '-p',
    String(port),
    'root@127.0.0.1',
    command,
  ]
  return untilSignedIn(argv, machine)
}
