import { db } from '../../../db/pool.ts'

/** How many servers of each configuration are available. */
export async function freeConfigurations() {
  const { rows } = await db().pool.query<{ configuration: string; free_server_count: number }>(
    `select configuration,
            (count(*) filter (where owner_id is null and not is_new and not maintenance and node_id is null and state = 'active'))::int
              as free_server_count
       from server group by configuration order by configuration`,
  )
  return { list: rows }
}
