import { db } from '../../../db/pool.ts'
import type { Work } from '../../../db/transaction.ts'
import type { BackedUp } from './disks.ts'
import type { Place } from './place.ts'

/** An earlier backup of a disk in the place that is written to. */
export type Parent = { backup_id: number; file: string; digest: Buffer; subject: string }

/**
 * The checkpoint from which disks can be read by their changes: they have to share it. Wrong is no harm: the node knows its own.
 * @returns null for none
 */
export async function checkpointOf(disks: readonly Pick<BackedUp, 'disk_id'>[]): Promise<string | null> {
  const rows = await db().prisma.disk_tracking.findMany({
    where: { disk_id: { in: disks.map(({ disk_id }) => disk_id) } },
  })
  const [first] = rows
  return first && rows.length === disks.length && rows.every((row) => row.checkpoint === first.checkpoint)
    ? first.checkpoint
    : null
}

/** The backups that the checkpoints of disks belong to, as they lie in a place; fewer when there are not all of them. */
export async function parentsIn(place: Place, disks: readonly BackedUp[]): Promise<Map<number, Parent>> {
  const { rows } = await db().pool.query<{
    disk_id: number
    backup_id: number
    file: string
    digest: Buffer
    subject: string
  }>(
    `select t.disk_id, c.backup_id, c.file, c.digest, b.subject::text as subject
       from disk_tracking t join backup b on b.id = t.backup_id join backup_copy c on c.backup_id = b.id
      where t.disk_id = any($1::int[]) and c.state = 'active'
        and c.location_id is not distinct from $2::int and c.node_id is not distinct from $3::int`,
    [disks.map(({ disk_id }) => disk_id), place.location_id, place.node_id],
  )
  return new Map(rows.map(({ disk_id, ...parent }) => [disk_id, parent]))
}

/** Notes that a disk can be read from a checkpoint on, or with none that it cannot. */
export async function noteTracking(
  work: Work,
  backup_ids: readonly number[],
  checkpoint: string | null,
): Promise<void> {
  if (checkpoint === null) return
  await work.sql(
    `insert into disk_tracking (disk_id, checkpoint, backup_id)
     select b.disk_id, $2, b.id from backup b where b.id = any($1::int[]) and b.disk_id is not null
     on conflict (disk_id) do update set checkpoint = excluded.checkpoint, backup_id = excluded.backup_id, updated_at = now()`,
    [[...backup_ids], checkpoint],
  )
}
