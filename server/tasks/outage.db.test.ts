import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type EmbeddedServer, startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase, setDatabase } from '../db/pool.ts'
import { counter, steps } from './testing/definitions.ts'
import { type Harness, harness } from './testing/harness.ts'
import { monotonic, workerProcesses } from './testing/processes.ts'

// A PostgreSQL server of this file's own, which is killed and started again.
const folder = mkdtempSync(path.join(tmpdir(), 'datahall-outage-'))
let server: EmbeddedServer
let h: Harness
let p: ReturnType<typeof workerProcesses>

beforeAll(async () => {
  chmodSync(folder, 0o755)
  server = await startEmbedded(folder, 'datahall', { revive: false })
  await migrate(server.url, path.join(import.meta.dirname, '../../prisma/migrations'))
  h = await harness(async () => {
    const database = openDatabase(server.url)
    setDatabase(database)
    return { ...database, drop: database.close }
  })
})
afterAll(async () => {
  await h.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  p = workerProcesses(server.url)
})
afterEach(() => p.close())

async function outage(ms: number) {
  const pid = Number(readFileSync(path.join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  process.kill(pid, 'SIGKILL')
  await wait(ms)
  server = await startEmbedded(folder, 'datahall', { port: Number(new URL(server.url).port), revive: false })
}

const of = (task: number) => p.notes().filter((note) => note.task === task)
const saw = (task: number, event: string) =>
  h.until(`task ${task}: ${event}`, async () => of(task).find((note) => note.event === event), 20_000)

it('does not notice a database that is killed and comes back within the lease', async () => {
  await h.database.prisma.setting.create({ data: { name: 'counter', value: 0 } })
  await p.start({ leaseMs: 20_000, concurrency: 40 })
  const counted = await h.add(counter, { name: 'counter', times: 400 })
  const ids: number[] = []
  for (let n = 0; n < 20; n++) ids.push(await h.add(steps, { device: `d${n}`, steps: 6, ms: 100 + 10 * n }))
  await saw(ids[19]!, 'begin s2')
  await outage(200)
  for (const id of [...ids, counted])
    expect(await h.ended(id, 25_000)).toMatchObject({ status: 'complete', fence: 1, recoveries: 0 })
  const once = [1, 2, 3, 4, 5, 6].flatMap((n) => [`begin s${n}`, `end s${n}`])
  for (const id of ids) expect(of(id).map((note) => note.event)).toEqual([...once, 'settle complete'])
  expect(await h.rows("select value from setting where name = 'counter'")).toEqual([{ value: 400 }])
})

it('gives tasks up when the database stays away, and goes on when it is back', async () => {
  await p.start({ leaseMs: 1000 })
  await p.start({ leaseMs: 1000 })
  const id = await h.add(steps, { device: 'd', steps: 2, ms: 2500 })
  await saw(id, 'begin s1')
  await outage(1500)
  expect(await h.ended(id, 25_000)).toMatchObject({ status: 'complete', recoveries: 1 })
  expect(of(id).map((note) => note.event)).toEqual([
    'begin s1',
    'stopped s1',
    'begin s1',
    'end s1',
    'begin s2',
    'end s2',
    'settle complete',
  ])
})

it('goes on within 10 s after kill -9 of a worker, with the leases of production', async () => {
  const workers = await Promise.all([p.start({ leaseMs: 6000 }), p.start({ leaseMs: 6000 })])
  const id = await h.add(steps, { device: 'd', steps: 3, ms: 500 })
  const note = await saw(id, 'begin s2')
  const victim = workers.find((one) => one.pid === note.pid)!
  victim.kill('SIGKILL')
  await victim.gone
  const died = monotonic()
  expect((await h.ended(id)).status).toBe('complete')
  const seen = of(id).map((one) => one.event)
  expect(seen).toEqual([
    'begin s1',
    'end s1',
    'begin s2',
    'begin s2',
    'end s2',
    'begin s3',
    'end s3',
    'settle complete',
  ])
  const again = of(id).findLast((one) => one.event === 'begin s2')!
  expect(again.at - died).toBeLessThan(10_000)
  expect(again.pid).not.toBe(victim.pid)
})
