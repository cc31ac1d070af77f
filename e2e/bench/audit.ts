// npm run bench -- audit, S15: the whole audit chain of a million records is checked as `npm run admin -- verify-audit` does it, and 100,000
// secrets are brought under another master key (S14). Against bounds in seconds.
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readCopy, readHead } from '../../server/audit/head.ts'
import { sealSoon, startSealing } from '../../server/audit/seal.ts'
import { verifyAudit } from '../../server/audit/verify.ts'
import { startEmbedded } from '../../server/db/embedded.ts'
import { migrate } from '../../server/db/migrate.ts'
import { openDatabase, setDatabase } from '../../server/db/pool.ts'
import { resealAll } from '../../server/db/reseal.ts'
import { forgetFormerKey, openMasterKey, seal, turnMasterKey } from '../../server/db/secrets.ts'
import { type Goal, report } from './goals.ts'

const RECORDS = Number(process.env.BENCH_RECORDS ?? 1_000_000)
const SECRETS = Number(process.env.BENCH_SECRETS ?? 100_000)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const AT_ONCE = 10_000

const folder = mkdtempSync(path.join(tmpdir(), 'datahall-bench-'))
chmodSync(folder, 0o755)
const server = await startEmbedded(folder)
await migrate(server.url, path.join(import.meta.dirname, '../../prisma/migrations'))
const database = openDatabase(server.url)
setDatabase(database)
openMasterKey(folder)
const { pool } = database

async function fillAudit() {
  for (let n = 0; n < RECORDS; n += AT_ONCE)
    await pool.query(
      `select record_audit((select jsonb_agg(jsonb_build_object('account_id', i % 500, 'session_id', i, 'ip', '198.18.0.1',
         'operation', 'POST /vm/v3/host/{id}/start', 'entity', 'host', 'entity_id', i, 'request_id', gen_random_uuid(),
         'input', jsonb_build_object('host_id', i, 'name', 'machine-' || i, 'note', repeat('x', i % 100)))) from generate_series($1::int, $2::int) i))`,
      [n + 1, Math.min(RECORDS, n + AT_ONCE)],
    )
  await pool.query('vacuum analyze audit')
  const stop = startSealing(folder)
  await sealSoon()
  await stop()
}

async function verified(): Promise<number> {
  const from = performance.now()
  const fault = await verifyAudit(pool, await readHead(pool), readCopy(folder))
  if (fault) throw new Error(JSON.stringify(fault))
  return (performance.now() - from) / 1000
}

async function rotated(): Promise<number> {
  const { rows } = await pool.query(
    `insert into account (email, roles) values ('bench' || random() || '@example.com', '{@user}') returning id`,
  )
  const account = rows[0].id as number
  const keys = Array.from({ length: SECRETS }, (_, n) => `key ${n}`)
  await pool.query(
    `insert into idempotency (account_id, key, request_hash, answer) select $1, k, '', a from unnest($2::text[], $3::text[]) as x(k, a)`,
    [
      account,
      keys,
      keys.map((key) => seal('an answer', { table: 'idempotency', id: `${account} ${key}`, column: 'answer' })),
    ],
  )
  turnMasterKey(randomBytes(32))
  const from = performance.now()
  const { count, lost } = await resealAll()
  const seconds = (performance.now() - from) / 1000
  if (count !== SECRETS || lost.length > 0) throw new Error(`${count} of ${SECRETS} secrets, ${lost.length} lost`)
  forgetFormerKey()
  await pool.query('delete from account where id = $1', [account])
  await pool.query('delete from idempotency')
  return seconds
}

const rounds = async (work: () => Promise<number>) => {
  const seconds: number[] = []
  for (let n = 0; n < ROUNDS; n++) seconds.push(await work())
  return seconds
}
const bound = (seconds: number) => ({
  reference: Array.from({ length: ROUNDS }, () => 0),
  better: 'above' as const,
  unit: 's',
  floor: seconds,
  aim: seconds,
})

let holds = false
try {
  const secrets = await rounds(rotated)
  await fillAudit()
  const checks = await rounds(verified)
  const goals: Goal[] = [
    { ...bound(10), id: 'S15', what: `${RECORDS.toLocaleString('en')} audit records are checked`, ours: checks },
    { ...bound(60), id: 'S14', what: `${SECRETS.toLocaleString('en')} secrets get another master key`, ours: secrets },
  ]
  holds = report('audit', goals)
} finally {
  await database.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(holds ? 0 : 1)
