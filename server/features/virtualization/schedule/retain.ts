import { db } from '../../../db/pool.ts'
import { transaction } from '../../../db/transaction.ts'
import { outdated, type Retained, type RetentionRules } from '../../../domain/backup/retention.ts'
import { deleteOutdated, setAvailable } from '../backup/available.ts'
import { isDamaged } from '../backup/damaged.ts'

/** Disks whose backups are looked at together. */
const AT_ONCE = 200

/** Takes away what schedules keep no longer, of these disks or of all. What is being restored or copied goes another time. */
export async function retain(disks: readonly number[] | null, signal: AbortSignal): Promise<void> {
  await markOutdated(disks, signal)
  const { rows } = await db().pool.query<{ id: number }>(
    `select id from backup where available_until <= now() and deleted_at is null and state = 'active' and not pinned
        and ($1::int[] is null or disk_id = any($1)) order by id`,
    [disks],
  )
  for (const { id } of rows) {
    signal.throwIfAborted()
    await transaction((work) => deleteOutdated(work, id))
  }
}

type Row = Retained & RetentionRules & { disk_id: number; schedule_id: number }

// Copies hold the same: a backup counts once. A disk that is gone leaves its backups to people: none will come after them.
const ROWS = `
  select b.id, b.disk_id, b.schedule_id, coalesce(b.made_at, b.created_at) as made_at, b.pinned, s.time_zone,
         (select coalesce(ceil(max(c.stored_bytes) / 1048576), 0)::float8 from backup_copy c where c.backup_id = b.id) as stored_mib,
         ${isDamaged('b')} as damaged,
         s.keep_last, s.keep_daily, s.keep_weekly, s.keep_monthly, s.limit_count, s.limit_size_mib
    from backup b join schedule s on s.id = b.schedule_id
   where b.disk_id = any($1::int[]) and b.deleted_at is null and b.state in ('active', 'in_use', 'copying', 'migrating')`

/** Marks what schedules keep no longer, of these disks or of all. */
export async function markOutdated(disks: readonly number[] | null, signal: AbortSignal): Promise<void> {
  for (let after = 0; ; ) {
    signal.throwIfAborted()
    const { rows } = await db().pool.query<{ disk_id: number }>(
      `select distinct disk_id from backup where disk_id > $1 and schedule_id is not null and ($2::int[] is null or disk_id = any($2))
        order by disk_id limit ${AT_ONCE}`,
      [after, disks],
    )
    const last = rows.at(-1)
    if (!last) return
    await mark(rows.map(({ disk_id }) => disk_id))
    after = last.disk_id
  }
}

async function mark(disks: readonly number[]) {
  await transaction(async (work) => {
    const rows = await work.sql<Row>(ROWS, [disks])
    const gone = new Set<number>()
    for (const [rules, ...rest] of byDiskAndSchedule(rows))
      for (const id of outdated([rules, ...rest], rules)) gone.add(id)
    const kept = rows.flatMap(({ id }) => (gone.has(id) ? [] : [id]))
    await setAvailable(work, { kept, outdated: [...gone] })
  })
}

function byDiskAndSchedule(rows: readonly Row[]): Iterable<[Row, ...Row[]]> {
  const groups = new Map<string, [Row, ...Row[]]>()
  for (const row of rows) {
    const key = `${row.disk_id}:${row.schedule_id}`
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups.values()
}
