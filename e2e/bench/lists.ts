// npm run bench, P9 and P10: the public list of machines over HTTP, with sign-in and everybody seeing his own rows only, against a
// bare server that makes the same JSON in SQL; and how flat it stays from 1,000 to 100,000 machines and from first to last page.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbedded } from '../../server/db/embedded.ts'
import { openDatabase } from '../../server/db/pool.ts'
import { ADMIN, startPanel } from '../support/panel-process.ts'
import { restClient } from '../support/rest-client.ts'
import { type Goal, report } from './goals.ts'
import { seedMachines } from './lists/seed.ts'
import { cpuBetween, cpuSeconds } from './processes.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 2)
const MANY = Number(process.env.BENCH_MACHINES ?? 100_000)
const FEW = 1_000
const CONNECTIONS = 8
/** Requests behind each p95. */
const SAMPLES = 120
/** A slow machine makes do with fewer. */
const LONGEST_MS = 6000
const OWNER = { email: 'owner@example.com', password: 'Correct-horse-2' }

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
/** `pids`: the server and its database, with what they start. */
type Target = { address: string; path: string; token?: string; pids: number[] }

/** One request; answers its time in ms. Throws for anything but a full page. */
function ask({ address, path, token }: Target): Promise<number> {
  const from = performance.now()
  return new Promise((resolve, reject) => {
    get(`${address}${path}`, { agent, headers: token ? { 'x-xsrf-token': token } : {} }, (res) => {
      let bytes = 0
      res.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      res.on('end', () =>
        res.statusCode === 200 && bytes > 20_000
          ? resolve(performance.now() - from)
          : reject(new Error(`${path} answered ${res.statusCode}, ${bytes} bytes`)),
      )
    }).on('error', reject)
  })
}

/** Answers a second, and for a second of CPU of the server and of its database. */
async function rate(target: Target) {
  const before = cpuSeconds(...target.pids)
  const from = performance.now()
  let count = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (const end = from + SECONDS * 1000; performance.now() < end; count++) await ask(target)
    }),
  )
  const seconds = (performance.now() - from) / 1000
  return { perSecond: count / seconds, perCpu: count / cpuBetween(before, cpuSeconds(...target.pids)) }
}

/** Requests in turns, so that a busy moment hits both sides. */
async function p95(ours: Target, reference: Target): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  const end = performance.now() + LONGEST_MS
  for (let n = 0; n < SAMPLES && (n < 40 || performance.now() < end); n++)
    for (const side of n % 2 ? ([0, 1] as const) : ([1, 0] as const))
      times[side].push(await ask(side ? reference : ours))
  const at = (list: number[]) => list.sort((a, b) => a - b)[Math.floor(list.length * 0.95)] ?? Number.NaN
  return [at(times[0]), at(times[1])]
}

/** P9 both ways: on a busy machine answers a second also tell how many processes a side has to ask for CPU with. */
async function rates(what: string, ours: Target, reference: Target): Promise<Goal[]> {
  const goal = (id: string, unit: string): Goal => ({
    ...{ id, what, unit, better: 'more', floor: 0.4, aim: 0.6 },
    ours: [],
    reference: [],
  })
  const goals = [goal('P9', '/s'), goal('P9 CPU', 'per CPU second')] as const
  for (let round = 0; round <= ROUNDS; round++)
    for (const side of round % 2 ? (['ours', 'reference'] as const) : (['reference', 'ours'] as const)) {
      const { perSecond, perCpu } = await rate(side === 'ours' ? ours : reference)
      if (round === 0) continue // a server that runs for weeks is warm
      goals[0][side].push(perSecond)
      goals[1][side].push(perCpu)
    }
  return [...goals]
}

type Compare = (ours: Target, reference: Target) => Promise<[number, number]>
async function rounds(goal: Omit<Goal, 'ours' | 'reference'>, compare: Compare, ours: Target, reference: Target) {
  const made: Goal = { ...goal, ours: [], reference: [] }
  for (let round = 0; round <= ROUNDS; round++) {
    const [mine, theirs] = await compare(ours, reference)
    if (round === 0) continue // a server that runs for weeks is warm
    made.ours.push(mine)
    made.reference.push(theirs)
  }
  return made
}

const folder = mkdtempSync(path.join(tmpdir(), 'datahall-bench-'))
chmodSync(folder, 0o755)
const stops: (() => Promise<void> | void)[] = [() => rmSync(folder, { recursive: true, force: true })]

/** A panel without worker over a database with so many machines, and the first and last hundred of what its callers see. */
async function panelWith(machines: number) {
  const data = path.join(folder, String(machines))
  const server = await startEmbedded(data)
  stops.push(() => server.stop())
  const panel = await startPanel({
    data,
    env: { DATABASE_URL: server.url, DATAHALL_ROLES: 'web', DATAHALL_LOG: 'warn', DATAHALL_RATE_LIMIT: '0' },
  })
  stops.push(() => panel.stop())
  const admin = await restClient(panel.address, ADMIN)
  const { body } = await admin.post('/auth/v4/user', { ...OWNER, role: '@user' })
  const database = openDatabase(server.url)
  await seedMachines(database.pool, { owner: Number(body.id), count: machines, every: machines > 10_000 ? 100 : 10 })
  await database.close()
  const { token } = await restClient(panel.address, OWNER)
  const postmaster = Number(readFileSync(path.join(data, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  const page = (offset: number, as: string): Target => ({
    pids: [panel.pid, postmaster],
    address: panel.address,
    path: `/vm/v3/host?orderby=id&limit=${offset},100`,
    token: as,
  })
  return {
    url: server.url,
    postmaster,
    size: `${machines.toLocaleString('en')} machines`,
    own: page(0, token),
    first: page(0, admin.token),
    last: page(machines - 100, admin.token),
  }
}

async function rawServer(url: string, postmaster: number): Promise<Target> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'lists/raw.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: url },
  })
  stops.push(() => void child.kill())
  const address = await new Promise<string>((found) =>
    child.stdout.on('data', (text) => found(/http\S+/.exec(String(text))?.[0] ?? '')),
  )
  return { address: address.replace('localhost', '127.0.0.1'), path: '/', pids: [child.pid ?? 0, postmaster] }
}

let holds = false
try {
  const many = await panelWith(MANY)
  const few = await panelWith(FEW)
  const raw = await rawServer(many.url, many.postmaster)
  const flat = { id: 'P10', unit: 'ms', better: 'less', floor: 2, aim: 1.3 } as const
  holds = report('lists', [
    ...(await rates(`100 of ${many.size}, a user sees his own`, many.own, raw)),
    ...(await rates(`100 of ${many.size}, an administrator sees all`, many.first, raw)),
    await rounds({ ...flat, what: `p95 of ${many.size} to ${few.size}, user` }, p95, many.own, few.own),
    await rounds({ ...flat, what: `p95 of ${many.size} to ${few.size}, administrator` }, p95, many.first, few.first),
    await rounds(
      { ...flat, what: 'p95 of the last page to the first', floor: 1.5, aim: 1.1 },
      p95,
      many.last,
      many.first,
    ),
  ])
} finally {
  for (const stop of stops.reverse()) await stop()
}
process.exit(holds ? 0 : 1)
