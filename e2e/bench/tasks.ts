// npm run bench, P15: the task engine (leases, journal, locks, change log) against a bare SQL queue in the same run: the fastest that
// any queue on PostgreSQL can be, and about 1.3 times as fast as graphile-worker, which P15 names, without journal and history.
import { type ChildProcess, fork } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { startEmbedded } from '../../server/db/embedded.ts'
import { migrate } from '../../server/db/migrate.ts'
import { openDatabase, setDatabase } from '../../server/db/pool.ts'
import { transaction } from '../../server/db/transaction.ts'
import { openBus } from '../../server/events/bus.ts'
import { defineTask } from '../../server/tasks/define.ts'
import { enqueue } from '../../server/tasks/enqueue.ts'
import { startWorker } from '../../server/tasks/worker.ts'
import { median, report } from './goals.ts'

const TASKS = Number(process.env.BENCH_TASKS ?? 2000)
const WORKERS = 2
const CONCURRENCY = 16
const ROUNDS = 3
const LATENCIES = 200

const input = z.object({ device: z.number().nullable().default(null), steps: z.number().default(1) })
const bench = defineTask({
  name: 'bench_work',
  input,
  locks: ({ device }) => (device === null ? [] : [`device:${device}`]),
  async run(t, { steps }) {
    for (let n = 0; n < steps; n++) await t.step(`step${n}`, async () => ({ at: Date.now(), n }))
  },
})

/** The reference: a minimal queue. One statement claims, one ends; no lease, no journal, no locks. */
const REFERENCE = `
  create table reference (id serial primary key, status text not null default 'created', input jsonb not null, run_at timestamptz not null default now(),
    created_at timestamptz not null default now(), started_at timestamptz, ended_at timestamptz);
  create index reference_ready on reference (id) where status = 'created';
  create index reference_running on reference (id) where status = 'running'`
const CLAIM = `update reference set status = 'running', started_at = clock_timestamp() where id =
  (select id from reference where status = 'created' and run_at <= now() order by id for update skip locked limit 1) returning id, input`

async function worker(url: string) {
  const database = openDatabase(url)
  setDatabase(database)
  const messages = openBus(url)
  const running = startWorker({ definitions: [bench], concurrency: CONCURRENCY })
  process.send?.('ready')
  process.on(
    'message',
    () =>
      void running
        .stop()
        .then(() => messages.close())
        .then(() => process.exit(0)),
  )
}

async function reference(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: CONCURRENCY })
  const listener = new pg.Client({ connectionString: url })
  await listener.connect()
  let wake: (() => void)[] = []
  listener.on('notification', () => {
    for (const one of wake.splice(0)) one()
  })
  await listener.query('listen reference')
  let stopping = false
  const loop = async () => {
    while (!stopping) {
      const { rows } = await pool.query({ name: 'claim', text: CLAIM })
      if (rows[0])
        await pool.query({
          name: 'end',
          text: "update reference set status = 'complete', ended_at = clock_timestamp() where id = $1",
          values: [rows[0].id],
        })
      else
        await new Promise<void>((resolve) => {
          wake.push(resolve)
          setTimeout(resolve, 1000)
        })
    }
  }
  const loops = Array.from({ length: CONCURRENCY }, loop)
  process.send?.('ready')
  process.on('message', () => {
    stopping = true
    for (const one of wake) one()
    wake = []
    void Promise.all(loops).then(() => process.exit(0))
  })
}

async function start(role: string, url: string): Promise<ChildProcess[]> {
  const children = Array.from({ length: WORKERS }, () =>
    fork(import.meta.filename, [role, url], { env: { ...process.env, DATAHALL_LOG: 'error' } }),
  )
  await Promise.all(children.map((child) => new Promise((resolve) => child.once('message', resolve))))
  return children
}

async function stop(children: ChildProcess[]) {
  await Promise.all(
    children.map((child) => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.send('stop')
      return gone
    }),
  )
}

const quantile = (list: number[], q: number) =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length * q)] ?? Number.NaN

