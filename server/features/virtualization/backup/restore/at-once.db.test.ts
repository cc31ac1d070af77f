import { afterAll, beforeAll, expect, it } from 'vitest'
import { backUp, onNode, rename, startVault } from '../../../../../e2e/support/backed-up.ts'
import { killedAt } from '../../../../../e2e/support/host-worker.ts'
import { startCluster, t } from '../../host/queue-fixture.ts'

// A VM made of a backup that runs before its content is there.

let vault: Awaited<ReturnType<typeof startVault>>
let backup = 0
beforeAll(async () => {
  await startCluster()
  vault = await startVault(t)
  const { id } = await t.done(await t.create({ name: 'origin', hdd_mib: 2048, ram_mib: 512 }))
  await t.done(await t.admin.post(`/vm/v3/host/${id}/disk`, { size_mib: 64, bus: 'scsi' }))
  await rename(t, id, 'of-then')
  backup = (await backUp(t, vault.id, id))[0] ?? 0
})
afterAll(async () => {
  await t.close()
  await vault.server.close()
})

const start = (name: string) => t.ann.post(`/vm/v3/backup/${backup}/restore_as_host`, { name, at_once: true })

async function isWhole(id: number, place?: string) {
  const { row, domain, state, own } = await onNode(t, id)
  expect(row, place).toMatchObject({ state: 'active', queue: [], fault: null, unused_files: [] })
  expect(domain, place).toMatchObject({ state: 'running', guest: { hostname: row.name } })
  expect(
    domain?.spec.disks.map(({ served }) => served ?? false),
    place,
  ).toEqual([false, false])
  const volumes = own.filter((path) => path.endsWith('.qcow2'))
  expect(volumes.sort(), place).toEqual(domain?.spec.disks.map(({ path }) => path).sort())
  for (const path of volumes) expect(state.files[path], place).not.toHaveProperty('served')
  expect(await t.database.prisma.backup.count({ where: { state: { not: 'active' } } })).toBe(0)
}

it('runs with all of it in the end, and the backup is free again', async () => {
  const { id } = await t.done(await start('at-once'))
  await isWhole(id)
})

/** Begins one whose worker is killed at a place of its task. */
async function killed(name: string, place: string): Promise<{ id: number; task: number }> {
  await t.stopWorker()
  const { status, body } = await start(name)
  expect(status, place).toBe(200)
  const where = { consul_id: body.task, name: 'host_restore' }
  const task = await t.database.prisma.task.findFirstOrThrow({ where })
  const { url, masterKey } = t.database
  await killedAt({ url, masterKey, leaseMs: 2_000, holds: { [task.id]: place } })
  return body
}

it('that is called off is off and incomplete, with the reason, and is deleted like any other', async () => {
  const { id, task } = await killed('called-off', 'after begin arrive')
  expect((await t.admin.post(`/vm/v3/task/${task}/abort`)).status).toBe(200)
  t.startWorker()
  expect(await t.ended(task)).toMatchObject({ status: 'aborted' })
  expect(await t.host(id)).toMatchObject({ state: 'stopped', queue: [] })
  await t.done(await t.ann.delete(`/vm/v3/host/${id}`))
  expect(await t.database.prisma.backup.count({ where: { state: { not: 'active' } } })).toBe(0)
})

const both = (place: string) => [`before ${place}`, `after ${place}`]
const places = ['begin arrive', 'end arrive', 'begin define', 'end define', 'begin start', 'outcome', 'finish']

it.each(places.flatMap(both))('goes on when its worker was killed %s', async (place) => {
  const { id, task } = await killed('killed', place)
  t.startWorker()
  expect(await t.ended(task), place).toMatchObject({ status: 'complete' })
  await isWhole(id, place)
  await t.done(await t.ann.delete(`/vm/v3/host/${id}`))
})

it('ends with the reason when every copy of the backup is damaged, instead of trying for days', async () => {
  const { rows } = await t.database.pool.query<{ file: string }>('select file from backup_copy where backup_id = $1', [
    backup,
  ])
  const path = [...vault.tree.files.keys()].find((one) => one.endsWith(rows[0]?.file ?? 'none'))!
  const whole = vault.tree.files.get(path)!
  const { id, task } = await killed('hopeless', 'before begin arrive')
  vault.tree.files.set(path, { ...whole, data: whole.data.subarray(0, 50) })
  t.startWorker()
  expect(await t.ended(task)).toMatchObject({
    status: 'failed',
    error: { msg: expect.stringContaining('No copy of the backup can be read') },
  })
  vault.tree.files.set(path, whole)
  await t.done(await t.ann.delete(`/vm/v3/host/${id}`))
})

it.each(['lvm', 'zfs', 'ceph'])('is refused on %s, whose volumes are no files', async (type) => {
  await t.database.pool.query('update storage set type = $1', [type])
  try {
    const answer = await start(`on-${type}`)
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { msg: expect.stringContaining('volumes are files') } },
    })
  } finally {
    await t.database.pool.query("update storage set type = 'file'")
  }
  expect(await t.database.prisma.host.count({ where: { name: `on-${type}` } })).toBe(0)
})
