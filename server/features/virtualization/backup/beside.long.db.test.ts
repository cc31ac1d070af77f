import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Backups, startBackups } from '../../../../e2e/support/backups.ts'
import { killedAt } from '../../../../e2e/support/host-worker.ts'

// A hypervisor neither takes nor drops snapshots of disks that are being read, and does not grow them.

let t: Backups
beforeAll(async () => {
  t = await startBackups()
})
afterAll(() => t.close())

it('rejects snapshots and growth in words while a backup reads the VM, not while it waits', async () => {
  const id = await t.vm('beside')
  const vault = await t.location('vault')
  const disk = await t.database.prisma.disk.findFirstOrThrow({ where: { host_id: id } })
  const kept = (await t.done(await t.ann.post(`/vm/v3/host/${id}/snapshot`, { name: 'kept' }))).id
  const asks = [
    () => t.ann.post(`/vm/v3/host/${id}/snapshot`, { name: 'more' }),
    () => t.ann.post(`/vm/v3/snapshot/${kept}/revert`),
    () => t.ann.post(`/vm/v3/disk/${disk.id}`, { size_mib: 5120 }),
    () => t.ann.delete(`/vm/v3/snapshot/${kept}`),
    () => t.ann.delete(`/vm/v3/host/${id}/snapshot`),
  ]

  await t.stopWorker()
  const { body } = await t.ann.post(`/vm/v3/host/${id}/backup`, { backup_locations: [vault.id] })
  const row = await t.database.prisma.task.findFirstOrThrow({ where: { consul_id: body.task } })
  const { url, masterKey } = t.database
  // It is the worker's still, which is dead: no other one takes it before its lease has run out.
  await killedAt({ url, masterKey, leaseMs: 3_000, holds: { [row.id]: 'after begin read' } })
  for (const ask of asks) expect(await ask()).toMatchObject({ status: 409, body: { error: { value: 'backup' } } })
  expect(await t.host(id)).toMatchObject({ state: 'active', queue: [] })

  t.startWorker()
  expect(await t.ended(body.task)).toMatchObject({ status: 'complete' })
  for (const ask of asks.slice(0, 4)) await t.done(await ask())
})

it('one that was accepted before the backup began to be read ends in words', async () => {
  const id = await t.vm('overtaken')
  const vault = await t.location('overtaking')
  await t.stopWorker()
  const snapshot = await t.ann.post(`/vm/v3/host/${id}/snapshot`, { name: 'late' })
  expect(snapshot.status).toBe(200)
  const { body } = await t.ann.post(`/vm/v3/host/${id}/backup`, { backup_locations: [vault.id] })
  const row = await t.database.prisma.task.findFirstOrThrow({ where: { consul_id: body.task } })
  const other = await t.database.prisma.task.findFirstOrThrow({ where: { consul_id: snapshot.body.task } })
  const { url, masterKey } = t.database
  const holds = { [row.id]: 'after begin read', [other.id]: 'before begin begin' }
  await killedAt({ url, masterKey, leaseMs: 60_000, holds })
  await t.database.pool.query("update task set lease_until = now() - interval '1 second' where id = $1", [other.id])
  t.startWorker()
  expect(await t.ended(snapshot.body.task)).toMatchObject({
    status: 'failed',
    error: { msg: expect.stringMatching(/A backup of the VM is being made/) },
  })
  expect(await t.host(id)).toMatchObject({ state: 'active', queue: [] })
})

it('one that a backup has overtaken between its judgement and its turn at the node ends in the same words', async () => {
  const id = await t.vm('between')
  const vault = await t.location('between')
  await t.stopWorker()
  const snapshot = await t.ann.post(`/vm/v3/host/${id}/snapshot`, { name: 'late' })
  const { body } = await t.ann.post(`/vm/v3/host/${id}/backup`, { backup_locations: [vault.id] })
  const row = await t.database.prisma.task.findFirstOrThrow({ where: { consul_id: body.task } })
  const other = await t.database.prisma.task.findFirstOrThrow({ where: { consul_id: snapshot.body.task } })
  const { url, masterKey } = t.database
  await killedAt({ url, masterKey, leaseMs: 900_000, holds: { [other.id]: 'before begin capture' } })
  await killedAt({ url, masterKey, leaseMs: 900_000, holds: { [row.id]: 'after begin read' } })
  const { store, row: host } = await t.onNode(id)
  await store.update(({ domains }) => {
    const domain = domains[host.internal_name]
    if (domain) domain.reading = { token: 'of-the-backup', started_at: domain.started_at }
  })
  await t.database.pool.query("update task set lease_until = now() - interval '1 second' where id = $1", [other.id])
  t.startWorker()
  expect(await t.ended(snapshot.body.task)).toMatchObject({
    status: 'failed',
    error: { msg: expect.stringMatching(/A backup of the VM is being made/) },
  })
  expect((await t.ann.get(`/vm/v3/host/${id}/snapshot`)).body.list).toMatchObject([
    { state: 'fail', fault: expect.stringMatching(/A backup of the VM is being made/) },
  ])
})
