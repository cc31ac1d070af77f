import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCluster } from '../../../../e2e/support/dummy-cluster.ts'
import { soon } from '../../../shared/testing/soon.ts'
import { dummyNode } from '../../../simulation/hypervisor/node.ts'
import { reconcile } from './reconcile.ts'

let t: Awaited<ReturnType<typeof testCluster>>
beforeAll(async () => {
  t = await testCluster()
})
afterAll(() => t.close())
const attach = async (name: string, body: object, virt_pool: object) => {
  const { id } = (await t.admin.post('/vm/v3/storage', { name, storage_params: {}, ...body })).body
  await t.done(await t.admin.post(`/vm/v3/cluster/${t.cluster}/storage/${id}`, { virt_pool }))
  return id as number
}

/** Puts files of these names into a folder of a node. */
async function write(node_id: number, folder: string, names: readonly string[]) {
  const { ip } = await t.database.prisma.node.findUniqueOrThrow({ where: { id: node_id } })
  await dummyNode(ip).store.update((state) => {
    for (const name of names) state.files[`${folder}/${name}`] = { kind: 'volume', size_mib: 10, backing: null }
  })
}

const found = async (storage_id: number) =>
  (await t.database.prisma.storage_finding.findMany({ where: { storage_id }, orderBy: { name: 'asc' } })).map(
    ({ name, node_id }) => ({ name, node_id }),
  )

describe('a comparison with the records', () => {
  it('offers for deletion nothing that the panel keeps itself', async () => {
    const { prisma } = t.database
    const id = await attach('own', { type: 'file' }, { vm_storage_path: '/srv/own' })
    const [node_id] = t.nodes
    const host = await t.done(await t.create({ name: 'one', storage: id, hdd_mib: 4096 }))
    const { internal_name } = await prisma.host.findUniqueOrThrow({ where: { id: host.id } })
    const image = await prisma.image.create({
      data: {
        ...{
          name: 'i',
          state: 'creating',
          cleared: true,
          storage_id: id,
          size_mib: 10,
          os_name: 'o',
          os_group: 'linux',
        },
        ...{ login_user: 'root', efi_boot: false, host_name: 'one' },
      },
    })
    const disk = { account_id: t.ann.id, cluster_id: t.cluster, node_id, storage_id: id, size_mib: 10 }
    const filled = await prisma.disk.create({ data: { ...disk, name: 'f', state: 'changing', path: '/srv/own/f' } })
    const made = await prisma.disk.create({ data: { ...disk, name: 'm', state: 'creating' } })
    const rehearsal = await prisma.rehearsal.create({
      data: {
        ...{ run_id: randomUUID(), uuid: randomUUID(), host_name: 'one', started_by: 'plan', state: 'running' },
        ...{ cluster_id: t.cluster, node_id, storage_id: id, cpu_number: 1, ram_mib: 1, hdd_mib: 1 },
        ...{ internal_name: 'rehearsal-1-abcdef', files: ['/srv/own/rehearsed-otherwise.qcow2'] },
      },
    })
    const own = [
      ...[`${image.file}.qcow2`, `${image.file}.qcow2.sha256`, `${image.file}.qcow2.new`, `${image.file}.qcow2.clear`],
      ...[`${image.file}.qcow2.0123456789abcdef.part`, `datahall-${'0a'.repeat(12)}.scratch`],
      ...[
        `disk-${made.id}.qcow2.new`,
        `disk-${made.id}.grow`,
        `disk-${filled.id}-77.qcow2`,
        `disk-${filled.id}-77.new`,
      ],
      ...['rehearsal-1-abcdef-1.qcow2', 'rehearsal-1-abcdef-seed.iso', 'rehearsed-otherwise.qcow2'],
      ...[`${internal_name}-9-2.qcow2`, `${internal_name}-seed-2.iso`, `${internal_name}-memory.new`],
    ]
    const others = [
      `${randomUUID()}.qcow2`,
      'datahall-by-hand.scratch',
      `disk-${made.id + 1000}.qcow2`,
      'dh-9999-abcdef-1.qcow2',
    ]
    await write(node_id, '/srv/own', [...own, ...others])
    await reconcile(id, node_id, soon())
    const unknown = async () => (await found(id)).map(({ name }) => name)
    expect(await unknown()).toEqual(expect.arrayContaining(others))
    expect((await unknown()).filter((name) => own.includes(name))).toEqual([])
    // What has ended has left them behind.
    await prisma.rehearsal.update({
      where: { id: rehearsal.id },
      data: { cleared_at: new Date(), state: 'failed', ended_at: new Date() },
    })
    await prisma.disk.update({ where: { id: filled.id }, data: { state: 'active' } })
    await reconcile(id, node_id, soon())
    expect((await unknown()).filter((name) => own.includes(name)).sort()).toEqual(
      own.filter((name) => /^rehears|-77\./.test(name)).sort(),
    )
  })

  it('keeps a volume that is an image by the time it is to be deleted', async () => {
    const { prisma } = t.database
    const id = await attach('late', { type: 'file' }, { vm_storage_path: '/srv/late' })
    const file = randomUUID()
    const [node_id] = t.nodes
    await write(node_id, '/srv/late', [`${file}.qcow2`])
    await reconcile(id, node_id, soon())
    const [row] = await prisma.storage_finding.findMany({ where: { storage_id: id } })
    await prisma.image.create({
      data: {
        ...{ name: 'l', file, state: 'creating', cleared: true, storage_id: id, size_mib: 10, os_name: 'o' },
        ...{ os_group: 'linux', login_user: 'root', efi_boot: false, host_name: 'one' },
      },
    })
    const { body } = await t.admin.delete(`/vm/v3/storage/${id}/finding/${row?.id}`)
    expect(await t.ended(body.task)).toMatchObject({
      status: 'failed',
      error: { msg: expect.stringMatching(/belongs to .* by now/) },
    })
    const { ip } = await prisma.node.findUniqueOrThrow({ where: { id: node_id } })
    expect((await dummyNode(ip).store.read()).files[`/srv/late/${file}.qcow2`]).toBeDefined()
  })

  it('names a volume that all nodes see once', async () => {
    const nas = { type: 'nas', storage_params: { ip_addr: '192.0.2.3', nas_storage_path: '/once' } }
    const id = await attach('once', nas, { nas_storage_path: '/nas/once' })
    const [first, second] = t.nodes
    for (const node_id of t.nodes) await write(node_id, '/nas/once', ['unknown.qcow2'])
    for (const node_id of t.nodes) await reconcile(id, node_id, soon())
    expect(await found(id)).toEqual([{ name: 'unknown.qcow2', node_id: second }])
    await reconcile(id, first, soon())
    expect(await found(id)).toEqual([{ name: 'unknown.qcow2', node_id: first }])
    const local = await attach('each', { type: 'file' }, { vm_storage_path: '/srv/each' })
    for (const node_id of t.nodes) {
      await write(node_id, '/srv/each', ['unknown.qcow2'])
      await reconcile(local, node_id, soon())
    }
    expect(await found(local)).toHaveLength(2)
  })
})
