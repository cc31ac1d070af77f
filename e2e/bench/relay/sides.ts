import { type ChildProcess, fork, spawn } from 'node:child_process'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Goal } from '../goals.ts'
import { cpuBetween, cpuSeconds, memoryKib } from '../processes.ts'
import type { Door, Order } from './client.ts'
import { type Device, referencePort } from './ports.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 2)

export type Trip = { p50: number; p99: number }
/** One way from a page to a device: how a page asks for it, and the processes that carry the bytes. */
export type Side = { door: (device: Device, connections: number) => Promise<Door>; pids: number[] }

/** A process of this folder that has reported ready. */
export const forked = (file: string, ...args: string[]) => forkedWith({}, file, ...args)

/** The same with more in its environment. */
export const forkedWith = (env: Record<string, string>, file: string, ...args: string[]) =>
  new Promise<ChildProcess>((resolve, reject) => {
    const child = fork(join(import.meta.dirname, file), args, {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, ...env },
    })
    child.once('message', () => resolve(child))
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)))
  })

export async function listening(port: number): Promise<void> {
  for (let i = 0; i < 200; i++) {
    const ok = await new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.on('close', () => socket.destroy())
      setTimeout(() => socket.destroy(), 20)
    })
    if (ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`Nothing listens on ${port}`)
}

/** Gives the client process an order and waits for what comes of it. */
export function ask<Result>(
  client: ChildProcess,
  order: Order,
  onMark?: (mark: 'start' | 'stop', bytes: number, at: number) => void,
) {
  return new Promise<Result>((resolve, reject) => {
    const listen = (m: { mark?: 'start' | 'stop'; bytes?: number; at?: number; result?: Result; error?: string }) => {
      if (m.mark) {
        onMark?.(m.mark, m.bytes ?? 0, m.at ?? 0)
        client.send({ op: 'noted' } satisfies Order)
        return
      }
      client.off('message', listen)
      if (m.error === undefined) resolve(m.result as Result)
      else reject(new Error(m.error))
    }
    client.on('message', listen)
    client.send(order)
  })
}

/** Streams for some seconds: megabytes a second, and for a second of the proxy's CPU. */
export async function stream(
  client: ChildProcess,
  side: Side,
  sessions: number,
  seconds = SECONDS,
  device: Device = 'stream',
) {
  const none = { cpu: new Map<number, number>(), bytes: 0, ms: 0 }
  const at = { start: none, stop: none }
  await ask(client, { op: 'stream', door: await side.door(device, sessions), sessions, seconds }, (mark, bytes, ms) => {
    at[mark] = { cpu: cpuSeconds(...side.pids), bytes, ms }
  })
  const megabytes = (at.stop.bytes - at.start.bytes) / 1e6
  return {
    perCpu: megabytes / cpuBetween(at.start.cpu, at.stop.cpu),
    perSecond: (megabytes / (at.stop.ms - at.start.ms)) * 1000,
  }
}

/** KiB of an idle session. */
export async function idleMemory(client: ChildProcess, side: Side, sessions: number): Promise<number> {
  const before = memoryKib(...side.pids)
  await ask(client, { op: 'hold', door: await side.door('greet', sessions), sessions })
  const after = memoryKib(...side.pids)
  await ask(client, { op: 'release' })
  return Math.max(0, after - before) / sessions
}

export const goal = (
  id: string,
  what: string,
  unit: string,
  better: Goal['better'],
  floor: number,
  aim: number,
): Goal => ({
  id,
  what,
  unit,
  better,
  floor,
  aim,
  ours: [],
  reference: [],
})

/** Debian packages of the reference. */
export const referencePackages = ['websockify', 'python3-numpy']

export const startWebsockify = (tokens: string): ChildProcess => {
  const args = ['--token-plugin', 'TokenFile', '--token-source', tokens, `127.0.0.1:${referencePort}`]
  return spawn('websockify', args, { stdio: 'ignore' })
}

/** Stops a child and waits until it is gone. */
export const ended = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill()
  })
