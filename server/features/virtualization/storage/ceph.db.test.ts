import { afterAll, beforeAll, expect, it } from 'vitest'
import { testCluster } from '../../../../e2e/support/dummy-cluster.ts'

let t: Awaited<ReturnType<typeof testCluster>>
beforeAll(async () => {
  t = await testCluster()
})
afterAll(() => t.close())

const PASSWORD = 'a-password-of-the-monitor'
const at = (id: number) => `/vm/v3/cluster/${t.cluster}/storage/${id}`
const read = async (id: number) => (await t.admin.get(`/vm/v3/storage/${id}`)).body

async function add(name: string) {
  const storage_params = { ip_addr: '192.0.2.250', ssh_port: 22, login: 'root', password: PASSWORD }
  const answer = await t.admin.post('/vm/v3/storage', { name, type: 'ceph', storage_params })
  expect(answer.status).toBe(200)
  return answer.body.id as number
}
const attach = (id: number, virt_pool: object) => t.admin.post(at(id), { virt_pool })

it('is attached with its pool alone; what was left open is filled in', async () => {
  const id = await add('ceph')
  await t.done(await attach(id, { rbd_pool_name: 'vms' }))
  expect(await read(id)).toMatchObject({
    state: 'active',
    kind: 'ceph',
    is_network: true,
    node_count: 2,
    can: ['thin', 'snapshot', 'live_resize', 'shared'],
    clusters: [{ virt_pool: { rbd_pool_name: 'vms', rbd_user: 'datahall-vms', placement_groups: 32 } }],
  })
})

it.each([
  [{}, /needs rbd_pool_name/],
  [{ rbd_pool_name: '-p' }, /rbd_pool_name: up to 64 letters/],
  [{ rbd_pool_name: 'other', rbd_user: 'admin' }, /rbd_user: a user of its own/],
  [{ rbd_pool_name: 'other', placement_groups: 0 }, /placement_groups: from 1/],
  [{ rbd_pool_name: 'other', vm_storage_path: '/srv/x' }, /has no vm_storage_path/],
  [{ rbd_pool_name: 'vms', rbd_user: 'another' }, /the storage ceph of this cluster has a pool of this name/],
])('refuses %j in words', async (virt_pool, words) => {
  const id = await add(`refused ${JSON.stringify(virt_pool)}`)
  expect(await attach(id, virt_pool)).toMatchObject({
    status: 400,
    body: { error: { value: 'virt_pool', msg: expect.stringMatching(words) } },
  })
})

it('has VMs on it, whose disks are images of the pool', async () => {
  const { id: storage } = (await t.admin.get('/vm/v3/storage?where=name EQ ceph')).body.list[0]
  const { id } = await t.done(await t.create({ name: 'on-ceph', storage }))
  const disk = await t.database.prisma.disk.findFirstOrThrow({ where: { host_id: id } })
  expect(disk.path).toMatch(/^rbd:datahall-vms@vms\/[a-z0-9-]+$/)
  await t.done(await t.admin.post(`/vm/v3/disk/${disk.id}`, { size_mib: disk.size_mib + 1024 }))
  expect((await t.admin.get(`/vm/v3/disk/${disk.id}`)).body).toMatchObject({ size_mib: disk.size_mib + 1024 })
  await t.done(await t.admin.post(`/vm/v3/host/${id}/snapshot`, { name: 'before' }))
  await t.done(await t.admin.post(`/vm/v3/storage/${storage}/compare`, {}))
  expect((await t.admin.get(`/vm/v3/storage/${storage}/finding`)).body.list).toEqual([])
  await t.done(await t.admin.delete(`/vm/v3/host/${id}`))
})

it('learns the key of its monitor host anew when a person connects it, and keeps its password from tasks and records', async () => {
  const { id } = (await t.admin.get('/vm/v3/storage?where=name EQ ceph')).body.list[0]
  await t.database.prisma.storage.update({ where: { id }, data: { host_key: 'SHA256:known' } })
  await t.done(await t.admin.post(`${at(id)}/check`, {}))
  const keyOf = async () => (await t.database.prisma.storage.findUniqueOrThrow({ where: { id } })).host_key
  expect(await keyOf()).toBe('SHA256:known')
  await t.done(await t.admin.post(`${at(id)}/ceph_connect`, {}))
  expect(await keyOf()).toBeNull()
  await t.admin.delete(at(id))
  for (const table of ['task', 'audit', 'change', 'storage']) {
    const { rowCount } = await t.database.pool.query(`select 1 from "${table}" x where position($1 in x::text) > 0`, [
      PASSWORD,
    ])
    expect([table, rowCount]).toEqual([table, 0])
  }
})

it('is degraded in the words of Ceph when redundancy is lost', async () => {
  const id = await add('degraded')
  await t.done(await attach(id, { rbd_pool_name: 'vms-faildegraded' }))
  expect(await read(id)).toMatchObject({
    state: 'degraded',
    error: expect.stringMatching(/Redundancy is lost: 1 osds down/),
  })
  const { list } = (await t.admin.get(`/vm/v3/problem?entity=storage&id=${id}`)).body
  expect(list).toMatchObject([
    {
      kind: 'storage_lost',
      severity: 'warning',
      part: 'n1, n2',
      cause: expect.stringMatching(/1 osds down/),
      hosts: 0,
    },
  ])
  // It goes on: it takes VMs, which the problem then counts.
  await t.done(await t.create({ name: 'on-degraded', storage: id }))
  expect((await t.admin.get(`/vm/v3/problem?entity=storage&id=${id}`)).body.list).toMatchObject([{ hosts: 1 }])
})

it('is attached nowhere when its monitors do not answer', async () => {
  const id = await add('away')
  const answer = await attach(id, { rbd_pool_name: 'vms-failaway' })
  expect(await t.ended(answer.body.task)).toMatchObject({
    status: 'failed',
    error: { msg: expect.stringMatching(/monitors of Ceph do not answer/) },
  })
  expect((await read(id)).clusters).toEqual([])
})
