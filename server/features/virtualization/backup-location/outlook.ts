import { fullInDays, growthADay, LOOKED_BACK } from '../../../db/outlook.ts'

/** Joins `u`: what the backup location `b` held at its last daily round. */
export const heldLast = `left join lateral (select ceil(s.stored_bytes / 1048576.0)::int as stored_mib, ceil(s.disk_bytes / 1048576.0)::int as disk_mib, s.backups
    from store_use s where s.location_id = b.id order by s.day desc limit 1) u on true`

/** Joins `g`: by how many MiB it grows a day; null while its days are too few. */
export const growth = `left join lateral (
    select ${growthADay('s.stored_bytes', 's.day')} / 1048576 as growth
      from store_use s where s.location_id = b.id and s.day > current_date - ${LOOKED_BACK}) g on true`

// Where neither is known the room is not 0 but unknown, which greatest() would overlook.
const ROOM = `case when coalesce(b.quota_mib, b.free_mib) is not null then greatest(0, least(b.quota_mib - u.stored_mib, b.free_mib)) end`

/** SQL over `b`, `u` and `g`: after how many days it is full. */
export const FULL_IN_DAYS = fullInDays(ROOM, 'g.growth')
