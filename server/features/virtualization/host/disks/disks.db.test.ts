import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dummyNode } from '../../../../simulation/hypervisor/node.ts'
import { historyOf, startCluster, t } from '../queue-fixture.ts'

beforeAll(startCluster)
afterAll(() => t.close())

const change = (id: number, body: object, who = t.ann) => who.post(`/vm/v3/disk/${id}`, body)
const read = async (id: number) => (await t.ann.get(`/vm/v3/disk/${id}`)).body

let made = 0
/** A running VM, and its disk of 20 GiB. */
async function withDisk() {
  const { id } = await t.done(await t.create({ name: `wide-${++made}`, hdd_mib: 20480 }))
  return { id, disk: (await t.host(id)).disk.id as number }
}

/** Size of the disk in the simulation of its node. */
async function onNode(disk: number) {
  const one = await t.database.prisma.disk.findUniqueOrThrow({ where: { id: disk } })
  const node = await t.database.prisma.node.findUniqueOrThrow({ where: { id: one.node_id ?? 0 } })
  const file = (await dummyNode(node.ip).store.read()).files[one.path ?? '']
  return file?.kind === 'volume' ? file.size_mib : null
}

describe('a disk grows', () => {
  it('while the VM runs, and what is read back is shown', async () => {
    const { id, disk } = await withDisk()
    await t.done(await change(disk, { size_mib: 30720, name: 'data' }))
    expect(await read(disk)).toMatchObject({ name: 'data', size_mib: 30720, size_mib_new: null })
    expect(await onNode(disk)).toBe(30720)
    expect((await historyOf(id)).at(-1)).toBe('disk_resize complete')
    expect(await t.host(id)).toMatchObject({ state: 'active', disabled: false, fault: null })
  })

  it('at the next start where it shall not while the VM runs', async () => {
    const { id, disk } = await withDisk()
    await t.done(await change(disk, { size_mib: 30720, live_resize: false }))
    expect(await read(disk)).toMatchObject({ size_mib: 20480, size_mib_new: 30720 })
    expect(await onNode(disk)).toBe(20480)
    expect((await t.host(id)).disk).toEqual({ id: disk, disk_mib: 20480, disk_mib_new: 30720 })
    await t.done(await t.ann.post(`/vm/v3/host/${id}/restart`, {}))
    expect(await read(disk)).toMatchObject({ size_mib: 30720, size_mib_new: null })
    expect(await onNode(disk)).toBe(30720)
  })

  it('as its VM has it where the change does not say', async () => {
    const { id } = await t.done(await t.create({ name: 'wide-later', hdd_mib: 20480, live_resize: false }))
    const disk = (await t.host(id)).disk.id as number
    expect((await t.host((await withDisk()).id)).live_resize).toBe(true)
    await t.done(await change(disk, { size_mib: 25600 }))
    expect(await read(disk)).toMatchObject({ size_mib: 20480, size_mib_new: 25600 })
    await t.done(await change(disk, { size_mib: 30720, live_resize: true }))
    expect(await read(disk)).toMatchObject({ size_mib: 30720, size_mib_new: null })
  })

  it('with the resources inside one restart', async () => {
    const { id, disk } = await withDisk()
    const defer = { action: 'host_stop' }
    const size = await change(disk, { size_mib: 25600, defer })
    const resources = await t.ann.post(`/vm/v3/host/${id}/resource`, { cpu_number: 2, defer })
    for (const { status } of [size, resources]) expect(status).toBe(200)
    const before = await t.admin.get(`/vm/v3/task?where=consul_id EQ ${size.body.task}`)
    expect(before.body.list[0]).toMatchObject({ name: 'disk_resize', status: 'deferred', defer_reason: 'host_stop' })
    expect(await read(disk)).toMatchObject({ size_mib: 20480, size_mib_new: 25600 })
    const restart = await t.ann.post(`/vm/v3/host/${id}/restart`, {})
    await t.ended(restart.body.start_task)
    for (const { body } of [size, resources]) expect((await t.ended(body.task)).status).toBe('complete')
    expect(await read(disk)).toMatchObject({ size_mib: 25600, size_mib_new: null })
    expect(await t.host(id)).toMatchObject({ cpu_number: 2, cpu_number_new: null, state: 'active' })
  })

  it('while the VM is off, and more than once in a row', async () => {
    const { id, disk } = await withDisk()
    await t.done(await t.ann.post(`/vm/v3/host/${id}/stop`, { force: true }))
    const asked = [await change(disk, { size_mib: 21504 }), await change(disk, { size_mib: 22528 })]
    for (const one of asked) await t.done(one)
    expect(await read(disk)).toMatchObject({ size_mib: 22528, size_mib_new: null })
    expect(await t.host(id)).toMatchObject({ state: 'stopped' })
  })
})

