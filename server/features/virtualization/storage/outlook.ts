import { fullInDays, growthADay, LOOKED_BACK } from '../../../db/outlook.ts'
import { IS_SHARED } from './sql.ts'

export const DAY_S = 86_400

/** Joins `g`: by how many MiB a day what is used of a storage on a node (`ns`) grows; null while its days are too few. */
export const growth = `left join lateral (
    select ${growthADay('w.used_mib::float8', 'w.day')} as growth
      from (select x.used_mib, (x.at at time zone 'UTC')::date as day from storage_use x
             where x.storage_id = ns.storage_id and x.node_id = ns.node_id and x.level = ${DAY_S} and x.at > now() - interval '${LOOKED_BACK} days') w) g on true`

const ROOM = 'greatest(0, ns.total_mib - ns.used_mib)'

/** SQL over `ns` and `g`: after how many days a storage is full on a node. */
export const FULL_IN_DAYS = fullInDays(ROOM, 'g.growth')

/** What all nodes share is counted once; a node that was not read lately tells of less. */
const over = (value: string, once: 'min' | 'max') =>
  `case when bool_or(${IS_SHARED}) then ${once}(${value}) else sum(${value}) end::float8`

/**
 * SQL of a row: how a storage grows on its nodes together, and when it is full.
 * @param storage SQL of its id
 * @param node SQL of the id of the only node that is looked at, or null
 */
export const outlookOf = (storage: string, node: string): string => `
  select o.growth as growth_mib_per_day, ${fullInDays('o.room', 'o.growth')} as full_in_days
    from (select ${over('g.growth', 'max')} as growth, ${over(ROOM, 'min')} as room
            from node_storage ns join storage s on s.id = ns.storage_id ${growth}
           where ns.storage_id = ${storage} and (${node}::int is null or ns.node_id = ${node}::int)) o`

/** SQL of a field of the storage `s` in a list: after how many days it is full. */
export const FULL_IN_DAYS_OF_ALL = `(select x.full_in_days from (select s.id as storage_id) one cross join lateral (${outlookOf('one.storage_id', 'null')}) x)`

/** Weeks that a list shows of how a storage has filled. */
const WEEKS = 13

/** SQL of a field of the storage `s` in a list: MiB used at the end of each of the last weeks, the oldest first. A node that was away then has its last day before. */
export const TREND = `(select coalesce(json_agg(y.used order by y.at), '[]') from (
    select x.at, case when ${IS_SHARED} then max(u.used_mib) else sum(u.used_mib) end::float8 as used
      from generate_series(now() - interval '${WEEKS - 1} weeks', now(), interval '1 week') x(at)
      join lateral (select distinct on (w.node_id) w.used_mib from storage_use w
                     where w.storage_id = s.id and w.level = ${DAY_S} and w.at <= x.at and w.at > x.at - interval '8 days'
                     order by w.node_id, w.at desc) u on true
     group by x.at) y)`
