import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const START_MS = 60_000

const commands = {
  build: ['dist/main.js'],
  next: ['node_modules/next/dist/bin/next', 'start', '-p', '0', '-H', '127.0.0.1'],
  source: ['server/main.ts'],
} as const

export const ADMIN = { email: 'admin@example.com', password: 'Correct-horse-1' }

export type PanelOptions = {
  /** `dist/main.js` with its pages, a plain `next start`, or the source: quicker to change, without need of a build. */
  from?: 'build' | 'next' | 'source'
  /** Data folder to go on with; by default a fresh one that `stop` removes. */
  data?: string
  /** Where a fresh one is made; by default among the system's temporary files. */
  within?: string
  env?: Record<string, string>
  /** Gets what the process writes; by default the file test-results/panel.log. */
  log?: string
}

export type PanelProcess = {
  /** `http://127.0.0.1:port`; empty for a process without the role `web`. */
  address: string
  data: string
  pid: number
  child: ChildProcess
  /** Resolves when the process has ended, by whatever means. */
  gone: Promise<void>
  kill(signal: NodeJS.Signals): void
  /** Ends it in order, and removes its data folder when it was made for it. */
  stop(): Promise<void>
}

/** A real panel in a process of its own on loopback; resolves when it serves. Throws with its words when it does not start. */
export async function startPanel(options: PanelOptions = {}): Promise<PanelProcess> {
  const data = options.data ?? freshFolder(options.within)
  const log = options.log ?? path.join(root, 'test-results/panel.log')
  mkdirSync(path.dirname(log), { recursive: true })
  const [entry, ...args] = commands[options.from ?? 'build']
  const child = spawn(process.execPath, [path.join(root, entry), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      DATAHALL_HOST: '127.0.0.1',
      DATAHALL_DATA: data,
      DATAHALL_LOG: 'info',
      DATAHALL_ADMIN_EMAIL: ADMIN.email,
      DATAHALL_ADMIN_PASSWORD: ADMIN.password,
      ...options.env,
    },
  })
  const gone = new Promise<void>((done) =>
    child.once('exit', (code, signal) => {
      appendFileSync(log, `process ${child.pid} ended at ${Date.now()}: ${signal ?? code}\n`)
      done()
    }),
  )
  const kill = (signal: NodeJS.Signals) => void child.kill(signal)
  async function stop() {
    if (child.exitCode === null && child.signalCode === null) {
      kill('SIGTERM')
      const late = setTimeout(() => kill('SIGKILL'), 25_000)
      await gone
      clearTimeout(late)
    }
    if (!options.data) rmSync(data, { recursive: true, force: true })
  }
  try {
    const address = await serves(child, gone, log)
    return { address, data, pid: child.pid!, child, gone, kill, stop }
  } catch (fault) {
    await stop()
    throw fault
  }
}

/** A folder in which the user of the embedded database may look. */
function freshFolder(within = tmpdir()): string {
  const folder = mkdtempSync(path.join(within, 'datahall-e2e-'))
  chmodSync(folder, 0o755)
  return folder
}

/** The address that the process prints when it takes requests; '' from one that only works. */
function serves(child: ChildProcess, gone: Promise<void>, log: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const fail = (why: string) => reject(new Error(`The panel ${why}:\n${text.slice(-4000)}`))
    const timer = setTimeout(() => fail('did not start in time'), START_MS)
    const hear = (chunk: Buffer) => {
      appendFileSync(log, chunk)
      text = (text + String(chunk)).slice(-8000)
      const at = /Datahall is ready:\s+(\S+)/.exec(text)?.[1]
      if (!at) return
      clearTimeout(timer)
      resolve(at.startsWith('http') ? at.replace('localhost', '127.0.0.1') : '')
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    void gone.then(() => {
      clearTimeout(timer)
      fail('ended at its start')
    })
  })
}
