import { afterAll, beforeAll, expect, it } from 'vitest'
import { backUp, onNode, rename, startVault } from '../../../../../e2e/support/backed-up.ts'
import { killedAt } from '../../../../../e2e/support/host-worker.ts'
import { placesAt, stepWrites } from '../../../../../e2e/support/kill-places.ts'
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
}
/** No backup is read any more. */
const isFree = async () => (await t.database.prisma.backup.count({ where: { state: { not: 'active' } } })) === 0

it('runs with all of it in the end, and the backup is free again', async () => {
  const { id } = await t.done(await start('at-once'))
  await isWhole(id)
  expect(await isFree()).toBe(true)
})

/** Begins VMs, one for each place of its task at which their worker is killed. */
async function killed(
  places: readonly string[],
  leaseMs?: number,
): Promise<{ id: number; task: number; place: string }[]> {
  await t.stopWorker()
  const holds: Record<number, string> = {}
  const begun = []
  for (const [n, place] of places.entries()) {
    const { status, body } = await start(`killed-${n}`)
    expect(status, place).toBe(200)
    const where = { consul_id: body.task, name: 'host_restore' }
    const { id } = await t.database.prisma.task.findFirstOrThrow({ where })
    holds[id] = place
    begun.push({ id: body.id as number, task: body.task as number, place })
  }
  const { url, masterKey } = t.database
  await killedAt({ url, masterKey, holds, ...(leaseMs !== undefined && { leaseMs }) })
  return begun
}

const killedOnce = async (place: string) => (await killed([place]))[0]!

it('that is called off is off and incomplete, with the reason, and is deleted like any other', async () => {
  const { id, task } = await killedOnce('after begin arrive')
  expect((await t.admin.post(`/vm/v3/task/${task}/abort`)).status).toBe(200)
  t.startWorker()
  expect(await t.ended(task)).toMatchObject({ status: 'aborted' })
  expect(await t.host(id)).toMatchObject({ state: 'stopped', queue: [] })
  await t.done(await t.ann.delete(`/vm/v3/host/${id}`))
  expect(await isFree()).toBe(true)
})

const places = placesAt([...stepWrites('arrive', 'define'), 'begin start', 'outcome', 'finish'])

it('goes on wherever its worker was killed', { tags: 'sampled' }, async () => {
  const begun = await killed(places)
  t.startWorker()
  for (const { task, place } of begun) expect(await t.ended(task), place).toMatchObject({ status: 'complete' })
  for (const { id, place } of begun) {
    await isWhole(id, place)
    await t.done(await t.ann.delete(`/vm/v3/host/${id}`))
  }
  expect(await isFree()).toBe(true)
})

it('frees the backup although another one has let go of it and has not ended', async () => {
  const [first] = await killed(['before finish'], 600_000)
  t.startWorker()
  const { id } = await t.done(await start('second'))
  await t.database.pool.query("update task set lease_until = now() where status = 'running'")
  expect(await t.ended(first!.task)).toMatchObject({ status: 'complete' })
  expect(await isFree()).toBe(true)
  for (const one of [id, first!.id]) await t.done(await t.ann.delete(`/vm/v3/host/${one}`))
})

it('ends with the reason when every copy of the backup is damaged, instead of trying for days', async () => {
  const { rows } = await t.database.pool.query<{ file: string }>('select file from backup_copy where backup_id = $1', [
    backup,
  ])
  const path = [...vault.tree.files.keys()].find((one) => one.endsWith(rows[0]?.file ?? 'none'))!
  const whole = vault.tree.files.get(path)!
  const { id, task } = await killedOnce('before begin arrive')
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
