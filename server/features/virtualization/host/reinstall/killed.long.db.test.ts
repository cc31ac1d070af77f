import { afterAll, beforeAll, expect, it } from 'vitest'
import { killedAt } from '../../../../../e2e/support/host-worker.ts'
import { placesAt, stepWrites, transactionWrites } from '../../../../../e2e/support/kill-places.ts'
import { dummyNode } from '../../../../simulation/hypervisor/node.ts'
import { startCluster, t } from '../queue-fixture.ts'

// The worker is killed while it holds a task right before and right after every write of a reinstallation, of the
// growth of a disk and of a change of processors and memory.

/** Tasks that are held at once: each takes a connection to the database. */
const TOGETHER = 12
const vms: number[] = []

beforeAll(async () => {
  await startCluster()
  for (let n = 0; n < TOGETHER; n++)
    vms.push((await t.done(await t.create({ name: `killed-${n}`, hdd_mib: 4096, ram_mib: 512 }))).id)
})
afterAll(() => t.close())

const end = ['outcome', ...stepWrites('end:settle', 'settle:read_state'), 'begin settle:write_state', 'finish']

const reinstall = placesAt([
  ...[...stepWrites('image', 'disk', 'seed', 'stop', 'define', 'start'), ...transactionWrites('begin', 'switch')],
  ...stepWrites('settle:clear_away'),
  ...end,
])
const resources = placesAt([
  ...[...transactionWrites('store'), ...stepWrites('change', 'settle:read_sizes')],
  ...[...transactionWrites('settle:write_sizes'), ...end],
])
const resize = placesAt([...stepWrites('look', 'grow', 'settle:read_size'), 'begin settle:write_size', ...end])

type Case = { id: number; place: string; task: number }

/** Has a worker killed at some places, each with a VM of its own, and waits until another one has finished what was under way. */
async function killAt(places: readonly string[], ask: (id: number) => Promise<{ body: { task: number } }>) {
  await t.stopWorker()
  const cases: Case[] = []
  for (const [n, place] of places.entries()) {
    const id = vms[n]!
    cases.push({ id, place, task: (await ask(id)).body.task })
  }
  const rows = await t.database.prisma.task.findMany({ where: { consul_id: { in: cases.map(({ task }) => task) } } })
  const holds = Object.fromEntries(
    cases.map(({ task, place }) => [rows.find((row) => row.consul_id === task)!.id, place]),
  )
  const { url, masterKey } = t.database
  await killedAt({ url, masterKey, holds })
  t.startWorker()
  for (const { task, place } of cases) expect(await t.ended(task), place).toMatchObject({ status: 'complete' })
  return cases
}

/** The same for all places, as many at a time as there are VMs. */
async function* killed(places: readonly string[], ask: (id: number) => Promise<{ body: { task: number } }>) {
  for (let from = 0; from < places.length; from += TOGETHER)
    yield* await killAt(places.slice(from, from + TOGETHER), ask)
}

/** What its node has of a VM: nothing besides one disk and one seed, which its definition names. */
async function onNode(id: number) {
  const row = await t.database.prisma.host.findUniqueOrThrow({ where: { id } })
  const node = await t.database.prisma.node.findUniqueOrThrow({ where: { id: row.node_id ?? 0 } })
  const { domains, files } = await dummyNode(node.ip).store.read()
  const domain = domains[row.internal_name]
  const own = Object.keys(files).filter((path) => path.includes(row.internal_name))
  return { row, domain, own, file: files[domain?.spec.disks[0]?.path ?? ''] }
}

/** Runs, is as its record says, and can be stopped and started. */
async function isWell(id: number, place: string) {
  const { row, domain, own } = await onNode(id)
  expect(row, place).toMatchObject({ state: 'active', queue: [], fault: null, unused_files: [] })
  expect(domain?.state, place).toBe('running')
  expect([...own].sort(), place).toEqual([domain?.spec.disks[0]?.path, domain?.spec.cdrom].sort())
}

async function startsAgain(id: number) {
  await t.done(await t.ann.post(`/vm/v3/host/${id}/restart`, { force: true }))
}

it('a reinstallation goes on from wherever its worker was killed, and leaves one system', async () => {
  const ask = (id: number) => t.ann.post(`/vm/v3/host/${id}/reinstall`, { password: 'Another-2' })
  for await (const { id, place } of killed(reinstall, ask)) {
    await isWell(id, place)
    const { row, domain } = await onNode(id)
    expect(row.instance, place).toBeGreaterThan(1)
    expect(domain?.guest.instance_id, place).toBe(`${row.uuid}-${row.instance}`)
    await startsAgain(id)
  }
})

it('the growth of a disk does so, and the size is the one that is there', async () => {
  const size = new Map<number, number>()
  const ask = async (id: number) => {
    const { disk } = await t.host(id)
    size.set(id, disk.disk_mib + 256)
    return t.ann.post(`/vm/v3/disk/${disk.id}`, { size_mib: disk.disk_mib + 256 })
  }
  for await (const { id, place } of killed(resize, ask)) {
    await isWell(id, place)
    expect((await t.host(id)).disk, place).toMatchObject({ disk_mib: size.get(id), disk_mib_new: null })
    expect((await onNode(id)).file, place).toMatchObject({ size_mib: size.get(id) })
    await startsAgain(id)
  }
})

it('a change of processors and memory does so, and both are what its node has', async () => {
  const wanted = new Map<number, { cpu_number: number; ram_mib: number }>()
  const ask = async (id: number) => {
    const { cpu_number, ram_mib } = await t.host(id)
    const size = { cpu_number: cpu_number === 1 ? 2 : 1, ram_mib: ram_mib === 512 ? 768 : 512 }
    wanted.set(id, size)
    return t.ann.post(`/vm/v3/host/${id}/resource`, size)
  }
  for await (const { id, place } of killed(resources, ask)) {
    await isWell(id, place)
    await startsAgain(id)
    const { domain } = await onNode(id)
    expect(domain?.spec, place).toMatchObject(wanted.get(id) ?? {})
    expect(await t.host(id), place).toMatchObject({
      ...{ ...wanted.get(id), cpu_number_new: null, ram_mib_new: null },
      waits_for_start: [],
    })
  }
})
