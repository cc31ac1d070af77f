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
