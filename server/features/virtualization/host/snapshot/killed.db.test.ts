import { afterAll, beforeAll, expect, it } from 'vitest'
import { killedAt } from '../../../../../e2e/support/host-worker.ts'
import { everyPlace, stepWrites, transactionWrites } from '../../../../../e2e/support/kill-places.ts'
import { dummyNode } from '../../../../simulation/hypervisor/node.ts'
import { startCluster, t } from '../queue-fixture.ts'

// The worker is killed while it holds a task right before and right after every write of the taking of a snapshot, a revert and a deletion.

/** Tasks that are held at once: each takes a connection to the database. */
const TOGETHER = 12
const vms: { id: number; disk: number; kept: number }[] = []

beforeAll(async () => {
  await startCluster()
  for (let n = 0; n < TOGETHER; n++) {
    const body = { name: `kept-${n}`, account: t.ann.id, hdd_mib: 4096, ram_mib: 512, snapshot_ram: true }
    const { id } = await t.done(await t.create(body, t.admin))
    const disk = await t.database.prisma.disk.findFirstOrThrow({ where: { host_id: id } })
    const kept = (await t.done(await t.ann.post(`/vm/v3/host/${id}/snapshot`, { name: 'kept', with_ram: true }))).id
    vms.push({ id, disk: disk.id, kept })
  }
})
afterAll(() => t.close())

type Vm = (typeof vms)[number]
const end = ['outcome', ...stepWrites('end:settle', 'settle:read_state'), 'begin settle:write_state', 'finish']

const taking = everyPlace([...stepWrites('devices', 'capture'), ...transactionWrites('begin', 'finish'), ...end])
const reverting = everyPlace([
  ...stepWrites('fits', 'off', 'keep', 'revert_DISK', 'definition', 'sizes_before'),
  ...stepWrites('define', 'start', 'limits', 'passwords', 'clear'),
  ...transactionWrites('begin', 'sizes', 'finish'),
  ...end,
])
const deleting = everyPlace([...stepWrites('drop_KEPT'), ...transactionWrites('forget_KEPT'), ...end])

/** Has a worker killed at each place, each with a VM of its own, and waits until another one has finished what was under way. */
async function killAll(
  places: readonly string[],
  ask: (vm: Vm) => Promise<{ body: { task: number } }>,
  look: (vm: Vm, place: string) => Promise<void>,
) {
  for (let from = 0; from < places.length; from += TOGETHER) {
    await t.stopWorker()
    const cases = []
    for (const [n, place] of places.slice(from, from + TOGETHER).entries()) {
      const vm = vms[n] as Vm
      const named = place.replace('DISK', String(vm.disk)).replace('KEPT', String(vm.kept))
      cases.push({ vm, place: named, task: (await ask(vm)).body.task })
    }
    const rows = await t.database.prisma.task.findMany({ where: { consul_id: { in: cases.map(({ task }) => task) } } })
    const holds = Object.fromEntries(
      cases.map(({ task, place }) => [rows.find((row) => row.consul_id === task)?.id ?? 0, place]),
    )
    const { url, masterKey } = t.database
    await killedAt({ url, masterKey, holds })
    t.startWorker()
    for (const { task, place } of cases) expect(await t.ended(task), place).toMatchObject({ status: 'complete' })
    for (const { vm, place } of cases) await look(vm, place)
  }
}

/** What its node has of a VM. */
async function onNode(id: number) {
  const row = await t.database.prisma.host.findUniqueOrThrow({ where: { id } })
  const node = await t.database.prisma.node.findUniqueOrThrow({ where: { id: row.node_id ?? 0 } })
  const { store } = dummyNode(node.ip)
  const { domains, files } = await store.read()
  const domain = domains[row.internal_name]
  const disk = files[domain?.spec.disks[0]?.path ?? '']
  const memories = Object.keys(files).filter((path) => path.includes(row.internal_name) && path.endsWith('.ram'))
  return { row, store, domain, memories, captures: disk?.kind === 'volume' ? Object.keys(disk.captures ?? {}) : [] }
}
const rowsOf = (host_id: number) => t.database.prisma.snapshot.findMany({ where: { host_id }, orderBy: { id: 'asc' } })

/** Runs, and its node has exactly what the panel knows of. */
async function isWell({ id }: Vm, place: string) {
  const [{ row, domain, captures, memories }, known] = [await onNode(id), await rowsOf(id)]
  expect(row, place).toMatchObject({ state: 'active', queue: [], fault: null, cpu_number_new: null, ram_mib_new: null })
  expect(domain?.state, place).toBe('running')
  expect(captures.sort(), place).toEqual(known.map(({ capture }) => capture).sort())
  expect(memories.sort(), place).toEqual(known.flatMap(({ memory }) => memory ?? []).sort())
  expect(known.filter(({ is_curr }) => is_curr).length, place).toBe(1)
  expect(
    known.map(({ state }) => state),
    place,
  ).not.toContain('creation')
}

it('a snapshot with memory is taken once, wherever the worker was killed', async () => {
  const ask = (vm: Vm) => t.ann.post(`/vm/v3/host/${vm.id}/snapshot`, { name: 'more', with_ram: true })
  await killAll(taking, ask, async (vm, place) => {
    await isWell(vm, place)
    const [, more] = await rowsOf(vm.id)
    expect(more, place).toMatchObject({ state: 'ok', is_curr: true, parent_id: vm.kept })
    await t.done(await t.ann.delete(`/vm/v3/snapshot/${more?.id}`))
  })
})

it('a revert ends at the snapshot', async () => {
  const ask = async (vm: Vm) => {
    const { row, store } = await onNode(vm.id)
    await store.update((state) => {
      const domain = state.domains[row.internal_name]
      if (domain) domain.guest.hostname = 'broken'
    })
    return t.ann.post(`/vm/v3/snapshot/${vm.kept}/revert`)
  }
  await killAll(reverting, ask, async (vm, place) => {
    await isWell(vm, place)
    expect((await onNode(vm.id)).domain?.guest.hostname, place).toMatch(/^kept-/)
  })
})

it('a deletion leaves nothing', async () => {
  const ask = (vm: Vm) => t.ann.delete(`/vm/v3/snapshot/${vm.kept}`)
  await killAll(deleting, ask, async (vm, place) => {
    expect(await onNode(vm.id), place).toMatchObject({ captures: [], memories: [], row: { queue: [], fault: null } })
    expect(await rowsOf(vm.id), place).toEqual([])
    const again = await t.done(await t.ann.post(`/vm/v3/host/${vm.id}/snapshot`, { name: 'kept' }))
    vm.kept = again.id
  })
})
