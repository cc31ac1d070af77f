import { forgetOldSlots, type KeptSeries, rollUpSeries } from '../../../db/kept-series.ts'
import { db } from '../../../db/pool.ts'
import { IS_SHARED } from './sql.ts'

export const HOUR_S = 3600
const DAY_S = 86_400

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
  with slots as (select distinct at from storage_use where storage_id = $1 and level = $2 and at >= now() - make_interval(days => $3)),
  nodes as (select distinct node_id from storage_use where storage_id = $1 and level = $2)
  select to_char(x.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at,
         case when ${IS_SHARED} then max(u.total_mib) else sum(u.total_mib) end::float8 as total_mib,
         case when ${IS_SHARED} then max(u.used_mib) else sum(u.used_mib) end::float8 as used_mib,
         case when ${IS_SHARED} then max(u.promised_mib) else sum(u.promised_mib) end::float8 as promised_mib
    from slots x cross join nodes n join storage s on s.id = $1
    join lateral (select * from storage_use u where u.storage_id = $1 and u.level = $2 and u.node_id = n.node_id and u.at <= x.at
                   order by u.at desc limit 1) u on true
   group by x.at, s.type order by x.at`

/** The date when it will be full is given at most so far ahead. */
const MOST_DAYS = 5 * 365
/** With less, no trend is given. */
const ENOUGH_DAYS = 1

/** Use of a storage within some days, and where it leads. */
export async function storageUseOf(id: number, days: number) {
  const level = days <= 14 ? HOUR_S : DAY_S
  const { rows } = await db().pool.query<Point>(READ, [id, level, days])
  return { list: rows, ...trendOf(rows) }
}

/** Least squares over what is used: MiB a day, and days until it is full. */
export function trendOf(points: readonly Pick<Point, 'at' | 'total_mib' | 'used_mib'>[]) {
  const none = { growth_mib_per_day: null, full_in_days: null }
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return none
  const xs = points.map(({ at }) => (Date.parse(at) - Date.parse(first.at)) / (DAY_S * 1000))
  if ((xs.at(-1) ?? 0) < ENOUGH_DAYS) return none
  const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length
  const [mx, my] = [mean(xs), mean(points.map(({ used_mib }) => used_mib))]
  const over = xs.reduce((sum, x, n) => sum + (x - mx) * ((points[n]?.used_mib ?? 0) - my), 0)
  const growth = over / xs.reduce((sum, x) => sum + (x - mx) ** 2, 0)
  const left = (last.total_mib - last.used_mib) / growth
  return {
    growth_mib_per_day: Math.round(growth),
    full_in_days: growth > 0 && left <= MOST_DAYS ? Math.max(0, Math.round(left)) : null,
  }
}
