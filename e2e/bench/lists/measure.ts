import { Agent, get } from 'node:http'
import type { Goal } from '../goals.ts'
import { cpuBetween, cpuSeconds } from '../processes.ts'

// How a list is measured over HTTP: answers a second in turns with a reference, and the slowest twentieth of its answers.

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 2)
const CONNECTIONS = 8
/** Requests behind each p95. */
const SAMPLES = 120
/** A slow host makes do with fewer. */
const LONGEST_MS = 6000

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
/** `pids`: the server and its database, with what they start. */
export type Target = { address: string; path: string; token?: string; pids: number[] }

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
export async function p95(ours: Target, reference: Target): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  const end = performance.now() + LONGEST_MS
  for (let n = 0; n < SAMPLES && (n < 40 || performance.now() < end); n++)
    for (const side of n % 2 ? ([0, 1] as const) : ([1, 0] as const))
      times[side].push(await ask(side ? reference : ours))
  const at = (list: number[]) => list.sort((a, b) => a - b)[Math.floor(list.length * 0.95)] ?? Number.NaN
  return [at(times[0]), at(times[1])]
}

/** P9 both ways: on a busy host the rate also depends on the number of processes a side has. */
export async function rates(what: string, ours: Target, reference: Target): Promise<Goal[]> {
  const goal = (id: string, unit: string): Goal => ({
    id,
    what,
    unit,
    better: 'more',
    floor: 0.4,
    aim: 0.6,
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
export async function rounds(
  goal: Omit<Goal, 'ours' | 'reference'>,
  compare: Compare,
  ours: Target,
  reference: Target,
) {
  const made: Goal = { ...goal, ours: [], reference: [] }
  for (let round = 0; round <= ROUNDS; round++) {
    const [mine, theirs] = await compare(ours, reference)
    if (round === 0) continue // a server that runs for weeks is warm
    made.ours.push(mine)
    made.reference.push(theirs)
  }
  return made
}

/** P10: many rows against few, and the last page against the first. */
export const flat = { id: 'P10', unit: 'ms', better: 'less', floor: 2, aim: 1.3 } as const
export const flatPages = { ...flat, floor: 1.5, aim: 1.1 } as const
