import pg from 'pg'
import type { DumpEnd, DumpHeader, DumpTable } from './format.ts'

type Migrations = DumpHeader['migrations']

/** A connection whose statements take as long as the data needs, and write dates in one way whatever the database is set to. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 15_000, application_name: 'datahall' })
  // A connection that is cut fails the statement under way; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  await client.query(
    'set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set datestyle = iso; set intervalstyle = postgres',
  )
  return client
}

/** The migrations of a database, by name; none when it is not a panel's. */
export async function migrationsOf(client: pg.Client): Promise<Migrations> {
  const { rows: known } = await client.query(`select to_regclass('_prisma_migrations') is not null as here`)
  if (!known[0].here) return []
  const { rows } = await client.query(
    'select migration_name as name, checksum from _prisma_migrations where finished_at is not null order by 1',
  )
  return rows
}

/** Every table with the columns that are stored, but for that of the migrations. */
export async function tablesOf(client: pg.Client): Promise<DumpTable[]> {
  const { rows } = await client.query<DumpTable>(
    `select c.relname as table, json_agg(a.attname order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> '_prisma_migrations'
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`,
  )
  return rows
}

/** What each sequence has come to: its last number, and whether that was given out. */
export async function sequencesOf(client: pg.Client): Promise<DumpEnd['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'S'`,
  )
  const states: DumpEnd['sequences'] = {}
  for (const { name } of rows) {
    const state = await client.query(`select last_value::text as last, is_called as given from ${quoted(name)}`)
    states[name] = [state.rows[0].last, state.rows[0].given]
  }
  return states
}

export const quoted = pg.escapeIdentifier
export const source = ({ table, columns }: DumpTable) => `${quoted(table)} (${columns.map(quoted).join(', ')})`
