import { afterAll, beforeAll, expect, it } from 'vitest'
import { backUp, onNode, rename, startVault } from '../../../../../e2e/support/backed-up.ts'
import { killedAt } from '../../../../../e2e/support/host-worker.ts'
import { everyPlace, stepWrites } from '../../../../../e2e/support/kill-places.ts'
import { startCluster, t } from '../../host/queue-fixture.ts'

// The worker is killed while it holds a restore right before and right after every one of its writes: the VM has the former disk or
// the restored one, and when another worker has gone on the restored one.

/** Tasks that are held at once: each takes a connection to the database. */
const TOGETHER = 13
const vms: { id: number; backup: number }[] = []
let vault: Awaited<ReturnType<typeof startVault>>

beforeAll(async () => {
  await startCluster()
  vault = await startVault(t)
  for (let n = 0; n < TOGETHER; n++) {
    const { id } = await t.done(await t.create({ name: `killed-${n}`, hdd_mib: 2048, ram_mib: 512 }))
    await rename(t, id, 'of-then')
    vms.push({ id, backup: (await backUp(t, vault.id, id))[0]! })
  }
})
afterAll(async () => {
  await t.close()
  await vault.server.close()
})

const diskOf = async (host_id: number) => (await t.database.prisma.disk.findFirstOrThrow({ where: { host_id } })).id
const settling = stepWrites('end:settle', 'settle:clear_away', 'settle:read_state')
const places = (disk: number) =>
  everyPlace([
    ...['begin begin', ...stepWrites('look', 'index', `volume_${disk}`, `content_${disk}`, 'stop', 'forget', 'system')],
    ...['begin switch', ...stepWrites('define', 'start'), 'outcome', ...settling],
    ...['begin settle:let_go', 'begin settle:write_state', 'finish'],
  ])

/** Whichever disk the record names is the one that the domain has, and it is there. */
async function isNeverHalf(id: number, place: string, former: string | null) {
  const { domain, state } = await onNode(t, id)
  const path = domain?.spec.disks[0]?.path ?? ''
  expect(state.files[path], place).toMatchObject({ kind: 'volume' })
  const one = await t.database.prisma.disk.findFirstOrThrow({ where: { host_id: id } })
  expect(state.files[one.path ?? ''], place).toMatchObject({ kind: 'volume' })
  if (path === former) expect(domain?.guest.hostname, place).toBe('broken')
  else expect(domain?.guest.hostname, place).toBe('of-then')
}

it('a restore goes on from wherever its worker was killed, and leaves one disk', async () => {
  const count = places(0).length
  for (let from = 0; from < count; from += TOGETHER) {
    await t.stopWorker()
    const cases: { id: number; place: string; task: number; former: string | null }[] = []
    for (const [n, { id, backup }] of vms.entries()) {
      const place = places(await diskOf(id))[from + n]
      if (place === undefined) continue
      await rename(t, id, 'broken')
      const former = (await t.database.prisma.disk.findFirstOrThrow({ where: { host_id: id } })).path
      const asked = await t.ann.post(`/vm/v3/host/${id}/restore`, { backup })
      expect(asked, place).toMatchObject({ status: 200 })
      cases.push({ id, place, task: asked.body.task, former })
    }
    const rows = await t.database.prisma.task.findMany({
      where: { consul_id: { in: cases.map(({ task }) => task) } },
    })
    const holds = Object.fromEntries(
      cases.map(({ task, place }) => [rows.find((row) => row.consul_id === task)!.id, place]),
    )
    const { url, masterKey } = t.database
    await killedAt({ url, masterKey, holds })
    for (const { id, place, former } of cases) await isNeverHalf(id, place, former)
    t.startWorker()
    for (const { id, place, task, former } of cases) {
      expect(await t.ended(task), place).toMatchObject({ status: 'complete' })
      const { row, domain, own } = await onNode(t, id)
      const volumes = own.filter((path) => path.endsWith('.qcow2'))
      expect(row, place).toMatchObject({ state: 'active', queue: [], fault: null, unused_files: [] })
      expect(domain, place).toMatchObject({ state: 'running', guest: { hostname: 'of-then' } })
      expect(volumes, place).toEqual([domain?.spec.disks[0]?.path])
      expect(volumes, place).not.toContain(former)
    }
    expect(await t.database.prisma.backup.count({ where: { state: { not: 'active' } } })).toBe(0)
  }
})
