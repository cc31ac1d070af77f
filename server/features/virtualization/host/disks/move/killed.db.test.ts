import { afterAll, beforeAll, expect, it } from 'vitest'
import { killedAt } from '../../../../../../e2e/support/host-worker.ts'
import { everyPlace, stepWrites } from '../../../../../../e2e/support/kill-places.ts'
import { startCluster, t } from '../../queue-fixture.ts'
import { addStorage, onNodes, promisedOf } from './moves-fixture.ts'

// The worker is killed while it holds a task right before and right after every write of a move; another one finishes it, or its
// cancellation is settled. Nothing is lost, left behind or stuck.

/** Tasks that are held at once: each takes a connection to the database. */
const TOGETHER = 12
type Disk = { id: number; host: number | null }
const attached: Disk[] = []
const loose: Disk[] = []
let main = 0
let second = 0

beforeAll(async () => {
  await startCluster()
  main = (await t.admin.get('/vm/v3/storage?where=kind EQ file&orderby=id')).body.list[0].id
  second = await addStorage('second')
  for (let n = 0; n < TOGETHER; n++) {
    const host = (await t.done(await t.create({ name: `killed-${n}`, hdd_mib: 2048, ram_mib: 512 }))).id
    const { id } = await t.database.prisma.disk.findFirstOrThrow({ where: { host_id: host } })
    attached.push({ id, host })
    const one = await t.done(await t.admin.post('/vm/v3/disk', { size_mib: 64, node: t.nodes[0] }))
    loose.push({ id: one.id, host: null })
  }
})
afterAll(() => t.close())

const ofVm = everyPlace([
  ...[
    'begin begin',
    ...stepWrites('read', 'look', 'forget_changes', 'seeds', 'move'),
    'begin arrive',
    ...stepWrites('clear_away'),
  ],
  ...['outcome', ...stepWrites('end:settle', 'settle:read_state'), 'begin settle:write_state', 'finish'],
])
const ofLoose = everyPlace([
  ...[...stepWrites('read', 'look', 'look_at_source', 'copy'), 'begin arrive', ...stepWrites('file')],
  ...['outcome', ...stepWrites('end:settle'), 'finish'],
])

/** Has a worker killed at each place, each with a disk of its own, and another one go on. */
async function killAll(
  disks: readonly Disk[],
  places: readonly string[],
  ask: (disk: Disk) => Promise<{ body: { task: number } }>,
  calledOff: boolean,
) {
  for (let from = 0; from < places.length; from += TOGETHER) {
    await t.stopWorker()
    const cases: { disk: Disk; place: string; task: number; id: number }[] = []
    for (const [n, place] of places.slice(from, from + TOGETHER).entries()) {
      const disk = disks[n] as Disk
      const { task } = (await ask(disk)).body
      const row = await t.database.prisma.task.findFirstOrThrow({ where: { consul_id: task } })
      cases.push({ disk, place, task, id: row.id })
    }
    const { url, masterKey } = t.database
    const holds = Object.fromEntries(cases.map(({ id, place }) => [id, place]))
    await killedAt({ url, masterKey, holds })
    if (calledOff) for (const { id } of cases) await t.admin.post(`/vm/v3/task/${id}/abort`)
    t.startWorker()
    for (const { task, place, disk } of cases) {
      const { status, error } = await t.ended(task)
      if (!calledOff) expect({ status, error }, place).toEqual({ status: 'complete', error: undefined })
      await isWell(disk, place)
    }
  }
}

/** Its node has exactly the volume that the record names, and so has the definition of its VM. */
async function isWell({ id, host }: Disk, place: string) {
  const { one, row, volumes, domain, seeds, home } = await onNodes(id)
  expect(one.state, place).toBe('active')
  expect(volumes, place).toEqual([`${home?.name} ${one.path}`])
  expect(await t.database.prisma.disk_move.count({ where: { disk_id: id } }), place).toBe(0)
  if (host === null) return
  expect(row, place).toMatchObject({ state: 'active', queue: [] })
  expect(domain, place).toMatchObject({ state: 'running', spec: { disks: [{ path: one.path }] } })
  expect(seeds, place).toContain(domain?.spec.cdrom)
}

/** To the storage where it is not. */
async function other({ id }: Disk) {
  const { storage_id } = await t.database.prisma.disk.findUniqueOrThrow({ where: { id } })
  return storage_id === second ? main : second
}
const away = async (disk: Disk) => t.admin.post(`/vm/v3/disk/${disk.id}/migrate`, { storage: await other(disk) })
/** To the other node. */
async function across(disk: Disk) {
  const { node_id } = await t.database.prisma.disk.findUniqueOrThrow({ where: { id: disk.id } })
  return t.admin.post(`/vm/v3/disk/${disk.id}/migrate`, { node: t.nodes.find((id) => id !== node_id) })
}

it('the disk of a running VM arrives, wherever the worker was killed', async () => {
  await killAll(attached, ofVm, away, false)
})

it('and is on one volume when it was called off then', { tags: 'long' }, async () => {
  await killAll(attached, ofVm, away, true)
})

it('a disk without a VM arrives on another node, or is called off', async () => {
  await killAll(loose, ofLoose, across, false)
  await killAll(loose, ofLoose, away, true)
})

it('no room is taken by what is not there', async () => {
  const all = await t.database.prisma.disk.findMany()
  const of = (id: number) => all.filter((one) => one.storage_id === id).reduce((sum, one) => sum + one.size_mib, 0)
  expect([await promisedOf(main), await promisedOf(second)]).toEqual([of(main), of(second)])
})
