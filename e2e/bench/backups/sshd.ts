import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { generateKeyPair } from '../../../server/protocols/ssh/keys.ts'

const PATIENCE_MS = 10_000

/** An OpenSSH server of this machine that one key may use: it stands for the node as well as for the place of the backups. */
export type Sshd = {
  port: number
  privateKey: string /** For programs that call `ssh -F`: the host is `bench`. */
  config: string
  close: () => void
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).once('error', () => resolve(false))
  })

/** Starts it with its files in a folder. Needs root and openssh-server. */
export async function startSshd(folder: string): Promise<Sshd> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  mkdirSync('/run/sshd', { recursive: true })
  const file = (name: string, text: string) => {
    const at = path.join(folder, name)
    writeFileSync(at, text, { mode: 0o600 })
    return at
  }
  const [host, user] = [generateKeyPair('host'), generateKeyPair('bench')]
  const port = await freePort()
  const lines = [
    `ListenAddress 127.0.0.1:${port}`,
    `HostKey ${file('host_key', host.privateKey)}`,
    `AuthorizedKeysFile ${file('authorized_keys', `${user.publicKey}\n`)}`,
    `PidFile ${path.join(folder, 'pid')}`,
    'StrictModes no',
    'UsePAM no',
    'PasswordAuthentication no',
    'PermitRootLogin yes',
    'MaxStartups 100',
    'Subsystem sftp internal-sftp',
  ]
  const program: ChildProcess = spawn('/usr/sbin/sshd', ['-D', '-f', file('sshd_config', `${lines.join('\n')}\n`)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const end = Date.now() + PATIENCE_MS
  while (!(await answers(port))) {
    if (Date.now() > end || program.exitCode !== null) throw new Error('sshd did not start')
    await wait(50)
  }
  const client = [
    'Host bench',
    '  HostName 127.0.0.1',
    `  Port ${port}`,
    '  User root',
    `  IdentityFile ${file('user_key', user.privateKey)}`,
    '  IdentitiesOnly yes',
    '  StrictHostKeyChecking no',
    '  UserKnownHostsFile /dev/null',
    '  LogLevel ERROR',
  ]
  const config = file('ssh_config', `${client.join('\n')}\n`)
  return { port, privateKey: user.privateKey, config, close: () => program.kill() }
}