async function main() {
  const folder = mkdtempSync(path.join(tmpdir(), 'datahall-bench-'))
  chmodSync(folder, 0o755)
  const server = await startEmbedded(folder)
  await migrate(server.url, path.join(import.meta.dirname, '../../prisma/migrations'))
  const database = openDatabase(server.url)
  setDatabase(database)
  const { pool } = database
  await pool.query(REFERENCE)
  const count = async (text: string) => (await pool.query<{ n: number }>(text)).rows[0]!.n

  /** Tasks that wait for the start shot, then time until the last has ended: claim, work and end, without the putting in. */
  async function drain(given: z.input<typeof input>[]) {
    const far = new Date(Date.now() + 3_600_000)
    for (let n = 0; n < given.length; n += 500)
      await transaction(
        async (work) => {
          for (const one of given.slice(n, n + 500))
            await enqueue(work, bench, one, { registry_id: 0, entity: 'bench', account_id: null, runAt: far })
        },
        { timeoutMs: 60_000 },
      )
    const from = performance.now()
    await pool.query("update task set run_at = now() where status = 'created'")
    while (
      await count(
        "select count(*)::int as n from (select from task where status = 'running' union all select from task where status = 'created') t",
      )
    )
      await new Promise((resolve) => setTimeout(resolve, 15))
    return given.length / ((performance.now() - from) / 1000)
  }

  async function drainReference(n: number) {
    await pool.query("insert into reference (input, run_at) select '{}', 'infinity' from generate_series(1, $1)", [n])
    const from = performance.now()
    await pool.query(
      "with u as (update reference set run_at = now() where status = 'created') select pg_notify('reference', '')",
    )
    while (
      await count(
        "select count(*)::int as n from (select from reference where status = 'created' union all select from reference where status = 'running') r",
      )
    )
      await new Promise((resolve) => setTimeout(resolve, 15))
    return n / ((performance.now() - from) / 1000)
  }

  async function latencies(table: string, put: (n: number) => Promise<unknown>) {
    await pool.query(`truncate ${table} cascade`)
    for (let n = 0; n < LATENCIES; n++) {
      await put(n)
      await new Promise((resolve) => setTimeout(resolve, 8))
    }
    const { rows } = await pool.query<{ ms: number }>(
      `select extract(epoch from started_at - created_at)::float8 * 1000 as ms from ${table} where started_at is not null`,
    )
    return rows.map((row) => row.ms)
  }

  // Both wait all the time and are measured alternately, so that other load on the host affects both.
  const children = [...(await start('reference', server.url)), ...(await start('worker', server.url))]
  await drainReference(200)
  await drain(Array.from({ length: 200 }, () => ({})))
  const rounds = {
    reference: [] as number[],
    tasks: [] as number[],
    five: [] as number[],
    devices: [] as number[],
    one: [] as number[],
  }
  for (let round = 0; round < ROUNDS; round++) {
    rounds.reference.push(await drainReference(TASKS))
    rounds.tasks.push(await drain(Array.from({ length: TASKS }, () => ({}))))
    rounds.devices.push(await drain(Array.from({ length: TASKS }, (_, n) => ({ device: n % 50 }))))
    rounds.five.push(await drain(Array.from({ length: TASKS / 2 }, () => ({ steps: 5 }))))
    rounds.one.push(await drain(Array.from({ length: TASKS / 10 }, () => ({ device: 1 }))))
  }
  const bare = await latencies('reference', () =>
    pool.query("with i as (insert into reference (input) values ('{}')) select pg_notify('reference', '')"),
  )
  const starts = await latencies('task', (n) =>
    transaction((work) => enqueue(work, bench, { device: n }, { registry_id: n, entity: 'bench', account_id: null })),
  )
  await stop(children)
  await database.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })

  const rate = { unit: 'tasks/s', better: 'more' as const, reference: rounds.reference, floor: 0.25, aim: 0.5 }
  const holds = report('tasks', [
    {
      ...rate,
      id: 'P15',
      what: 'tasks of one step, 2 workers, against a bare queue without lease, journal, locks',
      ours: rounds.tasks,
    },
    { ...rate, id: 'P15', what: 'the same over 50 devices, one at a time on each', ours: rounds.devices },
    {
      id: 'P15',
      what: 'commit to start in another process, p50, against the goal',
      ours: [quantile(starts, 0.5)],
      reference: [10],
      unit: 'ms',
      better: 'less',
      floor: 3,
      aim: 1,
    },
  ])
  const round = (value: number) => Math.round(value * 10) / 10
  console.log(
    `P15 start p99 ${round(quantile(starts, 0.99))} ms; bare queue p50 ${round(quantile(bare, 0.5))} ms; tasks of 5 steps ${round(median(rounds.five))}/s, on one device ${round(median(rounds.one))}/s`,
  )
  process.exit(holds ? 0 : 1)
}

const [role, url] = process.argv.slice(2)
if (role === 'worker') await worker(url!)
else if (role === 'reference') await reference(url!)
else await main()
