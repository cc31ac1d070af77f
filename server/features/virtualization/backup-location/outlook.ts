/** Fewer days say nothing about the next months; older ones nothing about the present pace. */
const ENOUGH_DAYS = 3
const LOOKED_BACK = 30
/** At most so far ahead is said when it will be full. */
const MOST_DAYS = 5 * 365

/** Joins `u`: what the backup location `b` held at its last daily round. */
export const heldLast = `left join lateral (select ceil(s.stored_bytes / 1048576.0)::int as stored_mib, ceil(s.disk_bytes / 1048576.0)::int as disk_mib, s.backups
    from store_use s where s.location_id = b.id order by s.day desc limit 1) u on true`

/** Joins `g`: by how many MiB it grows a day, the slope of a line through its days; null while these are too few. */
export const growth = `left join lateral (
    select case when max(s.day) - min(s.day) >= ${ENOUGH_DAYS} then regr_slope(s.stored_bytes, s.day - date '2000-01-01') / 1048576 end as growth
      from store_use s where s.location_id = b.id and s.day > current_date - ${LOOKED_BACK}) g on true`

// Where neither is known the room is not 0 but unknown, which greatest() would overlook.
const ROOM = `case when coalesce(b.quota_mib, b.free_mib) is not null then greatest(0, least(b.quota_mib - u.stored_mib, b.free_mib)) end`

/** SQL over `b`, `u` and `g`: after how many days it is full; null when it does not grow, or far ahead. */
export const FULL_IN_DAYS = `case when g.growth > 0 and (${ROOM}) / g.growth <= ${MOST_DAYS} then floor((${ROOM}) / g.growth)::int end`
