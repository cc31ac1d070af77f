import { setTimeout as delay } from 'node:timers/promises'
import { testCluster } from '../../../../e2e/support/dummy-cluster.ts'

/** Of the file that runs: set by `startCluster`. */
export let t: Awaited<ReturnType<typeof testCluster>>
/** A cluster of this file's own. */
export async function startCluster(): Promise<void> {
  t = await testCluster()
}

let made = 0
/** Makes a VM of ann's. @returns its id */
export const create = async (name = `queued-${++made}`) => (await t.done(await t.create({ name }))).id
export const at = (id: number) => `/vm/v3/host/${id}`
export const queueOf = async (id: number) => (await t.host(id)).queue.map((one: { action: string }) => one.action)

/** Holds the lock of a VM, as a task of it that runs does; answers the way to let go. */
export async function hold(id: number) {
  const { rows } = await t.database.pool.query<{ id: number }>(
    `with t as (insert into task (consul_id, name, status, run_at) values (0, 'test_holds', 'deferred', now()) returning id)
     insert into task_lock (task_id, key, held) select t.id, 'host:' || $1::int, true from t returning task_id as id`,
    [id],
  )
  return () => t.database.pool.query('delete from task where id = $1', [rows[0]!.id])
}
/** The VM once nothing runs or waits. */
export async function free(id: number) {
  const busy = { name: 'test_host_busy', text: "select from host where id = $1 and queue <> '[]'", values: [id] }
  while ((await t.database.pool.query(busy)).rowCount) await delay(20)
  return t.host(id)
}
/** Its history, oldest first: `host_stop complete`. */
export const historyOf = async (id: number) =>
  (await t.admin.get(`${at(id)}/history?orderby=id`)).body.list.map(
    (row: { name: string; state: string }) => `${row.name} ${row.state}`,
  )
