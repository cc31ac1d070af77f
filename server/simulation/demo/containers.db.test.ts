import { afterAll, beforeAll, expect, it } from 'vitest'
import { testCluster } from '../../../e2e/support/dummy-cluster.ts'
import { transaction } from '../../db/transaction.ts'
import { soon } from '../../shared/testing/soon.ts'
import { attachContainerNode, makeContainerCluster, makeContainers, removeContainers } from './containers.ts'
import { writeFigureHistory } from './figure-history.ts'
import { frontDoor, tasksDone } from './front-door.ts'
import { demoContainers } from './plan/containers.ts'

let t: Awaited<ReturnType<typeof testCluster>>
let cluster: number
const ask = () => frontDoor(t.admin.id)
const named = async (name: string) => (await t.admin.get(`/vm/v3/host?where=name EQ '${name}'`)).body.list[0]

beforeAll(async () => {
  t = await testCluster()
  cluster = await makeContainerCluster(await ask(), t.pool)
  await tasksDone(await attachContainerNode(await ask(), cluster), soon())
  await makeContainers(await ask(), cluster, [t.ann.id, t.bob.id, t.bob.id], soon())
})
afterAll(() => t.close())

it('has a node with LXD, and containers that run, once', async () => {
  const [node] = (await t.admin.get(`/vm/v3/node?where=cluster.id EQ ${cluster}`)).body.list
  expect(node).toMatchObject({ accelerator: 'none', lxd_version: '5.0.2', libvirt_version: null })
  await makeContainers(await ask(), cluster, [t.ann.id, t.bob.id, t.bob.id], soon())
  const { list } = (await t.admin.get(`/vm/v3/host?where=cluster.id EQ ${cluster}`)).body
  expect(list).toHaveLength(demoContainers.length)
  for (const one of list) expect(one).toMatchObject({ state: 'active', fault: null, node: { id: node.id } })
})

it('has figures of them as of VMs', async () => {
  await transaction((work) => writeFigureHistory(work, cluster))
  const { id } = await named('proxy-1')
  const { rows } = await t.database.pool.query(
    'select count(*)::int as count, max(cpu) as cpu from host_figure where host_id = $1',
    [id],
  )
  expect(rows[0].count).toBeGreaterThan(500)
  expect(rows[0].cpu).toBeGreaterThan(0)
})

it('starts and stops them, takes snapshots and goes back to them', async () => {
  const { id } = await named('proxy-1')
  const [snapshot] = (await t.admin.get(`/vm/v3/host/${id}/snapshot`)).body.list
  expect(snapshot).toMatchObject({ ext_name: 'before-update' })
  await t.done(await t.admin.post(`/vm/v3/host/${id}/stop`, {}))
  expect(await t.host(id)).toMatchObject({ state: 'stopped' })
  await t.done(await t.admin.post(`/vm/v3/host/${id}/start`, {}))
  expect(await t.host(id)).toMatchObject({ state: 'active' })
  await t.done(await t.admin.post(`/vm/v3/snapshot/${snapshot.id}/revert`, {}))
  expect(await t.host(id)).toMatchObject({ fault: null })
})

it('lets them grow while they run', async () => {
  const { id } = await named('resolver-1')
  await t.done(await t.admin.post(`/vm/v3/host/${id}/resource`, { cpu_number: 2, ram_mib: 1024 }))
  expect(await t.host(id)).toMatchObject({ cpu_number: 2, ram_mib: 1024, cpu_number_new: null, waits_for_start: [] })
})

it('opens their console, and refuses in words what containers do not have', async () => {
  const { id } = await named('wiki-1')
  expect(await t.admin.post(`/vm/v3/host/${id}/lxd/console`, {})).toMatchObject({ status: 200 })
  const refused = await t.admin.post(`/vm/v3/host/${id}/console`, { kind: 'vnc' })
  expect(refused.body.error.msg).toMatch(/no screen/)
  const disk = await t.admin.post(`/vm/v3/host/${id}/disk`, { name: 'more', size_mib: 1024 })
  expect(disk.body.error.msg).toMatch(/container/)
})

it('leaves nothing when they are removed', async () => {
  await removeContainers(await ask(), cluster, soon())
  await removeContainers(await ask(), cluster, soon())
  expect((await t.admin.get(`/vm/v3/cluster/${cluster}`)).status).toBe(404)
  expect(await named('wiki-1')).toBeUndefined()
})
