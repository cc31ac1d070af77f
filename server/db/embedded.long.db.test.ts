import { spawn } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { startEmbedded } from './embedded.ts'

const folders: string[] = []
/** A data folder that the user of the database can get to. */
function dataFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'embedded-'))
  chmodSync(folder, 0o755)
  folders.push(folder)
  return folder
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** A panel's start of its database, as a process that can be killed, with its initdb or without. */
function starting(data: string) {
  const code = `import { startEmbedded } from ${JSON.stringify(path.join(import.meta.dirname, 'embedded.ts'))}
    await startEmbedded(${JSON.stringify(data)})
    setInterval(() => {}, 1000)`
  return spawn(process.execPath, ['--input-type=module-typescript', '-e', code], { stdio: 'ignore', detached: true })
}

/** True once a folder in the data folder has the file. */
const has = (data: string, file: string) =>
  readdirSync(data).some((folder) => existsSync(path.join(data, folder, file)))

async function answers(data: string) {
  const server = await startEmbedded(data)
  try {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    const { rows } = await client.query('select current_database() as name')
    await client.end()
    return rows[0].name
  } finally {
    await server.stop()
  }
}

describe('a first start that is killed', () => {
  it.each([
    ['before there is a file', 'postgres.password', true],
    ['while initdb begins', 'PG_VERSION', true],
    ['while initdb goes on alone', 'PG_VERSION', false],
    ['in the midst of initdb', 'base/5/PG_VERSION', true],
    ['once the server runs', 'postmaster.pid', false],
  ])('%s leaves a folder that starts', async (_, moment, whole) => {
    const data = dataFolder()
    const panel = starting(data)
    const gone = new Promise((done) => panel.once('exit', done))
    while (!has(data, moment) && !existsSync(path.join(data, moment)) && panel.exitCode === null) await wait(1)
    process.kill(whole ? -panel.pid! : panel.pid!, 'SIGKILL')
    await gone
    expect(await answers(data)).toBe('datahall')
    expect(readdirSync(data).filter((name) => name.startsWith('.initial-') && !name.endsWith('.database'))).toEqual([])
  })
})

describe('a server that was left running', () => {
  it('is ended when it is of the folder, and spared when the folder is a copy', async () => {
    const data = dataFolder()
    const other = dataFolder()
    await answers(other)
    const panel = starting(data)
    const pidFile = path.join(data, 'postgres/postmaster.pid')
    while (!existsSync(pidFile) || !readFileSync(pidFile, 'utf8').includes('ready')) await wait(20)
    process.kill(panel.pid!, 'SIGKILL')
    const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
    // One that has ended stays listed until init has looked after it.
    const alive = () => existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
    copyFileSync(pidFile, path.join(other, 'postgres/postmaster.pid'))
    expect(await answers(other)).toBe('datahall')
    expect(alive()).toBe(true)
    expect(await answers(data)).toBe('datahall')
    expect(alive()).toBe(false)
  })
})

it('leaves a database of another major version as it is, and tells the way over', async () => {
  const data = dataFolder()
  mkdirSync(path.join(data, 'postgres'))
  writeFileSync(path.join(data, 'postgres/PG_VERSION'), '14\n')
  await expect(startEmbedded(data)).rejects.toThrow(/is of PostgreSQL 14, .*npm run admin -- dump FILE/)
  expect(readdirSync(path.join(data, 'postgres'))).toEqual(['PG_VERSION'])
})
