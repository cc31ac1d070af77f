import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'

/** The schema engine's own lock: two panels, or a panel and a developer's tool, never migrate at once. */
const MIGRATION_LOCK = 72707369
const OLDEST = 150_000
const CONNECT_MS = 15_000

/**
 * Applies the SQL files of `prisma/migrations` that are not yet applied, or those of them in `only`, each in its own transaction.
 * Refuses to start when an applied file was changed afterwards. Returns the names applied now.
 */
export async function migrate(url: string, folder: string, only?: ReadonlySet<string>): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  // A connection that is cut fails the statement under way; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect().catch((fault: Error) => {
    throw unreachable(url, fault)
  })
  try {
    await checkVersion(client)
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(`create table if not exists _prisma_migrations (id varchar(36) primary key not null, checksum varchar(64) not null,
      finished_at timestamptz, migration_name varchar(255) not null, logs text, rolled_back_at timestamptz,
      started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`)
    const { rows } = await client.query<{ migration_name: string; checksum: string }>(
      'select migration_name, checksum from _prisma_migrations where finished_at is not null',
    )
    const known = new Map(rows.map((row) => [row.migration_name, row.checksum]))
    const applied: string[] = []
    for (const { name, sql, checksum } of knownMigrations(folder)) {
      if (only && !only.has(name)) continue
      const before = known.get(name)
      if (before === checksum) continue
      if (before) throw new Error(`Migration ${name} was changed after it had been applied; restore the file`)
      await apply(client, name, sql, checksum)
      applied.push(name)
    }
    return applied
  } finally {
    await client.end()
  }
}

/** Says which database it is about, but not the password in its address. */
function unreachable(url: string, fault: Error & { code?: string; errors?: Error[] }): Error {
  const { host, pathname, username } = new URL(url)
  // One host with several addresses fails with all their faults, and no words of its own.
  const why = fault.message || fault.errors?.map((one) => one.message).join('; ') || fault.code
  return new Error(
    `The database ${pathname.slice(1)} at ${host} does not let us in as ${username || 'nobody'}: ${why}`,
    {
      cause: fault,
    },
  )
}

async function checkVersion(client: pg.Client) {
  const { rows } = await client.query<{ number: number; name: string }>(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as name",
  )
  const [version] = rows
  if (version && version.number < OLDEST)
    throw new Error(`PostgreSQL ${version.name} is too old: the panel needs ${OLDEST / 10_000} or newer`)
}

async function apply(client: pg.Client, name: string, sql: string, checksum: string) {
  const id = randomUUID()
  await client.query('begin')
  try {
    await client.query('insert into _prisma_migrations (id, checksum, migration_name) values ($1, $2, $3)', [
      id,
      checksum,
      name,
    ])
    await client.query(sql)
    await client.query('update _prisma_migrations set finished_at = now(), applied_steps_count = 1 where id = $1', [id])
    await client.query('commit')
  } catch (fault) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${(fault as Error).message}`, { cause: fault })
  }
}

/** The migrations of a folder in the order in which they are applied. */
export function knownMigrations(folder: string) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const sql = readFileSync(path.join(folder, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}
