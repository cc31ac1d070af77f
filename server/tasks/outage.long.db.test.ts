import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type EmbeddedServer, startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase, setDatabase } from '../db/pool.ts'
import { counter, fragile, steps } from './testing/definitions.ts'
import { type Harness, harness } from './testing/harness.ts'
import { workerProcesses } from './testing/processes.ts'

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

/** The server dies, and comes back after what there is to wait for. */
async function outage(over?: () => Promise<unknown>) {
  const pid = Number(readFileSync(path.join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  process.kill(pid, 'SIGKILL')
  await over?.()
  server = await startEmbedded(folder, 'datahall', { port: Number(new URL(server.url).port), revive: false })
}

const of = (task: number) => p.notes().filter((note) => note.task === task)
const saw = (task: number, event: string) =>
  h.until(`task ${task}: ${event}`, async () => of(task).find((note) => note.event === event))

it('does not notice a database that is killed and comes back within the lease', async () => {
  await h.database.prisma.setting.create({ data: { name: 'counter', value: 0 } })
  await p.start({ leaseMs: 3_600_000, concurrency: 40 })
  const counted = await h.add(counter, { name: 'counter', times: 400 })
  const ids: number[] = []
  for (let n = 0; n < 20; n++) ids.push(await h.add(steps, { device: `d${n}`, steps: 6, ms: 100 + 10 * n }))
  await saw(ids[19]!, 'begin s2')
  await outage()
  for (const id of [...ids, counted])
    expect(await h.ended(id)).toMatchObject({ status: 'complete', fence: 1, recoveries: 0, error: null })
  const once = [1, 2, 3, 4, 5, 6].flatMap((n) => [`begin s${n}`, `end s${n}`])
  for (const id of ids) expect(of(id).map((note) => note.event)).toEqual([...once, 'settle complete'])
  expect(await h.rows("select value from setting where name = 'counter'")).toEqual([{ value: 400 }])
})

it('gives tasks up when the database stays away, and goes on when it is back', async () => {
  await p.start({ leaseMs: 4000 })
  await p.start({ leaseMs: 4000 })
  const id = await h.add(fragile, { device: 'd', steps: 2, at: 1 })
  await saw(id, 'begin s1')
  await outage(() => saw(id, 'stopped s1'))
  expect(await h.ended(id)).toMatchObject({ status: 'complete', recoveries: 1 })
  expect(of(id).map((note) => note.event)).toEqual([
    'begin s1',
    'stopped s1',
    'begin s1',
    'end s1',
    'begin s2',
    'end s2',
  ])
})
