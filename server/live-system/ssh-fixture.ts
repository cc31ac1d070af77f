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

/** By a private key alone. */
export function signInWithKey(port: number, key: string, command: string, machine: Machine): Promise<string> {
  const only = ['-i', key, '-o', 'BatchMode=yes', '-o', 'PreferredAuthentications=publickey']
  return untilSignedIn(['ssh', '-q', ...options, ...only, '-p', String(port), 'root@127.0.0.1', command], machine)
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
