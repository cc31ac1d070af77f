import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { currentLab, labDevices } from '../../../../../e2e/lab/api.ts'
import { run } from '../../../../../e2e/lab/run.ts'
import { sumOf, templateFixture } from '../../../../../e2e/support/os-templates.ts'
import { someCard, someReport } from '../../../../domain/hardware-report/report-fixture.ts'
import type { Booted, Booting } from './machines-fixture.ts'

// Two hundred machines boot at the same moment, through DHCP, TFTP and HTTP of a real control host and the panel's own desk behind it.
const MACHINES = 200
const [site] = labDevices(currentLab(), 'location')
if (!site?.host) throw new Error('These tests need a location: lab.ts up --nodes 1 --locations 1')
const { host } = site
const pid = site.process.pid

let t: Awaited<ReturnType<typeof templateFixture>>
let location = 0
let diag = 0
let platform = 0
const [kernel, initrd] = [randomBytes(1 << 20), randomBytes(3 << 20)]

const ok = async (answer: { status: number; body: { task?: number | number[]; id?: number } }) => {
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  for (const one of [answer.body.task ?? []].flat()) {
    const row = await t.ended(one)
    expect(row, JSON.stringify(row.error)).toMatchObject({ status: 'complete' })
  }
  return answer.body
}
/** In the network that the location's servers are plugged into. */
const inSegment = (argv: readonly string[], input = '') =>
  run(['nsenter', `--net=/proc/${pid}/fd/9`, '--', ...argv], { input, timeoutMs: 300_000 })
/** All that machines may be given, and one to ask from: a process that is all of them has them all. */
const addresses = (verb: 'replace' | 'delete') =>
  inSegment(
    ['ip', '-force', '-batch', '-'],
    Array.from({ length: 248 }, (_, n) => `address ${verb} 10.91.0.${n + 3}/24 dev br0\n`).join(''),
  )

beforeAll(async () => {
  t = await templateFixture()
  const { admin, database } = t.api
  const way = { ssh_address: site.address, ssh_port: 22, ssh_user: 'root', password: host.password }
  location = (await ok(await admin.post('/dci/v3/location', { name: 'Lab', ...way }))).id ?? 0
  const net = { name: '10.91.0.0/24', net: '10.91.0.0/24', gateway: '10.91.0.1', family: 2, location_id: location }
  await database.prisma.ipnet.create({ data: net })
  const cpu_socket = (await database.prisma.cpu_socket.create({ data: { name: 'S' } })).id
  const size = { cpu_socket_count: 1, ram_slot_count: 1, max_ram: 1, hdd_slot_count: 1, pci_slot_count: 1 }
  const kind = { name: 'P', type: 'server', server_size: 1, cpu_socket, ...size }
  platform = (await database.prisma.platform.create({ data: kind })).id
  const ranges = [{ first: '10.91.0.4', last: '10.91.0.250' }]
  await ok(await admin.post(`/dci/v3/location/${location}/setup`, { dhcp: { interfaces_4: ['prov0'], ranges } }))
  const live = { kernel: t.repository.file('kernel', kernel), initrd: t.repository.file('initrd', initrd) }
  await t.read([{ name: 'diag', version: '1', type: 'diag', arch: 'x86_64', firmware: ['bios', 'uefi'], ...live }])
  diag = await t.id('diag')
  await ok(await t.put(location, [diag]))
  await addresses('replace')
  await inSegment(['ip', 'route', 'replace', '255.255.255.255', 'dev', 'br0'])
})
afterAll(async () => {
  await addresses('delete')
  const { body } = await t.api.admin.delete(`/dci/v3/location/${location}/setup`)
  if (body.task) await t.ended(body.task)
  await t.close()
})

/** Servers without a controller whose diagnostics wait for them to boot. */
async function waiting(from: number, count: number): Promise<Booting[]> {
  const { prisma } = t.api.database
  const all = Array.from({ length: count }, (_, n) => from + n)
  const macOf = (n: number) =>
    `52:54:00:c0:${(n >> 8).toString(16).padStart(2, '0')}:${(n & 255).toString(16).padStart(2, '0')}`
  const begun = all.map(async (n) => {
    const data = { name: `crowd-${n}`, type: 'server', platform_id: platform, location_id: location, size: 1 }
    const { id } = await prisma.server.create({ data })
    await prisma.server_mac.create({ data: { mac: macOf(n), server_id: id } })
    const answer = await t.api.admin.post(`/dci/v3/server/${id}/diag`, { os_template_id: diag, clear_hdd: 'none' })
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
    return id
  })
  const ids = await Promise.all(begun)
  const where = { operation_id: { in: await operationsOf(ids) }, name: 'power' }
  await expect.poll(() => prisma.operation_step.count({ where }), { timeout: 240_000 }).toBe(count)
  return all.map((n) => ({ mac: macOf(n), report: someReport({ serial: `CROWD${n}`, nics: [someCard(macOf(n))] }) }))
}
const operationsOf = async (servers: number[]) =>
  (await t.api.database.prisma.operation.findMany({ where: { server_id: { in: servers } } })).map(({ id }) => id)

async function boot(machines: Booting[]): Promise<Booted[]> {
  const program = join(import.meta.dirname, 'machines-fixture.ts')
  const { code, stdout, stderr } = await inSegment([process.execPath, program], JSON.stringify(machines))
  if (code !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as Booted[]
}

it('each of many machines gets its own system and its own job, whoever boots beside it', async () => {
  const alone: number[] = []
  for (let n = 0; n < 5; n++) alone.push((await boot(await waiting(1000 + n, 1)))[0]!.ms)
  const machines = await waiting(0, MACHINES)
  const booted = await boot(machines)
  expect(new Set(booted.map(({ address }) => address)).size).toBe(MACHINES)
  expect(new Set(booted.map(({ loader }) => loader)).size).toBe(1)
  for (const one of booted) {
    expect([one.kernel, one.initrd]).toEqual([sumOf(kernel), sumOf(initrd)])
    const n = machines.findIndex(({ mac }) => mac === one.mac)
    const job = new Map(
      one.job
        .trim()
        .split('\n')
        .map((line) => line.split(' ') as [string, string]),
    )
    expect(Buffer.from(job.get('serial') ?? '', 'base64').toString()).toBe(`CROWD${n}`)
    const { server_id } = await t.api.database.prisma.operation.findUniqueOrThrow({
      where: { id: Number(Buffer.from(job.get('operation') ?? '', 'base64').toString()) },
    })
    const { name } = await t.api.database.prisma.server.findUniqueOrThrow({ where: { id: server_id } })
    expect(name).toBe(`crowd-${n}`)
  }
  const over = () => t.api.database.prisma.operation.count({ where: { status: 'ok' } })
  await expect.poll(over, { timeout: 240_000 }).toBe(MACHINES + alone.length)
  const sorted = booted.map(({ ms }) => ms).sort((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0)
  const one = Math.round(alone.sort((a, b) => a - b)[2] ?? 0)
  const names = Object.keys(booted[0]!.phases)
  const mean = (name: string) => Math.round(booted.reduce((sum, { phases }) => sum + phases[name]!, 0) / booted.length)
  console.info(`of each, on average: ${names.map((name) => `${name} ${mean(name)} ms`).join(', ')}`)
  console.info(`one alone ${one} ms; ${MACHINES} at once: median ${at(0.5)} ms, p95 ${at(0.95)} ms, last ${at(1)} ms`)
  // Its own work is part of what one needs to boot.
  expect(at(0.95)).toBeLessThanOrEqual(2 * one)
})
