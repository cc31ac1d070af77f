import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Backups, startBackups } from '../../../../e2e/support/backups.ts'
import { transaction } from '../../../db/transaction.ts'
import { setDummyOffline } from '../../../simulation/hypervisor/driver.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { nodePlace } from './place.ts'
import { backupRoundTask } from './round-task.ts'

// What is wrong with the backups on a node is told with its cause, and until it is mended.

let t: Backups
let node: { id: number; ip: string }
let host: number
let backup: number
beforeAll(async () => {
  t = await startBackups()
  node = await t.database.prisma.node.findUniqueOrThrow({ where: { id: t.nodes[0] } })
  const body = { name: 'kept', hdd_mib: 4096, ram_mib: 512, node: node.id, account: t.ann.id }
  host = (await t.done(await t.create(body, t.admin))).id
  await t.write(host, 'before')
  backup = (await t.done(await t.ann.post(`/vm/v3/host/${host}/backup`, {}))).id
})
afterAll(() => t.close())

async function round(): Promise<string> {
  const options = { registry_id: node.id, entity: 'node', account_id: null }
  const task = await transaction((work) => enqueue(work, backupRoundTask, { place: nodePlace(node.id) }, options))
  return (await t.ended(task.consul_id)).status
}
const problems = async (kind: string, who = t.admin) =>
  (await who.get('/vm/v3/problem')).body.list.filter((one: { kind: string }) => one.kind === kind)
const told = (words: RegExp) => [
  ...[{ entity: 'node', id: node.id, name: 'n1', cause: expect.stringMatching(words), since: expect.any(String) }],
]
/** Changes the files of the store on the node whose path is like this, and answers how to bring them back. */
async function spoil(like: string): Promise<() => Promise<void>> {
  const { pool } = t.database
  const where = `node = $1 and folder || '/' || name like '/images/backups/${like}' and data is not null`
  const { rows } = await pool.query<{ folder: string; name: string; data: Buffer; modified: number }>(
    `select folder, name, data, modified from simulated_file where ${where}`,
    [node.ip],
  )
  expect(rows.length).toBeGreaterThan(0)
  await pool.query(`update simulated_file set data = substring(data from 1 for 20) where ${where}`, [node.ip])
  return async () => {
    // What was found to be damaged was put aside.
    for (const { folder, name, data, modified } of rows)
      await pool.query(
        `insert into simulated_file (node, folder, name, data, modified) values ($1, $2, $3, $4, $5)
         on conflict (node, folder, name) do update set data = excluded.data`,
        [node.ip, folder, name, data, modified],
      )
  }
}

it('a store that is another one is a problem of its node until a round ends well', async () => {
  expect(await round()).toBe('complete')
  expect(await problems('backup_round')).toEqual([])
  const back = await spoil('store')
  expect(await round()).toBe('failed')
  expect(await problems('backup_round')).toMatchObject(told(/belongs to another backup location or panel/))
  const since = (await problems('backup_round'))[0].since
  expect(await round()).toBe('failed')
  expect((await problems('backup_round'))[0].since).toBe(since)
  // It is not written to either, and says why.
  const next = await t.ann.post(`/vm/v3/host/${host}/backup`, {})
  expect(await t.ended(next.body.task)).toMatchObject({
    status: 'failed',
    error: { msg: expect.stringMatching(/belongs/) },
  })
  // Owners are told that their backup failed, not what is the matter with the node.
  expect(await problems('backup_round', t.ann)).toEqual([])
  await back()
  expect(await round()).toBe('complete')
  expect(await problems('backup_round')).toEqual([])
})

it('a node that is away is one, and so are backups of which something is damaged', async () => {
  await setDummyOffline(node.ip, true)
  expect(await round()).toBe('failed')
  expect(await problems('backup_round')).toMatchObject(told(/does not accept connections|did not answer|not reach/))
  await setDummyOffline(node.ip, false)
  await expect.poll(round, { timeout: 300_000 }).toBe('complete')
  expect(await problems('backup_round')).toEqual([])

  const back = await spoil('chunks/%')
  await round()
  expect(await problems('backup_damaged')).toMatchObject(told(/missing or damaged/))
  expect(await t.backups(host)).toContainEqual(expect.objectContaining({ id: backup, fault: expect.any(String) }))
  await back()
  expect(await round()).toBe('complete')
  expect(await problems('backup_damaged')).toEqual([])
  await t.write(host, 'broken')
  await t.done(await t.ann.post(`/vm/v3/host/${host}/restore`, { backup }))
  expect([...(await t.diskContent(host)).values()].join()).toContain('before')
})
