import { afterAll, beforeAll, expect, it } from 'vitest'
import { testCluster } from '../../../../e2e/support/dummy-cluster.ts'

let t: Awaited<ReturnType<typeof testCluster>>
beforeAll(async () => {
  t = await testCluster()
})
afterAll(() => t.close())

/** Deletes a VM with force from a state of its record; answers the steps that were done. */
async function stepsOf(name: string, state: 'active' | 'unknown') {
  const { id } = await t.done(await t.create({ name }))
  // The lock of the VM is held, so that the watch of its node cannot put the record right before the claim.
  const { pool } = t.database
  const { rows } = await pool.query<{ id: number }>(
    `with t as (insert into task (consul_id, name, status, run_at) values (0, 'test_holds', 'deferred', now()) returning id)
     insert into task_lock (task_id, key, held) select t.id, 'host:' || $1::int, true from t returning task_id as id`,
    [id],
  )
  await pool.query('update host set state = $2 where id = $1', [id, state])
  const asked = await t.admin.delete(`/vm/v3/host/${id}?force=true`)
  expect(asked.status).toBe(200)
  await pool.query('delete from task where id = $1', [rows[0]?.id])
  expect(await t.ended(asked.body.task)).toMatchObject({ status: 'complete' })
  const steps = await pool.query<{ name: string }>(
    `select s.name from task_step s join task t on t.id = s.task_id
      where t.consul_id = $1 and s.name not like 'end:%' order by s.ord`,
    [asked.body.task],
  )
  expect((await t.admin.get(`/vm/v3/host/${id}`)).status).toBe(404)
  return steps.rows.map(({ name }) => name)
}

it('forgets a VM whose node is away without asking the node', async () => {
  expect(await stepsOf('away', 'unknown')).toEqual(['begin', 'forget'])
})

it('deletes one whose node is there, with its files, also with force', async () => {
  expect(await stepsOf('there', 'active')).toEqual(expect.arrayContaining(['begin', 'destroy', 'undefine', 'file_0']))
})
