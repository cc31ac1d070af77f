// npm run bench, P7: a sweep of 1,000 simulated switches with 48 ports, one in twenty dead, against snmpbulkwalk in eight processes
// over every fifth of them. The same columns on both sides: states, octets, errors, discards, name and description of every port. Once the
// drivers alone, and once as the poller does it: with what passed worked out and stored.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setLoopbackAgentPort } from '../../server/drivers/agent-port.ts'
import { switchDriver } from '../../server/drivers/switch/registry.ts'
import type { SwitchConnection } from '../../server/drivers/switch/types.ts'
import { ensurePackages } from '../lab/packages.ts'
import { must } from '../lab/run.ts'
import { type Goal, report } from './goals.ts'
import { addressOf, isDead, PORTS } from './sweep/plan.ts'
import { pollerOf } from './sweep/poller.ts'

const COUNT = Number(process.env.BENCH_SWITCHES ?? 1_000)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const AT_ONCE = 100
const STRIDE = 5

const names = ['1.3.6.1.2.1.2.2.1.7', '1.3.6.1.2.1.2.2.1.8', '1.3.6.1.2.1.2.2.1.13', '1.3.6.1.2.1.2.2.1.14']
const rest = ['1.3.6.1.2.1.2.2.1.19', '1.3.6.1.2.1.2.2.1.20', '1.3.6.1.2.1.31.1.1.1.6', '1.3.6.1.2.1.31.1.1.1.10']
const columns = [...names, ...rest]

await ensurePackages(['snmp'])
const agents = spawn(process.execPath, [`${import.meta.dirname}/sweep/agents.ts`, String(COUNT)], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
const [line] = (await once(createInterface({ input: agents.stdout }), 'line')) as [string]
const port = Number(line)
setLoopbackAgentPort(port)

const snmp = { version: 'snmp_v2c', community: 'public' } as const
const connect = (i: number) =>
  switchDriver('snmp_common').connect({ address: addressOf(i), snmp, ssh: null, netconf: null, host_key: null })
const all = Array.from({ length: COUNT }, (_, i) => i)
const devices = new Map<number, SwitchConnection>(all.map((i) => [i, connect(i)]))

type Sweep = { seconds: number; healthySeconds: number; cpuSeconds: number }

/** Reads the counters of these switches, a hundred at a time. */
async function sweep(which: readonly number[]): Promise<Sweep> {
  const queue = [...which]
  const [started, cpu] = [performance.now(), process.cpuUsage()]
  let lastHealthy = started
  let ports = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let i = queue.shift(); i !== undefined; i = queue.shift()) {
        const reading = await devices
          .get(i)!
          .readCounters(AbortSignal.timeout(60_000))
          .catch(() => null)
        if (!reading) continue
        ports += reading.ports.length
        lastHealthy = performance.now()
      }
    }),
  )
  const { user, system } = process.cpuUsage(cpu)
  const healthy = which.filter((i) => !isDead(i)).length
  if (ports !== healthy * PORTS) throw new Error(`${ports} ports were read, not ${healthy * PORTS}`)
  const since = (at: number) => (at - started) / 1_000
  return { seconds: since(performance.now()), healthySeconds: since(lastHealthy), cpuSeconds: (user + system) / 1e6 }
}

/** What the poller does: the same reading, compared with the last one and stored. */
async function polled(which: readonly number[]): Promise<Sweep> {
  const [started, cpu] = [performance.now(), process.cpuUsage()]
  let lastHealthy = started
  await Promise.all(
    which.map(async (i) => {
      if (await poller.round(i, AT_ONCE)) lastHealthy = performance.now()
    }),
  )
  const { user, system } = process.cpuUsage(cpu)
  const since = (at: number) => (at - started) / 1_000
  return { seconds: since(performance.now()), healthySeconds: since(lastHealthy), cpuSeconds: (user + system) / 1e6 }
}

/** The same with a process for each column of each switch; a switch that does not answer the first is left alone. */
async function walks(which: readonly number[]): Promise<{ seconds: number; cpuSeconds: number }> {
  const one = `for c in ${columns.join(' ')}; do snmpbulkwalk -v2c -c public -On -Cr48 -t1 -r2 "$1:${port}" $c > /dev/null 2>&1 || exit 0; done`
  const started = performance.now()
  const input = `${which.map(addressOf).join('\n')}\n`
  const times = await must(['sh', '-c', `xargs -P8 -n1 sh -c '${one}' walk; times`], { input, timeoutMs: 180_000 })
  const spent = [...(times.trim().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)]
  const cpuSeconds = spent.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0)
  return { seconds: (performance.now() - started) / 1_000, cpuSeconds }
}

const goal = (what: string, unit: string, floor: number, aim: number, better: Goal['better'] = 'more'): Goal => ({
  id: 'P7',
  what,
  ours: [],
  reference: [],
  unit,
  better,
  floor,
  aim,
})
const wall = goal(`sweep of ${COUNT} switches, 5 % dead, switches a second of the clock`, '/s', 2, 4)
const cpu = goal('the same, switches a second of processor time', '/s', 3, 4)
const polledWall = goal(`the same through the poller, stored, switches a second of the clock`, '/s', 2, 4)
const polledCpu = goal('the same through the poller, switches a second of processor time', '/s', 3, 4)
const dead = goal('until the last healthy one answered, with dead ones against without', 's', 1.1, 1.1, 'less')

const poller = await pollerOf(COUNT)
let holds = false
try {
  const healthy = all.filter((i) => !isDead(i))
  const some = all.filter((i) => Math.floor(i / 20) % STRIDE === 0)
  await sweep(all)
  // Ports become known, then their first counters.
  await polled(all)
  await polled(all)
  let stored = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const ours = await sweep(all)
    const theirs = await walks(some)
    const without = await sweep(healthy)
    const kept = await polled(all)
    const more = (await poller.stored()) - stored
    stored += more
    if (more !== healthy.length * PORTS)
      throw new Error(`${more} port-minutes were stored, not ${healthy.length * PORTS}`)
    polledWall.ours.push(COUNT / kept.seconds)
    polledWall.reference.push(some.length / theirs.seconds)
    polledCpu.ours.push(COUNT / kept.cpuSeconds)
    polledCpu.reference.push(some.length / theirs.cpuSeconds)
    wall.ours.push(COUNT / ours.seconds)
    wall.reference.push(some.length / theirs.seconds)
    cpu.ours.push(COUNT / ours.cpuSeconds)
    cpu.reference.push(some.length / theirs.cpuSeconds)
    dead.ours.push(ours.healthySeconds)
    dead.reference.push(without.healthySeconds)
  }
  holds = report('sweep', [wall, cpu, dead, polledWall, polledCpu])
} finally {
  for (const device of devices.values()) device.close()
  await poller.close()
  agents.kill()
}
process.exit(holds ? 0 : 1)
