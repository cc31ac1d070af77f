import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Backups, startBackups } from '../../../../e2e/support/backups.ts'
import { transaction } from '../../../db/transaction.ts'
import { setDummyOffline } from '../../../simulation/hypervisor/driver.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { nodePlace } from './place.ts'
import { backupRoundTask } from './round-task.ts'
import { queueRounds } from './round-watch.ts'

// Backups that lie on nodes: made there, copied, moved, and brought to and from backup locations.

let t: Backups
let n1: number
let n2: number
let vault: Awaited<ReturnType<Backups['location']>>
beforeAll(async () => {
  t = await startBackups()
  const [first, second] = t.nodes
  ;[n1, n2] = [first, second]
  vault = await t.location('vault')
})
afterAll(() => t.close())

const backUp = (id: number, body: object = {}) => t.ann.post(`/vm/v3/host/${id}/backup`, body)
const made = async (id: number, body: object = {}): Promise<number> => (await t.done(await backUp(id, body))).id
const act = (id: number, action: string, body: object, who = t.admin) => who.post(`/vm/v3/backup/${id}/${action}`, body)
const adminVm = async (name: string) => {
  const created = await t.create({ name, hdd_mib: 4096, ram_mib: 512, node: n1, account: t.ann.id }, t.admin)
  return (await t.done(created)).id
}
/** Where a backup lies: ids of nodes and names of backup locations. */
async function places(id: number): Promise<(number | string)[]> {
  const { copies, state } = (await t.admin.get(`/vm/v3/backup?where=id EQ ${id}`)).body.list[0]
  expect(state).toBe('active')
  expect(copies.every((copy: { state: string }) => copy.state === 'active')).toBe(true)
  return copies.map((copy: { node: { id: number } | null; backup_location: { name: string } | null }) =>
    copy.node ? copy.node.id : copy.backup_location?.name,
  )
}
/** Files of the store on a node. */
async function stored(node_id: number, part: string): Promise<string[]> {
  const { ip } = await t.database.prisma.node.findUniqueOrThrow({ where: { id: node_id } })
  const { rows } = await t.database.pool.query<{ path: string }>(
    `select folder || '/' || name as path from simulated_file where node = $1 and folder like $2 and data is not null`,
    [ip, `/images/backups/${part}%`],
  )
  return rows.map(({ path }) => path)
}
const round = async (node_id: number) => {
  const options = { registry_id: node_id, entity: 'node', account_id: null }
  const task = await transaction((work) => enqueue(work, backupRoundTask, { place: nodePlace(node_id) }, options))
  expect(await t.ended(task.consul_id)).toMatchObject({ status: 'complete' })
}

it('without a backup location lies on the node of the VM, then only what has changed, and restores', async () => {
  const id = await adminVm('at-home')
  await t.write(id, 'before')
  const one = await made(id)
  expect(await places(one)).toEqual([n1])
  const before = await t.contentOf(one)
  await t.write(id, 'after')
  const two = await made(id)
  const [row] = (await t.admin.get(`/vm/v3/host/${id}/backup`)).body.list
  expect(row).toMatchObject({ id: two, parent: one, full_because: null })
  expect(row.read_mib).toBeLessThanOrEqual(2)
  expect(await t.contentOf(one)).toEqual(before)
  await t.done(await t.admin.post(`/vm/v3/host/${id}/restore`, { backup: one }))
  expect([...(await t.diskContent(id)).values()].join()).toContain('before')
})

it('is copied and moved between nodes, and what it was on has nothing of it left', async () => {
  const id = await adminVm('wanderer')
  const one = await made(id)
  const content = await t.contentOf(one)
  const names = await stored(n1, 'index/')
  await t.done(await act(one, 'copy', { node: n2 }))
  expect(await places(one)).toEqual([n1, n2])
  expect(await act(one, 'copy', { node: n2 })).toMatchObject({ status: 409 })
  expect(await act(one, 'move', { source: n1, destination: n2 })).toMatchObject({ status: 409 })
  // Each is enough.
  await t.database.pool.query(
    `update backup_copy set fault = 'x', fault_at = now() where backup_id = $1 and node_id = $2`,
    [one, n1],
  )
  expect(await t.contentOf(one)).toEqual(content)
  const two = await made(id)
  await t.done(await act(two, 'move', { source: n1, destination: n2 }))
  expect(await places(two)).toEqual([n2])
  expect(await stored(n1, 'index/')).toHaveLength(names.length)
  expect(await t.contentOf(two)).toEqual(content)
})

