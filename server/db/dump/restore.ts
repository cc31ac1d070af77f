import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { knownMigrations, migrate } from '../migrate.ts'
import { connect, migrationsOf, quoted, source, tablesOf } from './catalogue.ts'
import { DAMAGED, type DumpHeader, DumpReader, dumpEnd, dumpHeader, dumpTable } from './format.ts'

/** What migrations themselves fill; a dump brings it along. */
const FILLED_BY_MIGRATIONS = ['row_count', 'user_limit']

/**
 * Fills an empty database from a dump, of this version of PostgreSQL and of the panel or of older ones: it gets the tables that the dump
 * was made of, and the panel brings them up to date at its next start. One transaction: all is there afterwards, or no row.
 * @returns the header of the dump
 * @throws Error in words when the file is no whole dump or of a newer panel, or the database holds data
 */
export async function restore(url: string, file: string, migrations: string): Promise<DumpHeader> {
  const unzip = createGunzip({ chunkSize: 1 << 18 })
  try {
    return await pipeline(createReadStream(file), unzip, (chunks) => restoreFrom(chunks, url, file, migrations))
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code?.startsWith('Z_')) throw new Error(DAMAGED, { cause: fault })
    throw fault
  }
}

async function restoreFrom(chunks: AsyncIterable<Buffer>, url: string, file: string, migrations: string) {
  const dump = new DumpReader(chunks)
  const header = dumpHeader.safeParse(await dump.json()).data
  if (!header) throw new Error(`${file} is not a dump of this panel`)
  checkKnown(header, migrations)
  await migrate(url, migrations, new Set(header.migrations.map(({ name }) => name)))
  const client = await connect(url)
  try {
    await client.query('begin')
    await fill(client, dump, header)
    await client.query('commit')
    await client.query('analyze')
  } finally {
    await client.end()
  }
  return header
}

function checkKnown(header: DumpHeader, migrations: string) {
  const known = new Map(knownMigrations(migrations).map(({ name, checksum }) => [name, checksum]))
  const other = header.migrations.find(({ name, checksum }) => known.get(name) !== checksum)
  if (other)
    throw new Error(
      `The dump was made by panel ${header.panel} and has the migration ${other.name}, which this one does not have: restore it with that version or a newer one`,
    )
}

async function fill(client: pg.Client, dump: DumpReader, header: DumpHeader) {
  const tables = (await tablesOf(client)).map(({ table }) => table)
  // From here on no panel writes: its triggers are off, which also locks the tables.
  for (const table of tables) await client.query(`alter table ${quoted(table)} disable trigger user`)
  await checkEmpty(client, tables, header)
  const keys = await dropForeignKeys(client)
  await client.query(`truncate ${tables.map(quoted).join(', ')}`)
  await fillTables(client, dump)
  for (const key of keys) await client.query(key)
  for (const table of tables) await client.query(`alter table ${quoted(table)} enable trigger user`)
}

async function checkEmpty(client: pg.Client, tables: string[], header: DumpHeader) {
  const asked = tables
    .filter((table) => !FILLED_BY_MIGRATIONS.includes(table))
    .map((table) => `select '${table}' as name where exists (select from ${quoted(table)})`)
  const { rows } = await client.query<{ name: string }>(asked.join(' union all '))
  if (rows.length > 0)
    throw new Error(
      `The database is not empty (${rows.map(({ name }) => name).join(', ')}): a dump is only restored into an empty one`,
    )
  if ((await migrationsOf(client)).length > header.migrations.length)
    throw new Error('The database is newer than the dump: restore into a database without tables')
}

/** Drops them, and answers how to make them again: rows then come in any order, and each key is checked once for all. */
async function dropForeignKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; table: string; definition: string }>(
    `select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
  )
  for (const { name, table } of rows) await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  return rows.map(({ name, table, definition }) => `alter table ${table} add constraint ${quoted(name)} ${definition}`)
}

/** Up to the end of the dump. The sequences are last, since no rollback would set them back. */
async function fillTables(client: pg.Client, dump: DumpReader) {
  for (;;) {
    const line = await dump.json()
    const table = dumpTable.safeParse(line).data
    if (table) {
      await pipeline(dump.rows(), client.query(copyFrom(`copy ${source(table)} from stdin`)))
      continue
    }
    const end = dumpEnd.safeParse(line).data
    if (!end) throw new Error('The dump is damaged: something else stands where a table begins')
    await dump.end()
    for (const [name, [last, given]] of Object.entries(end.sequences))
      await client.query('select setval($1::regclass, $2::bigint, $3)', [quoted(name), last, given])
    return
  }
}
