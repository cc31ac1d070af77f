import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backUp, onNode, type Panel, rename, startVault } from '../../../../../e2e/support/backed-up.ts'
import { testCluster } from '../../../../../e2e/support/dummy-cluster.ts'

let t: Panel
let vault: Awaited<ReturnType<typeof startVault>>
beforeAll(async () => {
  t = await testCluster()
  await t.database.prisma.cluster.updateMany({ data: { manage_disk_enabled: true } })
  vault = await startVault(t)
})
afterAll(async () => {
  await t.close()
  await vault.server.close()
})

const vm = async (name: string, body: object = {}) =>
  (await t.done(await t.create({ name, hdd_mib: 2048, ram_mib: 512, cpu_number: 1, ...body }))).id
const restore = (id: number, backup: number, who = t.ann) => who.post(`/vm/v3/host/${id}/restore`, { backup })
const restoreDisk = (id: number, backup: number, who = t.ann) => who.post(`/vm/v3/disk/${id}/restore`, { backup })
const disksOf = (host_id: number) =>
  t.database.prisma.disk.findMany({ where: { host_id }, orderBy: [{ is_main: 'desc' }, { id: 'asc' }] })
const backupOf = (id: number | undefined) => t.database.prisma.backup.findUniqueOrThrow({ where: { id: id ?? 0 } })

/** The node has the volumes that the record names and no others, and they are those of the domain. */
async function isWhole(id: number) {
  const { row, domain, own } = await onNode(t, id)
  const paths = (await disksOf(id)).map(({ path }) => path)
  expect(domain?.spec.disks.map(({ path }) => path)).toEqual(paths)
  expect(own.filter((path) => path.endsWith('.qcow2')).sort()).toEqual([...paths].sort())
  expect(row).toMatchObject({ unused_files: [], queue: [] })
}

