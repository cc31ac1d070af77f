import { type ChildProcess, fork, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Goal, report } from './goals.ts'
import { cpuBetween, cpuSeconds, memoryKib } from './processes.ts'
import type { Door, Order } from './relay/client.ts'
import { type Device, devicePorts, ourPort, referencePort } from './relay/ports.ts'
import { openTicketOffice } from './relay/tickets.ts'

// P1 to P5: our console gateway against Debian's websockify (with numpy), interleaved. A third process sends, a fourth
// receives; CPU time is that of the proxy and its children only.

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 2)
const here = import.meta.dirname
const devices = Object.keys(devicePorts) as Device[]

type Trip = { p50: number; p99: number }
type Side = { door: (device: Device, connections: number) => Promise<Door>; pid: number }

const forked = (file: string, ...args: string[]) =>
  new Promise<ChildProcess>((resolve, reject) => {
    const child = fork(join(here, 'relay', file), args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    child.once('message', () => resolve(child))
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)))
  })

async function listening(port: number): Promise<void> {
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

function ask<Result>(
  client: ChildProcess,
  order: Order,
  onMark?: (mark: 'start' | 'stop', bytes: number, at: number) => void,
) {
  return new Promise<Result>((resolve, reject) => {
    const listen = (m: { mark?: 'start' | 'stop'; bytes?: number; at?: number; result?: Result; error?: string }) => {
      if (m.mark) return onMark?.(m.mark, m.bytes ?? 0, m.at ?? 0)
      client.off('message', listen)
      if (m.error === undefined) resolve(m.result as Result)
      else reject(new Error(m.error))
    }
    client.on('message', listen)
    client.send(order)
  })
}

/** Streams for some seconds: megabytes a second, and for a second of the proxy's CPU. */
async function stream(client: ChildProcess, side: Side, sessions: number, seconds = SECONDS) {
  const none = { cpu: new Map<number, number>(), bytes: 0, ms: 0 }
  const at = { start: none, stop: none }
  await ask(
    client,
    { op: 'stream', door: await side.door('stream', sessions), sessions, seconds },
    (mark, bytes, ms) => {
      at[mark] = { cpu: cpuSeconds(side.pid), bytes, ms }
    },
  )
  const megabytes = (at.stop.bytes - at.start.bytes) / 1e6
  return {
    perCpu: megabytes / cpuBetween(at.start.cpu, at.stop.cpu),
    perSecond: (megabytes / (at.stop.ms - at.start.ms)) * 1000,
  }
}

async function idleMemory(client: ChildProcess, side: Side, sessions: number): Promise<number> {
  const before = memoryKib(side.pid)
  await ask(client, { op: 'hold', door: await side.door('greet', sessions), sessions })
  const after = memoryKib(side.pid)
  await ask(client, { op: 'release' })
  return Math.max(0, after - before) / sessions
}

const goal = (id: string, what: string, unit: string, better: Goal['better'], floor: number, aim: number): Goal => ({
  ...{ id, what, unit, better, floor, aim },
  ours: [],
  reference: [],
})

const startWebsockify = (tokens: string): ChildProcess => {
  const args = ['--token-plugin', 'TokenFile', '--token-source', tokens, `127.0.0.1:${referencePort}`]
  return spawn('websockify', args, { stdio: 'ignore' })
}

/** Stops a child and waits until it is gone. */
const ended = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill()
  })

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'relay-bench-'))
  const children: ChildProcess[] = []
  const office = await openTicketOffice()
  try {
    const tokens = join(folder, 'tokens')
    writeFileSync(tokens, devices.map((d) => `${d}: 127.0.0.1:${devicePorts[d]}\n`).join(''))
    children.push(await forked('source.ts'))
    const gateway = await forked('gateway.ts', String(ourPort), office.url)
    const websockify = startWebsockify(tokens)
    children.push(gateway, websockify)
    await listening(referencePort)
    const client = await forked('client.ts')
    children.push(client)

    const ours: Side = {
      pid: gateway.pid ?? 0,
      door: async (device, connections) => {
        const tickets = await office.tickets(device, connections + 1) // the last one is never popped
        return { port: ourPort, path: '/console/ws', protocols: tickets.map((t) => `binary, datahall.ticket.${t}`) }
      },
    }
    const reference: Side = {
      pid: websockify.pid ?? 0,
      door: async (device) => ({
        ...{ port: referencePort, path: `/websockify?token=${device}`, protocols: ['binary'] },
      }),
    }

    const p1 = goal('P1', 'bytes per CPU second, 8 sessions', 'MB', 'more', 1.2, 1.6)
    const p2 = goal('P2', 'bytes per CPU second, 1 session', 'MB', 'more', 0.9, 1.15)
    const p2wall = goal('P2 wall', 'bytes per second, 1 session', 'MB/s', 'more', 0.9, 1.15)
    const p3 = goal('P3', 'sessions opened with a one-time ticket, 16 at once', 'per s', 'more', 2, 4)
    const p4 = goal('P4', 'memory of an idle session', 'KiB', 'less', 1 / 20, 1 / 100)
    const p5 = goal('P5 p50', 'round trip of 64 bytes', 'ms', 'less', 1, 0.9)
    const p5tail = goal('P5 p99', 'round trip of 64 bytes', 'ms', 'less', 1.5, 1.1)
    const goals = [p1, p2, p2wall, p3, p4, p5, p5tail]

    const openMany = async (side: Side, sessions: number) => {
      const door = await side.door('greet', sessions)
      return ask<{ perSecond: number }>(client, { op: 'open', door, atOnce: 16, sessions })
    }
    const echo = async (blocks: number) => {
      const doors = await Promise.all([ours.door('echo', 1), reference.door('echo', 1)])
      return ask<Trip[]>(client, { op: 'echo', doors, blocks, messages: 100 })
    }

    // A server that runs for weeks is warm.
    for (const side of [ours, reference]) {
      await stream(client, side, 8, 1)
      await openMany(side, 200)
    }
    await echo(80)
    for (let round = 0; round < ROUNDS; round++) {
      const order = round % 2 ? [reference, ours] : [ours, reference]
      for (const side of order) {
        const list = side === ours ? 'ours' : 'reference'
        p1[list].push((await stream(client, side, 8)).perCpu)
        const one = await stream(client, side, 1)
        p2[list].push(one.perCpu)
        p2wall[list].push(one.perSecond)
        p3[list].push((await openMany(side, side === ours ? 1500 : 300)).perSecond)
        p4[list].push(await idleMemory(client, side, side === ours ? 300 : 100))
      }
      const [mine, theirs] = await echo(80)
      p5.ours.push(mine?.p50 ?? Number.NaN)
      p5.reference.push(theirs?.p50 ?? Number.NaN)
      p5tail.ours.push(mine?.p99 ?? Number.NaN)
      p5tail.reference.push(theirs?.p99 ?? Number.NaN)
    }
    if (!report('relay', goals)) process.exitCode = 1
  } finally {
    await Promise.all(children.map(ended))
    await office.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
