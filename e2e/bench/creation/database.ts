import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Looker } from '../../support/slice.ts'

/** Address of the embedded database of a panel's data folder (postmaster.pid of PostgreSQL: its fourth line is the port). */
export function databaseUrl(data: string): string {
  const port = readFileSync(path.join(data, 'postgres/postmaster.pid'), 'utf8').split('\n')[3]
  const password = readFileSync(path.join(data, 'postgres.password'), 'utf8').trim()
  return `postgresql://postgres:${password}@127.0.0.1:${port}/datahall`
}

/** How long a task waited for its turn (`queue`), and each of its steps took with what came before it, in ms. */
export function stepTimes(database: Looker, consulId: number): Promise<{ name: string; ms: number }[]> {
  return database.rows(
    `with t as (select id, created_at, started_at from task where consul_id = $1 and name = 'host_create')
     select 'queue' as name, extract(epoch from started_at - created_at)::float8 * 1000 as ms, -1 as ord from t
     union all
     select case when s.name like 'disk%' then 'disk' else s.name end,
            extract(epoch from s.ended_at - lag(s.ended_at, 1, t.started_at) over (order by s.ord))::float8 * 1000, s.ord
       from task_step s join t on t.id = s.task_id order by ord`,
    [consulId],
  )
}
