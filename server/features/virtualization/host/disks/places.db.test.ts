import { afterAll, beforeAll, expect, it } from 'vitest'
import { hold, startCluster, t } from '../queue-fixture.ts'

beforeAll(async () => {
  await startCluster()
  await t.database.prisma.cluster.updateMany({ data: { manage_disk_enabled: true } })
})
afterAll(() => t.close())

let made = 0
async function vm() {
  const { id } = await t.done(await t.create({ name: `several-${++made}`, hdd_mib: 4096 }))
  const { id: added } = await t.done(await t.ann.post(`/vm/v3/host/${id}/disk`, { size_mib: 512 }))
  const first = await t.database.prisma.disk.findFirstOrThrow({ where: { host_id: id, is_main: true } })
  return { host: id as number, first: first.id, added: added as number }
}
const sizes = (id: number) =>
  t.database.prisma.disk.findUniqueOrThrow({ where: { id }, select: { size_mib: true, size_mib_new: true } })
const abort = async (consul_id: number) => {
  const { id } = await t.database.prisma.task.findFirstOrThrow({ where: { consul_id } })
  await t.admin.post(`/vm/v3/task/${id}/abort`)
  return t.ended(consul_id)
}

it('places of disks are changed one after another: what is taken back takes nothing that was accepted later', async () => {
  const { host, first, added } = await vm()
  const order = (id: number, boot_order: number) =>
    t.ann.post(`/vm/v3/host/${host}/disk_order`, { disks: [{ id, boot_order }] })
  const release = await hold(host)
  const { body } = await order(added, 5)
  for (const answer of [
    await order(first, 3),
    await t.ann.post(`/vm/v3/host/${host}/disk/${added}`, { is_main: true }),
    await t.ann.post(`/vm/v3/host/${host}/disk`, { size_mib: 256 }),
  ])
    expect(answer).toMatchObject({
      status: 409,
      body: { error: { msg: expect.stringMatching(/Bus or order of the disks .* are being changed/) } },
    })
  expect(await abort(body.task)).toMatchObject({ status: 'aborted' })
  await release()
  await t.done(await order(first, 3))
  const disks = await t.database.prisma.disk.findMany({ where: { host_id: host }, orderBy: { id: 'asc' } })
  expect(disks.map(({ boot_order }) => boot_order)).toEqual([3, 2])
})

it('a growth that ends keeps the larger one that was accepted after it', async () => {
  const { host, added } = await vm()
  const release = await hold(host)
  const grow = (size_mib: number) => t.ann.post(`/vm/v3/disk/${added}`, { size_mib })
  const [one, two] = [await grow(1024), await grow(2048)]
  expect(await abort(one.body.task)).toMatchObject({ status: 'aborted' })
  expect(await sizes(added)).toEqual({ size_mib: 512, size_mib_new: 2048 })
  await release()
  await t.done(two)
  expect(await sizes(added)).toEqual({ size_mib: 2048, size_mib_new: null })
})
