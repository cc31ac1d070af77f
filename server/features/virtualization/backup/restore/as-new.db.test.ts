import { afterAll, beforeAll, expect, it } from 'vitest'
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
  (await t.done(await t.create({ name, hdd_mib: 2048, ram_mib: 640, cpu_number: 2, ...body }))).id
const asHost = (backup: number, body: object, who = t.ann) => who.post(`/vm/v3/backup/${backup}/restore_as_host`, body)
const asDisk = (backup: number, body: object, who = t.ann) => who.post(`/vm/v3/backup/${backup}/restore_as_disk`, body)

it('a VM that is gone comes back as another one, with its own name, MAC address and addresses', async () => {
  const id = await vm('gone', { comment: 'shop', cpu_weight: 500 })
  await t.done(await t.ann.post(`/vm/v3/host/${id}/disk`, { size_mib: 64, bus: 'scsi' }))
  await rename(t, id, 'of-then')
  const before = await t.host(id)
  const [old] = await t.database.prisma.host_interface.findMany({ where: { host_id: id } })
  const [backup, data] = await backUp(t, vault.id, id)
  await t.done(await t.ann.delete(`/vm/v3/host/${id}`))
  const made = (await t.done(await asHost(backup!, { name: 'back' }))).id
  const { row, domain, own } = await onNode(t, made)
  expect(row).toMatchObject({
    ...{ name: 'back', account_id: t.ann.id, cpu_number: 2, ram_mib: 640, comment: 'shop', state: 'active', queue: [] },
    ...{ os_id: t.os, tuning: { cpu_weight: 500 }, unused_files: [], fault: null, is_built: true },
  })
  expect(row.uuid).not.toBe(before.uuid)
  expect(domain).toMatchObject({
    state: 'running',
    spec: { disks: [{ bus: 'virtio' }, { bus: 'scsi', target_dev: 'sda' }] },
  })
  const [mine] = await t.database.prisma.host_interface.findMany({ where: { host_id: made } })
  expect(mine?.mac).not.toBe(old?.mac)
  expect(own.filter((path) => path.endsWith('.qcow2'))).toHaveLength(2)
  // The seed says who it is now.
  expect(domain?.guest).toMatchObject({ hostname: 'back', instance_id: `${row.uuid}-1` })
  expect(await t.database.prisma.backup.findUniqueOrThrow({ where: { id: backup! } })).toMatchObject({
    ...{ state: 'active', task: null, host_id: null, disk_id: null },
  })

  const disk = (await t.done(await asDisk(data!, { name: 'data' }))).id
  expect(await t.database.prisma.disk.findUniqueOrThrow({ where: { id: disk } })).toMatchObject({
    ...{ name: 'data', size_mib: 64, state: 'active', host_id: null, account_id: t.ann.id },
  })
})

it('is refused in words, and a failed one leaves nothing that waits', async () => {
  const id = await vm('kept')
  const [backup] = await backUp(t, vault.id, id)
  expect(await asHost(backup!, { name: 'kept' })).toMatchObject({ status: 409, body: { error: { value: 'name' } } })
  expect(await asHost(backup!, { name: 'x' }, t.bob)).toMatchObject({ status: 404 })
  expect(await asDisk(backup!, {}, t.bob)).toMatchObject({ status: 404 })
  const copy = await t.database.prisma.backup_copy.findFirstOrThrow({ where: { backup_id: backup! } })
  await t.database.prisma.backup_copy.update({ where: { id: copy.id }, data: { digest: Buffer.alloc(32) } })
  const disk = await asDisk(backup!, {})
  expect(await t.ended(disk.body.task)).toMatchObject({ status: 'failed' })
  expect(await t.database.prisma.disk.count({ where: { id: disk.body.id } })).toBe(0)
  const host = await asHost(backup!, { name: 'half' })
  expect(await t.ended(host.body.task)).toMatchObject({ status: 'failed' })
  expect(await t.host(host.body.id)).toMatchObject({ state: 'stopped', queue: [], fault: { action: 'host_restore' } })
  expect(await t.database.prisma.backup.findUniqueOrThrow({ where: { id: backup! } })).toMatchObject({
    state: 'active',
  })
})

it('is refused for a part of a VM, with what is missing; the main disk alone is one where that was asked for', async () => {
  const id = await vm('in-parts')
  await t.done(await t.ann.post(`/vm/v3/host/${id}/disk`, { size_mib: 64, name: 'ledger' }))
  const [main, data] = await backUp(t, vault.id, id)
  const { backup } = t.database.prisma
  await backup.update({ where: { id: data! }, data: { deleted_at: new Date(), state: 'deleting' } })
  const lacking = {
    status: 400,
    body: {
      error: { msg: expect.stringMatching(/had 2 disks then, and there is no backup .* of ledger: restore single/) },
    },
  }
  expect(await asHost(main!, { name: 'half' })).toMatchObject(lacking)
  await backup.update({ where: { id: main! }, data: { mode: 'disk' } })
  expect(await asHost(main!, { name: 'half' })).toMatchObject(lacking)
  await backup.update({ where: { id: main! }, data: { mode: 'host_main' } })
  const made = (await t.done(await asHost(main!, { name: 'main-only' }))).id
  expect(await t.database.prisma.disk.count({ where: { host_id: made } })).toBe(1)
})

it('comes back in another cluster: on a node, a storage and an address of that one', async () => {
  const id = await vm('moves-house')
  await rename(t, id, 'of-then')
  const [backup] = await backUp(t, vault.id, id)
  const pool = (await t.admin.post('/vm/v3/userspace/public/ippool', { name: 'of-cl2' })).body.id
  await t.admin.post('/vm/v3/userspace/public/ipnet', { name: '10.2.0.0/24', gateway: '10.2.0.1' })
  await t.admin.post(`/vm/v3/ippool/${pool}/range`, { name: '10.2.0.10-10.2.0.50' })
  const cluster = (
    await t.done(
      await t.admin.post('/vm/v3/cluster', {
        ...{ name: 'cl2', virtualization_type: 'dummy', os_storage_path: '/share2', image_storage_path: '/images2' },
        interfaces: [{ interface: 0, ippool: [pool] }],
      }),
    )
  ).id
  const there = { name: 'n3', cluster, ip: '198.51.100.3', ssh_port: 22, password: 'x' }
  const node = (await t.done(await t.admin.post('/vm/v3/node', there))).id
  const [home] = await t.database.prisma.cluster_storage.findMany({ where: { cluster_id: cluster } })
  const made = (await t.done(await asHost(backup!, { name: 'new-house', cluster }))).id
  const { row, domain, own } = await onNode(t, made)
  expect(row).toMatchObject({ cluster_id: cluster, node_id: node, state: 'active', fault: null, unused_files: [] })
  const [disk] = await t.database.prisma.disk.findMany({ where: { host_id: made } })
  expect(disk).toMatchObject({ storage_id: home?.storage_id, node_id: node, size_mib: 2048 })
  expect(own).toContain(disk?.path)
  expect(domain).toMatchObject({ state: 'running', spec: { disks: [{ path: disk?.path }] } })
  expect((await t.host(made)).ip4).toMatchObject([{ ip: expect.stringMatching(/^10\.2\.0\./) }])
  // What was backed up stays where it was.
  expect(await t.host(id)).toMatchObject({ cluster: { id: t.cluster }, state: 'active' })
})
