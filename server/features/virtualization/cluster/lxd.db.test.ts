import { afterAll, beforeAll, expect, it } from 'vitest'
import { testCluster } from '../../../../e2e/support/dummy-cluster.ts'

let t: Awaited<ReturnType<typeof testCluster>>
let container: number
let cluster: number
const base = { virtualization_type: 'lxd', os_storage_path: '/share', image_storage_path: '/images' }

beforeAll(async () => {
  t = await testCluster()
  const disk = await t.database.prisma.os.findUniqueOrThrow({ where: { id: t.os } })
  const { id: _, ...rest } = disk
  const made = await t.database.prisma.os.create({ data: { ...rest, name: 'Container 1.0', format: 'lxd' } })
  container = made.id
})
afterAll(() => t.close())

it('makes a cluster of containers, on which images of containers alone are offered', async () => {
  const made = await t.admin.post('/vm/v3/cluster', { ...base, name: 'containers' })
  expect(made).toMatchObject({ status: 200, body: { id: expect.any(Number) } })
  cluster = made.body.id
  const offered = async (id: number) =>
    (await t.admin.get(`/vm/v3/os?where=cluster EQ ${id}`)).body.list.map((one: { id: number }) => one.id)
  const all = await t.database.prisma.os.findMany({ where: { format: 'lxd' }, select: { id: true } })
  expect((await offered(cluster)).sort()).toEqual(all.map(({ id }) => id).sort())
  expect(await offered(cluster)).toContain(container)
  expect(await offered(t.cluster)).not.toContain(container)
  expect((await t.admin.get(`/vm/v3/os/${container}`)).body).toMatchObject({ is_lxd_image: true })
  expect((await t.admin.get(`/vm/v3/os/${t.os}`)).body).toMatchObject({ is_lxd_image: false })
})

it('refuses systems of the other kind, whichever side they are tied from', async () => {
  expect(await t.admin.post(`/vm/v3/cluster/${cluster}`, { os: [t.os] })).toMatchObject({
    status: 400,
    body: { error: { value: 'os', msg: expect.stringMatching(/virtual machine/) } },
  })
  expect(await t.admin.post(`/vm/v3/os/${container}`, { clusters: [t.cluster] })).toMatchObject({
    status: 400,
    body: { error: { value: 'clusters', msg: expect.stringMatching(/container/) } },
  })
  expect(await t.admin.post(`/vm/v3/os/${container}`, { clusters: [cluster] })).toMatchObject({ status: 200 })
})

it.each([
  ['efi_boot', { efi_boot: true }],
  ['cpu_mode', { cpu_mode: 'host-model' }],
  ['io_weight', { io_weight: 10 }],
  ['io_write_iops', { io_write_mbitps: 10, io_write_iops: 10, io_read_iops: 10 }],
  ['disks', { disks: [1, 2].map((boot_order) => ({ size_mib: 2048, boot_order })) }],
  ['os', { os: undefined, hdd_mib: 2048 }],
] as const)('refuses %s of a container before it looks for a node', async (value, asked) => {
  const body = { name: 'one', cluster, os: container, password: 'Guest-pass-1', ...asked }
  expect(await t.admin.post('/vm/v3/host', body)).toMatchObject({ status: 400, body: { error: { value } } })
})

it('limits the disk of a container by Mbit/s or by operations, whichever it was given first', async () => {
  const { id } = await t.done(await t.create({ name: 'limited', io_read_iops: 100 }))
  const home = { where: { id: t.cluster } }
  await t.database.prisma.cluster.update({ ...home, data: { virtualization_type: 'lxd' } })
  const change = (body: object) => t.admin.post(`/vm/v3/host/${id}/resource`, body)
  const refused = { status: 400, body: { error: { value: 'io_read_iops', msg: expect.stringMatching(/not by both/) } } }
  expect(await change({ io_read_mbitps: 10 })).toMatchObject(refused)
  expect(await change({ io_read_mbitps: 10, io_read_iops: 5 })).toMatchObject(refused)
  const accepted = await change({ io_read_mbitps: 10, io_read_iops: -1 })
  await t.database.prisma.cluster.update({ ...home, data: { virtualization_type: 'dummy' } })
  expect(accepted).toMatchObject({ status: 200 })
})
