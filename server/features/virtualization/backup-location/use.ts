import { db } from '../../../db/pool.ts'
import type { LocationUse } from '../../../domain/backup-location/schema.ts'

const DAYS = `
  select to_char(day, 'YYYY-MM-DD') as day, stored_bytes / 1048576.0::float8 as stored_mib, disk_bytes / 1048576.0::float8 as disk_mib, backups
    from store_use where location_id = $1 and day > current_date - $2::int order by day`

// A piece at the end of a disk is smaller: the product is a little too large, and never more than the disks are.
const SAVED = `
  select u.disk_bytes / 1048576.0::float8 as disk_mib, r.stored_bytes / 1048576.0::float8 as stored_mib,
         least(u.disk_bytes, greatest(r.stored_bytes, r.chunks * l.chunk_bytes)) / 1048576.0::float8 as pieces_mib
    from backup_location l join store_round r on r.location_id = l.id and r.collected_at is not null
    join lateral (select disk_bytes from store_use where location_id = l.id order by day desc limit 1) u on true
   where l.id = $1`

const LIMIT = `
  select least(l.quota_mib, l.free_mib + coalesce(
           (select stored_bytes / 1048576.0 from store_use where location_id = l.id order by day desc limit 1), 0))::float8 as limit_mib
    from backup_location l where l.id = $1`

/** What a backup location held on past days, and what chunks save there. */
export async function locationUseOf(id: number, days: number): Promise<LocationUse> {
  const { pool } = db()
  const [list, saved, limit] = await Promise.all([
    pool.query<LocationUse['list'][number]>(DAYS, [id, days]),
    pool.query<NonNullable<LocationUse['saved']>>(SAVED, [id]),
    pool.query<Pick<LocationUse, 'limit_mib'>>(LIMIT, [id]),
  ])
  return { list: list.rows, saved: saved.rows[0] ?? null, limit_mib: limit.rows[0]?.limit_mib ?? null }
}