describe('the partition of another disk than the main one', () => {
  it('is expanded by the agent of a guest that runs', async () => {
    const { disk } = await withData('vdb1')
    const { body } = await change(disk, { size_mib: 2048 })
    expect(await t.ended(body.task)).toMatchObject({ status: 'complete' })
    const grown = await t.database.prisma.task.findFirstOrThrow({ where: { consul_id: body.task } })
    expect(grown.output).toEqual({ size_mib: 2048, partition: 'grown' })
    expect(await waiting(disk)).toEqual([])
  })

  async function withData(expand_part: string) {
    await t.database.prisma.cluster.updateMany({ data: { manage_disk_enabled: true } })
    const { id } = await withDisk()
    const disk = (await t.done(await t.ann.post(`/vm/v3/host/${id}/disk`, { size_mib: 1024, name: 'data' })))
      .id as number
    if (expand_part) await t.done(await change(disk, { expand_part }))
    return { id, disk }
  }
  const waiting = (disk: number) =>
    t.database.prisma.task.findMany({
      where: { name: 'disk_expand', input: { path: ['disk_id'], equals: disk } },
      orderBy: { id: 'asc' },
    })

  it('is expanded after the next start when the disk grew while the VM was off', async () => {
    const { id, disk } = await withData('vdb1')
    await t.done(await t.ann.post(`/vm/v3/host/${id}/stop`, { force: true }))
    for (const size_mib of [2048, 3072]) await t.done(await change(disk, { size_mib }))
    const tasks = await waiting(disk)
    expect(tasks).toMatchObject([{ status: 'deferred', defer_reason: 'host_start', account_id: t.ann.id }])
    await t.done(await t.ann.post(`/vm/v3/host/${id}/start`, {}))
    const end = await t.ended(tasks[0]?.consul_id ?? 0)
    expect(end).toMatchObject({ status: 'complete' })
    expect((await waiting(disk)).map(({ output }) => output)).toEqual([{ partition: 'vdb1', waits: false }])
    expect(await historyOf(id)).toContain('disk_expand complete')
    expect(await t.host(id)).toMatchObject({ state: 'active', fault: null })
  })

  it('is expanded after the restart that the disk grows in', async () => {
    const { id, disk } = await withData('vdb1')
    await t.done(await change(disk, { size_mib: 2048, live_resize: false }))
    expect(await waiting(disk)).toEqual([])
    const { body } = await t.ann.post(`/vm/v3/host/${id}/restart`, {})
    await t.ended(body.start_task)
    const [task] = await waiting(disk)
    expect(await t.ended(task?.consul_id ?? 0)).toMatchObject({ status: 'complete' })
    expect(await read(disk)).toMatchObject({ size_mib: 2048, size_mib_new: null })
  })

  it('waits for nothing where none is named, and goes with its VM', async () => {
    const { id, disk } = await withData('')
    await t.done(await t.ann.post(`/vm/v3/host/${id}/stop`, { force: true }))
    await t.done(await change(disk, { size_mib: 2048 }))
    expect(await waiting(disk)).toEqual([])
    await t.done(await change(disk, { size_mib: 3072, expand_part: 'vdb1' }))
    const [task] = await waiting(disk)
    await t.done(await t.ann.delete(`/vm/v3/host/${id}`))
    expect(await t.ended(task?.consul_id ?? 0)).toMatchObject({ status: 'aborted' })
  })
})

describe('what is asked of a disk', () => {
  it('is done without work where only the record changes', async () => {
    const { disk } = await withDisk()
    const answer = await change(disk, { name: 'system', expand_part: 'vda2', size_mib: 20480 })
    expect(answer.body).toMatchObject({ id: disk, task: expect.any(Number) })
    await t.done(answer)
    expect(await read(disk)).toMatchObject({ name: 'system', expand_part: 'vda2', size_mib: 20480 })
  })

  it('is refused in words where it cannot be', async () => {
    const { disk } = await withDisk()
    const refused = async (body: object, value: string, words: RegExp) => {
      const answer = await change(disk, body)
      expect(answer.body.error).toMatchObject({ value, msg: expect.stringMatching(words) })
      return answer.status
    }
    expect(await refused({ size_mib: 1024 }, 'size_mib', /only grows/)).toBe(400)
    expect(await refused({ size_mib: 2 ** 30 }, 'size_mib', /64 TiB/)).toBe(400)
    expect(await refused({ pool: 1 }, 'pool', /pool/)).toBe(400)
    expect(await refused({ account: t.bob.id }, 'account', /owner of the VM/)).toBe(400)
    expect((await change(disk, { boot_order: 2 })).body.error).toMatchObject({ code: 3008, value: 'boot_order' })
    expect(await read(disk)).toMatchObject({ size_mib: 20480, size_mib_new: null })
  })

  it('needs room in the storage of the node', async () => {
    const { disk } = await withDisk()
    await t.database.pool.query('update node set storage_used_mib = floor(storage_total_mib * 0.95) - 5000')
    const answer = await change(disk, { size_mib: 20480 + 5001 })
    expect(answer.status).toBe(409)
    expect(answer.body.error).toMatchObject({ value: 'size_mib', msg: expect.stringMatching(/no room/) })
    await t.database.pool.query('update node set storage_used_mib = 0')
    await t.done(await change(disk, { size_mib: 20480 + 5001 }))
  })

  it('is not shown to other accounts', async () => {
    const { disk } = await withDisk()
    expect((await change(disk, { size_mib: 30720 }, t.bob)).status).toBe(404)
  })

  it('holds the limits of the account, with what waits', async () => {
    const { disk } = await withDisk()
    const limit = { hdd_mib: 40960 }
    await t.database.prisma.user_limit.create({ data: { account_id: t.ann.id, ...limit } })
    await t.done(await change(disk, { size_mib: 40960, live_resize: false }))
    const answer = await change(disk, { size_mib: 40961 })
    expect(answer.status).toBe(409)
    expect(answer.body.error.value).toBe('hdd_mib')
    await t.database.prisma.user_limit.deleteMany({ where: { account_id: t.ann.id } })
  })
})
