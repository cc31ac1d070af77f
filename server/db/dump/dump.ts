import { createWriteStream, renameSync, rmSync, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { VERSION } from '../../process/version.ts'
import { connect, migrationsOf, sequencesOf, source, tablesOf } from './catalogue.ts'
import { type DumpEnd, type DumpHeader, type DumpTable, END_OF_ROWS, FORMAT } from './format.ts'

/**
 * Writes all rows of a panel's database to a file, as they are at one moment, beside running panels. The file is whole or absent,
 * may replace an older one, and is for its owner alone: what is sealed in it stays sealed, but e-mail addresses do not.
 * @returns its size in bytes
 * @throws Error when the database is not a panel's
 */
export async function dump(url: string, file: string): Promise<number> {
  const half = `${file}.${process.pid}.part`
  const client = await connect(url)
  try {
    await client.query('begin transaction isolation level repeatable read read only')
    const migrations = await migrationsOf(client)
    if (migrations.length === 0) throw new Error('This database holds no data of a panel')
    const out = createWriteStream(half, { mode: 0o600, flags: 'wx', flush: true })
    await pipeline(() => pieces(client, migrations), createGzip({ level: 4 }), out)
    renameSync(half, file)
    return statSync(file).size
  } finally {
    rmSync(half, { force: true })
    await client.end()
  }
}

const line = (value: DumpHeader | DumpTable | DumpEnd) => `${JSON.stringify(value)}\n`

async function* pieces(client: pg.Client, migrations: DumpHeader['migrations']): AsyncGenerator<string | Buffer> {
  const { rows } = await client.query(`select current_setting('server_version') as version`)
  yield line({ format: FORMAT, panel: VERSION, postgres: rows[0].version, at: new Date().toISOString(), migrations })
  for (const table of await tablesOf(client)) {
    yield line(table)
    yield* client.query(copyTo(`copy ${source(table)} to stdout`))
    yield END_OF_ROWS
  }
  // Read last: sequences belong to no transaction, and are never behind the rows that they have numbered.
  yield line({ sequences: await sequencesOf(client) })
}