describe('a VM', () => {
  it('gets back what its disks had, runs again, and the next backup reads all', async () => {
    const id = await vm('first')
    const [main] = await disksOf(id)
    await rename(t, id, 'before')
    const [backup] = await backUp(t, vault.id, id)
    await t.database.prisma.disk_tracking.create({
      data: { disk_id: main!.id, checkpoint: 'c', backup_id: backup! },
    })
    await rename(t, id, 'broken')
    await t.done(await restore(id, backup!))
    expect((await onNode(t, id)).domain).toMatchObject({ guest: { hostname: 'before' }, state: 'running' })
    await isWhole(id)
    expect((await disksOf(id))[0]?.path).not.toBe(main?.path)
    expect(await t.host(id)).toMatchObject({ state: 'active', fault: null })
    expect(await backupOf(backup)).toMatchObject({ state: 'active', task: null })
    expect(await t.database.prisma.disk_tracking.count({ where: { disk_id: main!.id } })).toBe(0)
    await t.done(await restore(id, backup!))
    await isWhole(id)
  })

  it('that is off stays off; a disk that has grown since keeps its size', async () => {
    const id = await vm('off')
    await rename(t, id, 'before')
    const [backup] = await backUp(t, vault.id, id)
    const [main] = await disksOf(id)
    await t.done(await t.ann.post(`/vm/v3/disk/${main!.id}`, { size_mib: 3072 }))
    await t.done(await t.ann.post(`/vm/v3/host/${id}/stop`, { force: true }))
    await rename(t, id, 'broken')
    await t.done(await restore(id, backup!))
    const { domain, state } = await onNode(t, id)
    expect(domain).toMatchObject({ guest: { hostname: 'before' }, state: 'stopped' })
    const [now] = await disksOf(id)
    expect(now).toMatchObject({ size_mib: 3072, size_mib_new: null })
    expect(state.files[now?.path ?? '']).toMatchObject({ size_mib: 3072 })
    await isWhole(id)
  })

  it('gets all disks of the moment, or one of them alone', async () => {
    const id = await vm('two')
    await t.done(await t.ann.post(`/vm/v3/host/${id}/disk`, { size_mib: 64 }))
    const [main, data] = await disksOf(id)
    const backups = await backUp(t, vault.id, id)
    await rename(t, id, 'broken')
    await t.done(await restoreDisk(data!.id, backups[1]!))
    expect((await onNode(t, id)).domain).toMatchObject({ guest: { hostname: 'broken' }, state: 'running' })
    expect((await disksOf(id))[0]?.path).toBe(main?.path)
    await isWhole(id)
    await t.done(await restore(id, backups[1]!))
    expect((await onNode(t, id)).domain?.guest.hostname).not.toBe('broken')
    await isWhole(id)
    await t.done(await t.ann.delete(`/vm/v3/host/${id}/disk/${data!.id}`))
    expect(await restore(id, backups[0]!)).toMatchObject({
      status: 409,
      body: { error: { msg: expect.stringContaining('no longer belong to the VM') } },
    })
    await t.done(await restoreDisk(main!.id, backups[0]!))
    // Without a VM.
    const before = await t.database.prisma.disk.findUniqueOrThrow({ where: { id: data!.id } })
    await t.done(await restoreDisk(data!.id, backups[1]!))
    const after = await t.database.prisma.disk.findUniqueOrThrow({ where: { id: data!.id } })
    expect(after).toMatchObject({ state: 'active', host_id: null })
    const { state } = await onNode(t, id)
    expect(state.files[after.path ?? '']).toBeDefined()
    expect(state.files[before.path ?? '']).toBeUndefined()
  })

  it('is left alone in words: snapshots, others, what is not there or not whole', async () => {
    const id = await vm('refused', { snapshots_allowed: true })
    const other = await vm('other')
    const [backup] = await backUp(t, vault.id, id)
    const [main] = await disksOf(id)
    expect(await restore(other, backup!)).toMatchObject({ status: 400, body: { error: { value: 'backup' } } })
    expect(await restore(id, 9999)).toMatchObject({ status: 400, body: { error: { value: 'backup' } } })
    expect(await restore(id, backup!, t.bob)).toMatchObject({ status: 404 })
    expect(await restoreDisk(main!.id, backup!, t.bob)).toMatchObject({ status: 404 })
    await t.done(await t.ann.post(`/vm/v3/host/${id}/snapshot`, { name: 'kept' }))
    expect(await restore(id, backup!)).toMatchObject({
      status: 409,
      body: { error: { msg: expect.stringContaining('kept') } },
    })
    expect(await t.host(id)).toMatchObject({ queue: [], state: 'active' })
    await t.done(await t.ann.delete(`/vm/v3/host/${id}/snapshot`))
    for (const state of ['creating', 'crashed', 'migrating', 'deleting']) {
      await t.database.prisma.backup.update({ where: { id: backup! }, data: { state } })
      expect(await restore(id, backup!)).toMatchObject({ status: 409 })
    }
  })

  it('holds its backup: meanwhile it cannot be marked as free, nor deleted', async () => {
    const id = await vm('holding')
    const [backup] = await backUp(t, vault.id, id)
    await t.database.prisma.backup.update({ where: { id: backup! }, data: { state: 'in_use' } })
    for (const state of ['active', 'crashed'])
      expect(await t.admin.post(`/vm/v3/backup/${backup}/state`, { state })).toMatchObject({
        status: 409,
        body: { error: { msg: expect.stringContaining('being restored') } },
      })
    expect(await t.ann.delete(`/vm/v3/backup/${backup}`)).toMatchObject({ status: 409 })
  })

  it('stays as it is when the content cannot be read', async () => {
    const id = await vm('damaged')
    const [backup] = await backUp(t, vault.id, id)
    await rename(t, id, 'present')
    const copy = await t.database.prisma.backup_copy.findFirstOrThrow({ where: { backup_id: backup! } })
    await t.database.prisma.backup_copy.update({ where: { id: copy.id }, data: { digest: Buffer.alloc(32) } })
    const failed = await t.ended((await restore(id, backup!)).body.task)
    expect(failed).toMatchObject({ status: 'failed' })
    expect((await onNode(t, id)).domain).toMatchObject({ guest: { hostname: 'present' }, state: 'running' })
    await isWhole(id)
    expect(await backupOf(backup)).toMatchObject({ state: 'active', task: null })
    expect(await t.host(id)).toMatchObject({ state: 'active', fault: { action: 'host_restore' } })
  })
})
