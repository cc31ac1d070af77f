import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Backups, startBackups } from '../../../../e2e/support/backups.ts'
import { killedAt } from '../../../../e2e/support/host-worker.ts'
import { everyPlace } from '../../../../e2e/support/kill-places.ts'

// The worker is killed while it holds a backup right before and right after every one of its writes.

/** Tasks that are held at once, each of a VM on a node of its own: a node is read once at a time. Each takes a connection to the database. */
const TOGETHER = 9
/** So many write into a backup location at once. */
const ONE_PLACE = 2
const places = everyPlace([
  ...['begin look', 'end look', 'begin read', 'end read', 'begin publish'],
  ...['begin finish', 'end finish', 'outcome', 'finish'],
])

let t: Backups
const vms: { id: number; location: number }[] = []
beforeAll(async () => {
  t = await startBackups()
  const locations: number[] = []
  for (let n = 0; n < TOGETHER; n++) {
    if (n % ONE_PLACE === 0) locations.push((await t.location(`vault-${n}`)).id)
    const location = locations.at(-1) ?? 0
    const node = t.nodes[n] ?? (await nodeMore(n + 1))
    const body = { name: `killed-${n}`, hdd_mib: 4096, ram_mib: 512, cpu_number: 1, node, account: t.ann.id }
    vms.push({ id: (await t.done(await t.create(body, t.admin))).id, location })
  }
})
afterAll(() => t.close())

async function nodeMore(n: number): Promise<number> {
  const node = { name: `n${n}`, cluster: t.cluster, ip: `198.51.100.${n}`, ssh_port: 22, password: 'x' }
  return (await t.done(await t.admin.post('/vm/v3/node', node))).id
}

it('a backup is complete once, and nothing is left, wherever the worker was killed', async () => {
  for (let from = 0; from < places.length; from += TOGETHER) {
    const cases = places.slice(from, from + TOGETHER).map((place, n) => ({ place, ...vms[n]! }))
    for (const { place, id } of cases) await t.write(id, `host-${places.indexOf(place)}`)
    await t.stopWorker()
    const asked: { place: string; id: number; backup: number; task: number }[] = []
    const holds: Record<number, string> = {}
    for (const { place, id, location } of cases) {
      const { status, body } = await t.ann.post(`/vm/v3/host/${id}/backup`, { backup_locations: [location] })
      expect(status, place).toBe(200)
      const row = await t.database.prisma.task.findFirstOrThrow({ where: { consul_id: body.task } })
      holds[row.id] = place
      asked.push({ place, id, backup: body.id, task: body.task })
    }
    const { url, masterKey } = t.database
    await killedAt({ url, masterKey, holds })
    t.startWorker()
    for (const { place, task } of asked) expect(await t.ended(task), place).toMatchObject({ status: 'complete' })
    for (const one of asked) await isWhole(one)
  }
})

/** The backup is there with what the guest had written, and its node has the one checkpoint from which the next backup goes on. */
async function isWhole({ place, id, backup }: { place: string; id: number; backup: number }) {
  const [newest] = await t.backups(id)
  expect(newest, place).toMatchObject({ id: backup, state: 'active', fault: null, copies: [{ state: 'active' }] })
  const content = Buffer.concat([...(await t.contentOf(backup)).values()])
  expect(content.includes(`host-${places.indexOf(place)}"`), place).toBe(true)
  const { domain, state, row } = await t.onNode(id)
  expect(domain?.reading, place).toBeUndefined()
  const disk = state.files[domain?.spec.disks[0]?.path ?? '']
  const own = await t.database.prisma.disk.findFirstOrThrow({ where: { host_id: row.id } })
  const tracking = await t.database.prisma.disk_tracking.findMany({ where: { disk_id: own.id } })
  const checkpoints = disk?.kind === 'volume' ? Object.keys(disk.checkpoints ?? {}) : []
  expect(checkpoints, place).toEqual(tracking.map(({ checkpoint }) => checkpoint))
}
