import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../server/db/embedded.ts'
import { migrate } from '../../server/db/migrate.ts'
import { openDatabase, setDatabase } from '../../server/db/pool.ts'
import { openMasterKey } from '../../server/db/secrets.ts'
import { quickFolder } from './quick-folder.ts'

const migrations = path.join(import.meta.dirname, '../../prisma/migrations')
const TEMPLATE = 'datahall_template'

/** vitest globalSetup: one PostgreSQL server for the run, with a migrated database that each test file copies. */
export default async function setup(_project: TestProject) {
  let server: Awaited<ReturnType<typeof startEmbedded>> | undefined
  let folder: string | undefined
  if (!process.env.TEST_DATABASE_URL) {
    folder = mkdtempSync(path.join(quickFolder(), 'datahall-test-'))
    chmodSync(folder, 0o755)
    server = await startEmbedded(folder)
    await forTheRunOnly(server.url)
    process.env.TEST_DATABASE_URL = server.url
  }
  const url = process.env.TEST_DATABASE_URL!
  await admin(url, `drop database if exists ${TEMPLATE} with (force)`)
  await admin(url, `create database ${TEMPLATE}`)
  await migrate(named(url, TEMPLATE), migrations)
  return async () => {
    if (!server) return
    await server.stop()
    delete process.env.TEST_DATABASE_URL
    if (folder) rmSync(folder, { recursive: true, force: true })
  }
}

/** What the server of a run keeps is thrown away: nothing has to survive a loss of power. */
async function forTheRunOnly(url: string) {
  for (const name of ['fsync', 'full_page_writes']) await admin(url, `alter system set ${name} = off`)
  await admin(url, 'select pg_reload_conf()')
}

/** A fresh migrated database for one test file, open as the process's database; `drop` removes it. */
export async function testDatabase(options: { connections?: number } = {}) {
  const base = process.env.TEST_DATABASE_URL
  if (!base) throw new Error('No test database: run through vitest')
  const name = `test_${randomBytes(6).toString('hex')}`
  await copyTemplate(base, name)
  const masterKey = randomBytes(32).toString('hex')
  openMasterKey('/nowhere', masterKey)
  const database = openDatabase(named(base, name), options)
  setDatabase(database)
  return {
    ...database,
    /** For other processes on the same database. */
    masterKey,
    async drop() {
      await database.close()
      await admin(base, `drop database if exists ${name} with (force)`)
    },
  }
}

/** Copying a template fails while another session copies it: the server says so, and the next try succeeds. */
async function copyTemplate(base: string, name: string) {
  const client = new pg.Client({ connectionString: base })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(774411)')
    await client.query(`create database ${name} template ${TEMPLATE}`)
  } finally {
    await client.end()
  }
}

async function admin(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

function named(url: string, database: string): string {
  const at = new URL(url)
  at.pathname = `/${database}`
  return at.href
}
