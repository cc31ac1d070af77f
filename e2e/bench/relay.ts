import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensurePackages } from '../lab/packages.ts'
import { report } from './goals.ts'
import { type Device, devicePorts, linePort, ourPort, recordPort, referencePort } from './relay/ports.ts'
import {
  ask,
  ended,
  forked,
  forkedWith,
  goal,
  idleMemory,
  listening,
  referencePackages,
  type Side,
  startWebsockify,
  stream,
  type Trip,
} from './relay/sides.ts'
import { openTicketOffice } from './relay/tickets.ts'

// P1 to P6: our console gateway against Debian's websockify (with numpy), interleaved. A third process sends, a fourth
// receives; CPU time is that of the proxy and its children only.

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7)
const devices = Object.keys(devicePorts) as Device[]

async function main(): Promise<void> {
  await ensurePackages(referencePackages)
  const folder = mkdtempSync(join(tmpdir(), 'relay-bench-'))
  const children: ChildProcess[] = []
  const office = await openTicketOffice()
  try {
    const tokens = join(folder, 'tokens')
    writeFileSync(tokens, devices.map((d) => `${d}: 127.0.0.1:${devicePorts[d]}\n`).join(''))
    children.push(await forked('source.ts'))
    const gateway = await forked('gateway.ts', String(ourPort), office.url)
    const liner = await forkedWith({ BENCH_LINES: '1' }, 'gateway.ts', String(linePort), office.url)
    const recorder = await forkedWith({ BENCH_RECORD: folder }, 'gateway.ts', String(recordPort), office.url)
    const websockify = startWebsockify(tokens)
    children.push(gateway, liner, recorder, websockify)
    await listening(referencePort)
    const client = await forked('client.ts')
    children.push(client)

    const panel = (port: number, pid = 0, record = false): Side => ({
      pids: [pid],
      door: async (device, connections) => {
        const tickets = await office.tickets(device, connections + 1, record) // the last one is never popped
        return { port, path: '/console/ws', protocols: tickets.map((t) => `binary, datahall.ticket.${t}`) }
      },
    })
    const ours = panel(ourPort, gateway.pid)
    const line = panel(linePort, liner.pid)
    const recorded = panel(recordPort, recorder.pid, true)
    const reference: Side = {
      pids: [websockify.pid ?? 0],
      door: async (device) => ({
        port: referencePort,
        path: `/websockify?token=${device}`,
        protocols: ['binary'],
      }),
    }

    const p1 = goal('P1', 'bytes per CPU second, 8 sessions', 'MB', 'more', 1.2, 1.6)
    const p2 = goal('P2', 'bytes per CPU second, 1 session', 'MB', 'more', 0.9, 1.15)
    const p2wall = goal('P2 wall', 'bytes per second, 1 session', 'MB/s', 'more', 0.9, 1.15)
    const p3 = goal('P3', 'sessions opened with a one-time ticket, 16 at once', 'per s', 'more', 2, 4)
    const p4 = goal('P4', 'memory of an idle session', 'KiB', 'less', 1 / 20, 1 / 100)
    const p5 = goal('P5 p50', 'round trip of 64 bytes', 'ms', 'less', 1, 0.9)
    const p5tail = goal('P5 p99', 'round trip of 64 bytes', 'ms', 'less', 1.5, 1.1)
    const sol = goal('P1 SOL', 'bytes per CPU second, 64 serial lines at 115,200 baud', 'MB', 'more', 1.2, 1.6)
    // At full speed, which no serial port has: a line keeps a history and may have many viewers. Limits of their own.
    const l1 = goal('P1 line', 'bytes per CPU second, 8 serial lines', 'MB', 'more', 0.2, 0.4)
    const l2 = goal('P2 line', 'bytes per CPU second, 1 serial line', 'MB', 'more', 0.2, 0.4)
    const l5 = goal('P5 line', 'round trip of 64 bytes on a serial line, p50', 'ms', 'less', 1, 0.9)
    // Against our own relay without it: a quarter more work for a byte is 0.8 of the bytes.
    const p6busy = goal('P6 busy', 'bytes per CPU second, 32 busy screens recorded', 'MB', 'more', 0.8, 0.91)
    const p6trip = goal('P6 p50', 'round trip of 64 bytes, recorded', 'ms', 'less', 1.25, 1.1)
    const goals = [p1, p2, p2wall, p3, p4, p5, p5tail, p6busy, p6trip, sol, l1, l2, l5]

    const openMany = async (side: Side, sessions: number) => {
      const door = await side.door('greet', sessions)
      return ask<{ perSecond: number }>(client, { op: 'open', door, atOnce: 16, sessions })
    }
    const echo = async (blocks: number) => {
      const sides = [ours, reference, line, recorded]
      const doors = await Promise.all(sides.map((side) => side.door('echo', 1)))
      return ask<Trip[]>(client, { op: 'echo', doors, blocks, messages: 100 })
    }

    // A server that runs for weeks is warm.
    await stream(client, line, 8, 1)
    await stream(client, recorded, 8, 1)
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
      for (const side of round % 2 ? [reference, line] : [line, reference])
        sol[side === line ? 'ours' : 'reference'].push((await stream(client, side, 64, 4, 'serial')).perCpu)
      p6busy.ours.push((await stream(client, recorded, 32, 4, 'busy')).perCpu)
      p6busy.reference.push((await stream(client, ours, 32, 4, 'busy')).perCpu)
      l1.ours.push((await stream(client, line, 8)).perCpu)
      l1.reference.push(p1.reference.at(-1) ?? Number.NaN)
      l2.ours.push((await stream(client, line, 1)).perCpu)
      l2.reference.push(p2.reference.at(-1) ?? Number.NaN)
      const [mine, theirs, lined, taped] = await echo(80)
      p6trip.ours.push(taped?.p50 ?? Number.NaN)
      p6trip.reference.push(mine?.p50 ?? Number.NaN)
      l5.ours.push(lined?.p50 ?? Number.NaN)
      l5.reference.push(theirs?.p50 ?? Number.NaN)
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
