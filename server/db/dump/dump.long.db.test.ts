import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApi } from '../../../e2e/support/api.ts'
import { loadRoom } from '../../simulation/demo/room-load.ts'
import { startEmbedded } from '../embedded.ts'
import { migrate } from '../migrate.ts'
import { transaction } from '../transaction.ts'
import { connect, quoted, tablesOf } from './catalogue.ts'
import { dump } from './dump.ts'
import { restore } from './restore.ts'

const migrations = path.resolve(import.meta.dirname, '../../../prisma/migrations')
const folder = mkdtempSync(path.join(tmpdir(), 'dump-'))
const file = path.join(folder, 'panel.dump')
const made: string[] = []

let api: Awaited<ReturnType<typeof testApi>>
beforeAll(async () => {
  chmodSync(folder, 0o755)
  api = await testApi()
  await transaction((work) => loadRoom(work, { owners: [api.ann.id, api.bob.id, api.bob.id], nodes: [] }))
  // What COPY has to write in other characters, and what looks like the end of a table.
  const words = 'tab\t, "quotes", \\., \\N\n\\.\nlast line \u{1f980}'
  await api.database.pool.query('update server set note = $1 where id % 3 = 0', [words])
  await api.database.pool.query('update server set note = $1 where id % 40 = 1', ['x'.repeat(100_000)])
  await dump(api.database.url, file)
})
afterAll(async () => {
  await api.close()
  for (const name of made) await query(process.env.TEST_DATABASE_URL!, `drop database if exists ${name} with (force)`)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function newDatabase(): Promise<string> {
  const name = `restored_${randomBytes(6).toString('hex')}`
  await query(process.env.TEST_DATABASE_URL!, `create database ${name}`)
  made.push(name)
  return Object.assign(new URL(api.database.url), { pathname: `/${name}` }).href
}

/** Of each table how many rows and a digest of them, of the rest how it is defined. */
async function contents(url: string) {
  const client = await connect(url)
  try {
    const tables: Record<string, unknown> = {}
    for (const { table } of await tablesOf(client)) {
      const digest = `select count(*)::int as n, md5(string_agg(md5(t::text), '' order by t::text)) as digest from ${quoted(table)} t`
      tables[table] = (await client.query(digest)).rows[0]
    }
    const other = await client.query(`select
      (select json_agg(row(sequencename, last_value) order by sequencename) from pg_sequences) as sequences,
      (select json_agg(row(tgrelid::regclass::text, tgname, tgenabled) order by tgrelid::regclass::text, tgname) from pg_trigger
       where not tgisinternal) as triggers,
      (select json_agg(row(conrelid::regclass::text, conname, convalidated, pg_get_constraintdef(oid)) order by conrelid::regclass::text, conname)
       from pg_constraint where connamespace = 'public'::regnamespace) as constraints`)
    return { tables, ...other.rows[0] }
  } finally {
    await client.end()
  }
}

/** The dump with its text changed. */
function changed(change: (text: string) => string): string {
  const other = path.join(folder, `${randomBytes(4).toString('hex')}.dump`)
  writeFileSync(other, gzipSync(change(gunzipSync(readFileSync(file)).toString())))
  return other
}

const headerOf = (text: string) => JSON.parse(text.slice(0, text.indexOf('\n')))
const rowsOf = async (url: string) => Object.values((await contents(url)).tables as Record<string, { n: number }>)

it('writes a file for its owner alone, and leaves nothing of one that fails', async () => {
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const other = path.join(folder, 'none.dump')
  await expect(dump(await newDatabase(), other)).rejects.toThrow('holds no data of a panel')
  expect(existsSync(other)).toBe(false)
})

it('brings all of it into a cluster that an operator begins with it', async () => {
  const data = path.join(folder, 'data')
  const { status, stdout } = spawnSync(
    process.execPath,
    [path.resolve(import.meta.dirname, '../../cli/admin.ts'), 'restore', file],
    { encoding: 'utf8', env: { ...process.env, DATABASE_URL: '', DATAHALL_DATA: data }, timeout: 120_000 },
  )
  expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringContaining('Restored what panel') })
  const cluster = await startEmbedded(data)
  try {
    const restored = await contents(cluster.url)
    expect(restored).toEqual(await contents(api.database.url))
    expect(restored.tables.server.n).toBeGreaterThan(90)
    const max = 'select max(id)::int as id from platform'
    const [{ id }] = await query(cluster.url, max)
    await query(
      cluster.url,
      `insert into platform select p.* from platform o, jsonb_populate_record(o, jsonb_build_object('id', nextval('platform_id_seq'), 'name', 'next')) p limit 1`,
    )
    expect((await query(cluster.url, max))[0].id).toBeGreaterThan(id)
    expect(await migrate(cluster.url, migrations)).toEqual([])
  } finally {
    await cluster.stop()
  }
})

