import { forgetOldSlots, type KeptSeries, rollUpSeries } from '../../../db/kept-series.ts'
import { db } from '../../../db/pool.ts'
import type { StorageUse } from '../../../domain/storage/schema.ts'
import { DAY_S, outlookOf } from './outlook.ts'
import { IS_SHARED } from './sql.ts'

export const HOUR_S = 3600

/** Use of storages: each hour as it was last read, days as their last hour. */
const kept: KeptSeries = {
  table: 'storage_use',
  done: 'storage_use_level',
  levels: [HOUR_S, DAY_S],
  graceS: 60,
  makeSlot: `made as (
    insert into storage_use (storage_id, node_id, level, at, total_mib, used_mib, promised_mib)
    select distinct on (storage_id, node_id) storage_id, node_id, $2, $3, total_mib, used_mib, promised_mib
      from storage_use where level = $1 and at >= $3 and at < $4 order by storage_id, node_id, at desc
    on conflict do nothing)`,
  keptDays: () => [31, 3 * 365],
}

/** Makes the days that are over, and deletes what is older than it is kept. */
export async function rollUpStorageUse(signal: AbortSignal, now?: number): Promise<void> {
  await rollUpSeries(kept, signal, now)
  await forgetOldSlots(kept, signal)
}

type Point = { at: string; total_mib: number; used_mib: number; promised_mib: number }

// A node that was away for a slot has its last one: else the sum would fall whenever a node is restarted.
const READ = `
  with slots as (select distinct at from storage_use where storage_id = $1 and level = $2 and at >= now() - make_interval(days => $3) and ($4::int is null or node_id = $4)),
  nodes as (select distinct node_id from storage_use where storage_id = $1 and level = $2 and ($4::int is null or node_id = $4))
  select to_char(x.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at,
         case when ${IS_SHARED} then max(u.total_mib) else sum(u.total_mib) end::float8 as total_mib,
         case when ${IS_SHARED} then max(u.used_mib) else sum(u.used_mib) end::float8 as used_mib,
         case when ${IS_SHARED} then max(u.promised_mib) else sum(u.promised_mib) end::float8 as promised_mib
    from slots x cross join nodes n join storage s on s.id = $1
    join lateral (select * from storage_use u where u.storage_id = $1 and u.level = $2 and u.node_id = n.node_id and u.at <= x.at
                   order by u.at desc limit 1) u on true
   group by x.at, s.type order by x.at`

/** Use of a storage within some days, of all its nodes or of one, and where it leads. */
export async function storageUseOf(
  id: number,
  { days, node = null }: { days: number; node?: number | null | undefined },
) {
  const level = days <= 14 ? HOUR_S : DAY_S
  const { pool } = db()
  const [points, outlook] = await Promise.all([
    pool.query<Point>(READ, [id, level, days, node]),
    pool.query<Pick<StorageUse, 'growth_mib_per_day' | 'full_in_days'>>(outlookOf('$1', '$2'), [id, node]),
  ])
  const { growth_mib_per_day = null, full_in_days = null } = outlook.rows[0] ?? {}
  return { list: points.rows, growth_mib_per_day, full_in_days }
}