it('goes from a node to a backup location and back', async () => {
  const id = await adminVm('commuter')
  const one = await made(id)
  const content = await t.contentOf(one)
  await t.done(await act(one, 'relocate', { destination: vault.id }))
  expect(await places(one)).toEqual(['vault'])
  expect(await t.contentOf(one)).toEqual(content)
  // Without a destination: the node that the disk was on.
  await t.done(await act(one, 'relocate', { destination_type: 'node' }))
  expect(await places(one)).toEqual([n1])
  expect(await t.contentOf(one)).toEqual(content)
})

it('is refused in words: strangers, nodes that are not there, places that it does not lie in', async () => {
  const id = await t.vm('refused')
  const home = (await t.host(id)).node.id
  const other = home === n1 ? n2 : n1
  const one = await made(id)
  expect(await act(one, 'copy', { node: other }, t.ann)).toMatchObject({ status: 403 })
  expect(await act(one, 'move', { source: home, destination: other }, t.ann)).toMatchObject({ status: 403 })
  expect(await act(one, 'copy', { node: 9999 })).toMatchObject({ status: 400 })
  expect(await act(one, 'move', { source: other, destination: home })).toMatchObject({ status: 400 })
  expect(await act(one, 'move', { source: home, destination: home })).toMatchObject({ status: 409 })
  expect(await act(99_999, 'copy', { node: n2 })).toMatchObject({ status: 404 })
  await t.done(await t.ann.delete(`/vm/v3/backup/${one}`))
  expect(await act(one, 'copy', { node: n2 })).toMatchObject({ status: 404 })
})

it('stays where it is when the other node is away', async () => {
  const id = await adminVm('homebody')
  const one = await made(id)
  const { ip } = await t.database.prisma.node.findUniqueOrThrow({ where: { id: n2 } })
  await setDummyOffline(ip, true)
  const { body } = await act(one, 'move', { source: n1, destination: n2 })
  expect(await t.ended(body.task)).toMatchObject({ status: 'failed' })
  await setDummyOffline(ip, false)
  expect(await places(one)).toEqual([n1])
  expect((await t.contentOf(one)).size).toBeGreaterThan(0)
  await t.done(await act(one, 'move', { source: n1, destination: n2 }))
  expect(await places(one)).toEqual([n2])
})

it('is verified and cleared on its node every day', async () => {
  const id = await adminVm('rounds')
  const one = await made(id)
  await round(n1)
  const seen = async () => (await t.admin.get(`/vm/v3/backup?where=id EQ ${one}`)).body.list[0]
  expect(await seen()).toMatchObject({ fault: null, copies: [{ verified_at: expect.any(String) }] })
  await t.database.pool.query(
    `update simulated_file set data = substring(data from 1 for 20) where name = (select file from backup_copy where backup_id = $1)`,
    [one],
  )
  const task = await transaction((work) =>
    enqueue(work, backupRoundTask, { place: nodePlace(n1) }, { registry_id: n1, entity: 'node', account_id: null }),
  )
  // Nothing is collected while an index is damaged.
  expect(await t.ended(task.consul_id)).toMatchObject({ status: 'failed' })
  // The watch has to have seen the other node, which was away, again.
  await expect
    .poll(() => t.database.prisma.node.count({ where: { state: 'active' } }), { timeout: 120_000, interval: 100 })
    .toBe(2)
  await t.database.pool.query(`update backup_copy set created_at = now() - interval '2 days'`)
  expect(await queueRounds()).toBeGreaterThanOrEqual(2)
})

it('keeps its node in the panel until it was moved or deleted', async () => {
  const third = (
    await t.done(
      await t.admin.post('/vm/v3/node', {
        name: 'n3',
        cluster: t.cluster,
        ip: '198.51.100.3',
        ssh_port: 22,
        password: 'x',
      }),
    )
  ).id
  const one = await made(await adminVm('holder'))
  await t.done(await act(one, 'copy', { node: third }))
  expect(await t.admin.delete(`/vm/v3/node/${third}`)).toMatchObject({
    status: 409,
    body: { error: { msg: expect.stringContaining('Backups are kept on the node') } },
  })
  await t.done(await act(one, 'relocate', { destination: vault.id }))
  await t.done(await t.admin.delete(`/vm/v3/backup/${one}`))
  await t.done(await t.admin.delete(`/vm/v3/node/${third}`))
  expect(await t.database.prisma.simulated_file.count({ where: { node: '198.51.100.3' } })).toBeGreaterThan(0)
})