/** The dump of a panel whose table has not got the column yet. */
function withoutColumn(text: string, table: string, column: string): string {
  const section = new RegExp(`^\\{"table":"${table}","columns":(\\[[^\\]]*\\])([^\\n]*)\\n([^]*?)^\\\\\\.\\n`, 'm')
  return text.replace(section, (_, list: string, rest: string, rows: string) => {
    const columns: string[] = JSON.parse(list)
    const at = columns.indexOf(column)
    const fewer = (all: string[]) => all.filter((_, n) => n !== at)
    const lines = rows.split('\n').map((row) => (row === '' ? row : fewer(row.split('\t')).join('\t')))
    return `{"table":"${table}","columns":${JSON.stringify(fewer(columns))}${rest}\n${lines.join('\n')}\\.\n`
  })
}

it('takes a dump of an older panel, which is brought up to date afterwards', async () => {
  const url = await newDatabase()
  const last = headerOf(gunzipSync(readFileSync(file)).toString()).migrations.at(-1).name
  const older = changed((text) => {
    const header = headerOf(text)
    header.migrations.pop()
    // Nor had it the tables that came with that migration.
    const sql = readFileSync(path.join(migrations, last, 'migration.sql'), 'utf8')
    const before = [...sql.matchAll(/^create table "?(\w+)/gim)].reduce(
      (all, [, table]) =>
        all
          .replace(new RegExp(`^\\{"table":"${table}",[^\\n]*\\n[^]*?^\\\\\\.\\n`, 'm'), '')
          .replace(new RegExp(`"${table}_id_seq":\\[[^\\]]*\\],?`), ''),
      text.slice(text.indexOf('\n')),
    )
    const added = [...sql.matchAll(/^alter table "?(\w+)"?([^;]*)/gim)].flatMap(([, table = '', rest = '']) =>
      [...rest.matchAll(/add column\s+"?(\w+)/gi)].map(([, column = '']) => ({ table, column })),
    )
    const narrow = added.reduce((all, { table, column }) => withoutColumn(all, table, column), before)
    return JSON.stringify(header) + narrow.replace(/,\}\}\n$/, '}}\n')
  })
  await restore(url, older, migrations)
  expect(await migrate(url, migrations)).toEqual([last])
})

it('refuses a dump of migrations that this panel does not have', async () => {
  const newer = changed((text) => text.replace('"name":"2026', '"name":"2036'))
  await expect(restore(await newDatabase(), newer, migrations)).rejects.toThrow(/has the migration 2036\w+/)
  const edited = changed((text) => text.replace(/"checksum":"\w/, '"checksum":"-'))
  await expect(restore(await newDatabase(), edited, migrations)).rejects.toThrow('does not have')
})

it('refuses a database that holds something, or has tables of a newer panel', async () => {
  await expect(restore(api.database.url, file, migrations)).rejects.toThrow(/not empty \(.*account.*server/)
  const url = await newDatabase()
  await migrate(url, migrations)
  await query(
    url,
    `insert into _prisma_migrations select 'next', 'x', now(), '2036_next' from _prisma_migrations limit 1`,
  )
  await expect(restore(url, file, migrations)).rejects.toThrow('newer than the dump')
})

it('restores nothing of a file that is cut off, damaged or none, and all of a whole one then', async () => {
  const url = await newDatabase()
  const cut = path.join(folder, 'cut.dump')
  const bytes = readFileSync(file)
  for (const length of [5, 300, bytes.length >> 1, bytes.length - 1]) {
    writeFileSync(cut, bytes.subarray(0, length))
    await expect(restore(url, cut, migrations)).rejects.toThrow('damaged or cut off')
  }
  writeFileSync(cut, bytes.fill(0, bytes.length - 8, bytes.length - 4))
  await expect(restore(url, cut, migrations)).rejects.toThrow('damaged or cut off')
  const lines = changed((text) => text.slice(0, text.lastIndexOf('{"sequences"')))
  await expect(restore(url, lines, migrations)).rejects.toThrow('damaged or cut off')
  const row = changed((text) => text.replace(/^(\d+)\tFRA1/m, 'x\tFRA1'))
  await expect(restore(url, row, migrations)).rejects.toThrow('invalid input syntax')
  writeFileSync(cut, gzipSync('some text\n'))
  await expect(restore(url, cut, migrations)).rejects.toThrow('is not a dump')
  expect((await rowsOf(url)).reduce((sum, { n }) => sum + n, 0)).toBe(4)
  await restore(url, file, migrations)
  expect(await contents(url)).toEqual(await contents(api.database.url))
})
