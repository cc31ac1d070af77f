// npm run bench, P19: next free address under 32 writers on a /16, against raw SQL that takes one of 65,536 rows made beforehand
// with FOR UPDATE SKIP LOCKED. Twice: statement against statement, and both inside the panel's transaction with the change log on.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbedded } from '../../server/db/embedded.ts'
import { migrate } from '../../server/db/migrate.ts'
import { openDatabase, setDatabase } from '../../server/db/pool.ts'
import { transaction } from '../../server/db/transaction.ts'
import { IPV4 } from '../../server/domain/ip/family.ts'
import { changed } from '../../server/events/changes.ts'
import { allocate } from '../../server/features/network/allocation/allocate.ts'
import { type Goal, report } from './goals.ts'

const WRITERS = 32
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7)
/** Addresses a round and side. */
const COUNT = Number(process.env.BENCH_ADDRESSES ?? 4000)

const folder = mkdtempSync(path.join(tmpdir(), 'datahall-bench-'))
chmodSync(folder, 0o755)
const server = await startEmbedded(folder)
await migrate(server.url, path.join(import.meta.dirname, '../../prisma/migrations'))
const database = openDatabase(server.url, { connections: WRITERS + 1 })
setDatabase(database)
const { pool } = database

const REFERENCE = `update reference set host_id = 1
  where id = (select id from reference where host_id is null order by ip_addr limit 1 for update skip locked) returning id, ip_addr`
await pool.query('create table reference (id serial primary key, ip_addr inet not null unique, host_id int)')
await pool.query('create index on reference (ip_addr) where host_id is null')
await pool.query(`insert into ippool (name) values ('bench')`)
await pool.query(`insert into ipnet (name, net, gateway, family) values ('10.1.0.0/16', '10.1.0.0/16', '10.1.0.1', 2)`)

async function fresh() {
  await pool.query('truncate ip, ip_free, iprange, change, reference restart identity cascade')
  await pool.query(`insert into iprange (ippool_id, ipnet_id, name, first, last, family, size, frontier)
    values (1, 1, '10.1.0.0/16', '10.1.0.0', '10.1.255.255', 2, 65536, '10.1.0.0')`)
  await pool.query(`insert into reference (ip_addr) select '10.1.0.0'::inet + n from generate_series(0, 65535) n`)
  await pool.query('vacuum analyze')
}

/** Runs `take` COUNT times by 32 writers. Answers how many a second; throws when an address came twice. */
async function rate(take: () => Promise<string>): Promise<number> {
  await fresh()
  const given = new Set<string>()
  let left = COUNT
  const started = performance.now()
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      while (left-- > 0) given.add(await take())
    }),
  )
  const seconds = (performance.now() - started) / 1000
  if (given.size !== COUNT) throw new Error(`${COUNT - given.size} addresses were given twice`)
  return COUNT / seconds
}

type Answer = { rows: { ip_addr: string; restock: number | null; seen: string }[] }
type Client = { query(statement: { name: string; text: string }): Promise<Answer> }

async function inTransaction(body: (client: Client) => Promise<string>): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const answer = await body(client)
    await client.query('commit')
    return answer
  } finally {
    client.release()
  }
}

const rawReference = () =>
  inTransaction(async (client) => (await client.query({ name: 'reference', text: REFERENCE })).rows[0]!.ip_addr)

const OURS = `select (got).ip_addr, restock, host(seen) as seen
  from ip_allocate('{1}', 2, 1, jsonb_populate_record(null::ip, '{"state": "ok", "note": ""}'))`
let restocking: Promise<unknown> | null = null
const rawOurs = () =>
  inTransaction(async (client) => {
    for (;;) {
      const row = (await client.query({ name: 'ours', text: OURS })).rows[0]!
      if (row.restock) {
        restocking ??= pool.query('select ip_restock(1, $1, 256)', [row.seen]).finally(() => {
          restocking = null
        })
        await restocking
      }
      if (row.ip_addr) return row.ip_addr
    }
  })

const panelReference = () =>
  transaction(async (work) => {
    const [row] = await work.sql<{ id: number; ip_addr: string }>(REFERENCE)
    changed(work, { entity: 'ip', entity_id: row!.id, event: 'create', data: { ip_addr: row!.ip_addr, state: 'ok' } })
    return row!.ip_addr
  })

const panelOurs = () =>
  transaction(async (work) => {
    const [address] = await allocate(work, { pools: [1], count: 1, family: IPV4, state: 'ok' })
    return address!.ip_addr
  })

async function compare(what: string, ours: () => Promise<string>, reference: () => Promise<string>): Promise<Goal> {
  const goal: Goal = { id: 'P19', what, ours: [], reference: [], unit: '/s', better: 'more', floor: 0.5, aim: 0.8 }
  await rate(ours)
  await rate(reference)
  for (let round = 0; round < ROUNDS; round++) {
    goal.ours.push(await rate(ours))
    goal.reference.push(await rate(reference))
  }
  return goal
}

let holds = false
try {
  holds = report('addresses', [
    await compare('next free address of a /16, 32 writers, 0 duplicates', rawOurs, rawReference),
    await compare('the same in the panel: its transaction, change log on', panelOurs, panelReference),
  ])
} finally {
  await database.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(holds ? 0 : 1)
