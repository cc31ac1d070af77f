import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inNode } from '../../../../e2e/lab/api.ts'
import { hostLab } from './lab-fixture.ts'

// What a container may use, measured by what programs inside it get on a real LXD.
const GATEWAY = '10.90.0.1'
const limits = { cpu_number: 1, ram_mib: 64, process_number: 25, net_in_mbitps: 16, net_out_mbitps: 8 }
let bench: Awaited<ReturnType<typeof hostLab>>
let id = 0
let name = ''
const lxc = (...argv: string[]) => inNode(bench.lab, bench.node1.index, ['env', 'HOME=/root', 'lxc', ...argv])
/** What a shell inside says, and how it ended. */
const sh = (script: string) => lxc('exec', name, '--', 'sh', '-c', script)
const cpuSeconds = async () =>
  JSON.parse((await lxc('query', `/1.0/instances/${name}/state`)).stdout).cpu.usage / 1_000_000_000

beforeAll(async () => {
  bench = await hostLab('lxd')
  await bench.done(await bench.attach(bench.node1))
  id = (await bench.done(await bench.create({ name: 'bounded', ...limits }, bench.api.admin))).id
  name = (await bench.host(id)).internal_name
}, 120_000)
afterAll(async () => {
  await bench?.close()
})

test('processors: two busy programs share one, and more come while it runs', { timeout: 60_000 }, async () => {
  expect((await sh('nproc')).stdout.trim()).toBe('1')
  const [before, from] = [await cpuSeconds(), performance.now()]
  await sh('(while :; do :; done) & a=$!; (while :; do :; done) & sleep 4; kill $a $!')
  const cores = ((await cpuSeconds()) - before) / ((performance.now() - from) / 1000)
  console.log(`${cores.toFixed(2)} cores of 1`)
  expect(cores).toBeGreaterThan(0.2)
  expect(cores).toBeLessThan(1.1)
  await bench.done(await bench.api.admin.post(`/vm/v3/host/${id}/resource`, { cpu_number: 2 }))
  expect((await sh('nproc')).stdout.trim()).toBe('2')
})

test('memory: a program that wants more than there is ends, one that wants less does not', async () => {
  const taking = (mib: number) => sh(`dd if=/dev/zero of=/dev/null bs=${mib}M count=1 2> /dev/null`)
  expect((await taking(32)).code).toBe(0)
  expect((await taking(128)).code).not.toBe(0)
  await bench.done(await bench.api.admin.post(`/vm/v3/host/${id}/resource`, { ram_mib: 256 }))
  expect((await taking(128)).code).toBe(0)
})

test('processes: there are never more than so many', async () => {
  const { stdout } = await sh(
    'i=0; while [ $i -lt 60 ]; do (sleep 5 &) 2> /dev/null; i=$((i + 1)); done; ls -d /proc/[0-9]* | wc -l; killall sleep',
  )
  const count = Number(stdout.trim().split('\n').at(-1)) || limits.process_number
  expect(count).toBeLessThanOrEqual(limits.process_number)
  const ids = (
    await inNode(bench.lab, bench.node1.index, [
      'sh',
      '-c',
      `grep -h . $(find /sys/fs/cgroup -path '*lxc.payload.${name}/pids.max')`,
    ])
  ).stdout
  expect(ids.trim()).toBe(String(limits.process_number))
})

test.each([
  ['in', limits.net_in_mbitps],
  ['out', limits.net_out_mbitps],
] as const)('network: %s it moves %d Mbit/s', { timeout: 120_000 }, async (direction, limit) => {
  const bytes = limit * 8 * 65_536
  const parts: number[] = []
  const last = () => parts.at(-1) ?? 0
  // The limit counts headers, the measurement does not. One that waits for a processor is slower: it is measured again.
  do parts.push(((await (direction === 'in' ? receiving(bytes) : sending(bytes))) * (1514 / 1448)) / limit)
  while (last() <= 0.9 && parts.length < 5)
  console.log(`${direction}: ${parts.map((part) => part.toFixed(3)).join(', ')} of the limit`)
  expect(last()).toBeGreaterThan(0.9)
  expect(last()).toBeLessThan(1.1)
})

/** Mbit/s at which the container takes so many bytes from a server here, by its own clock. */
async function receiving(bytes: number): Promise<number> {
  const server = createServer((socket) => socket.on('error', () => {}).end(Buffer.alloc(bytes))).listen(9005, GATEWAY)
  try {
    const clock = 'cut -d" " -f1 /proc/uptime'
    const { stdout } = await sh(`${clock}; nc ${GATEWAY} 9005 < /dev/null | wc -c; ${clock}`)
    const [from = 0, taken, to = 0] = stdout.trim().split('\n').map(Number)
    expect(taken).toBe(bytes)
    return (bytes * 8) / 1e6 / (to - from)
  } finally {
    server.close()
  }
}

async function sending(bytes: number): Promise<number> {
  const sink = createServer().listen(9006, GATEWAY)
  try {
    const sent = sh(`dd if=/dev/zero bs=64k count=${bytes / 65_536} 2> /dev/null | nc ${GATEWAY} 9006 > /dev/null`)
    const [socket] = await once(sink, 'connection')
    const from = performance.now()
    await once(socket.resume(), 'end')
    const rate = (bytes * 8) / 1000 / (performance.now() - from)
    expect(socket.bytesRead).toBe(bytes)
    socket.destroy()
    await sent
    return rate
  } finally {
    sink.close()
  }
}
