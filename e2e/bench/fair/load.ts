import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Target } from '../lists/measure.ts'

const SAMPLES = 50
const EVERY_MS = 100

/** One request; its time in ms and its status. */
function ask({ address, path, token }: Target, agent: Agent): Promise<{ ms: number; status: number }> {
  const from = performance.now()
  return new Promise((resolve, reject) => {
    get(`${address}${path}`, { agent, headers: token ? { 'x-xsrf-token': token } : {} }, (res) => {
      res.resume()
      res.on('end', () => resolve({ ms: performance.now() - from, status: res.statusCode ?? 0 }))
    }).on('error', reject)
  })
}

/** Times of answers to a client with ten requests a second, ms. Throws when one is rejected. */
async function pace(target: Target): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const times: number[] = []
  for (let n = 0; n < SAMPLES; n++) {
    const [{ ms, status }] = await Promise.all([ask(target, agent), wait(EVERY_MS)])
    if (status !== 200) throw new Error(`${target.path} answered ${status}`)
    times.push(ms)
  }
  agent.destroy()
  return times
}

const p95 = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN

/**
 * The slowest twentieth of answers alone and beside a load, in short slices in turns: what else the machine does falls on both.
 * @param begin starts the load; answers the way to stop it
 * @param slices of five seconds on each side: a twentieth of few answers is chance
 */
export async function beside<Told>(target: Target, slices: number, begin: () => Promise<() => Promise<Told>>) {
  const [alone, under]: [number[], number[]] = [[], []]
  const told: Told[] = []
  for (let slice = 0; slice < slices; slice++) {
    alone.push(...(await pace(target)))
    const stop = await begin()
    under.push(...(await pace(target)))
    told.push(await stop())
  }
  return { alone: p95(alone), under: p95(under), told }
}

/** Asks over so many connections without a pause. Answers the way to stop, which tells the good answers a second. */
export function openLoad(target: Target, connections: number): () => Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const from = performance.now()
  let [over, good] = [false, 0]
  const all = Array.from({ length: connections }, async () => {
    while (!over) if ((await ask(target, agent)).status === 200) good++
  })
  return async () => {
    over = true
    await Promise.all(all)
    agent.destroy()
    return good / ((performance.now() - from) / 1000)
  }
}

/** MiB of memory that the panel's process has. */
export const memoryOf = ({ pids }: Target): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pids[0]}/status`, 'latin1'))?.[1]) / 1024
