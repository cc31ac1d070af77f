import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Backups, startBackups } from '../../../../e2e/support/backups.ts'
import { killedAt } from '../../../../e2e/support/host-worker.ts'

// The worker is killed while it holds the task right before and right after writes of a backup. One at a time: a node is read once at a time.

const LEASE_MS = 3_000
const places = ['end look', 'begin read', 'end read', 'begin publish', 'begin finish', 'end finish', 'outcome'].flatMap(
  (place) => [`before ${place}`, `after ${place}`],
)
let t: Backups
let vault: Awaited<ReturnType<Backups['location']>>
let id = 0
beforeAll(async () => {
  t = await startBackups()
  vault = await t.location('vault')
  id = await t.vm('killed')
})
afterAll(() => t.close())

it.each(places)('a backup is complete once, and nothing is left, when the worker was killed %s', async (place) => {
  await t.write(id, `host-${places.indexOf(place)}`)
  await t.stopWorker()
  const { body } = await t.ann.post(`/vm/v3/host/${id}/backup`, { backup_locations: [vault.id] })
  const row = await t.database.prisma.task.findFirstOrThrow({ where: { consul_id: body.task } })
  const { url, masterKey } = t.database
  await killedAt({ url, masterKey, leaseMs: LEASE_MS, holds: { [row.id]: place } })
  t.startWorker()
  expect(await t.ended(body.task)).toMatchObject({ status: 'complete' })
  const [backup] = await t.backups(id)
  expect(backup).toMatchObject({ id: body.id, state: 'active', fault: null, copies: [{ state: 'active' }] })
  const content = Buffer.concat([...(await t.contentOf(body.id)).values()])
  expect(content.includes(`host-${places.indexOf(place)}"`)).toBe(true)
  // The node serves nothing any more, and has the one checkpoint from which the next backup goes on.
  const { domain, state } = await t.onNode(id)
  expect(domain?.reading).toBeUndefined()
  const disk = state.files[domain?.spec.disks[0]?.path ?? '']
  const tracking = await t.database.prisma.disk_tracking.findMany()
  const checkpoints = disk?.kind === 'volume' ? Object.keys(disk.checkpoints ?? {}) : []
  expect(checkpoints).toEqual(tracking.map(({ checkpoint }) => checkpoint))
})
