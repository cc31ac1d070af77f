import type { Owners } from '../../../backup-store/collect.ts'
import { db } from '../../../db/pool.ts'
import { indexPath } from '../../../protocols/chunk-store/paths.ts'
import type { Place } from './place.ts'

type Copy = { copy_id: number; subject: string; file: string; digest: Buffer | null }

/** Copies in a place whose index has to be there: complete ones, also of backups that were deleted lately. */
async function copiesIn({ location_id, node_id }: Place): Promise<Copy[]> {
  const { rows } = await db().pool.query<Copy>(
    `select c.id as copy_id, b.subject::text as subject, c.file, c.digest
       from backup_copy c join backup b on b.id = c.backup_id
      where c.location_id is not distinct from $1::int and c.node_id is not distinct from $2::int and c.state = 'active'`,
    [location_id, node_id],
  )
  return rows
}

const pathOf = ({ subject, file }: Copy) => indexPath({ subject, backup: file })

/** Indexes of a place that belong to a backup. One that is being made has none yet: its chunks are kept by when they were touched. */
export async function ownersIn(place: Place): Promise<Owners> {
  return new Map((await copiesIn(place)).map((copy) => [pathOf(copy), copy.digest && Buffer.from(copy.digest)]))
}

/** Copies by the path of their index. */
export async function copiesByPath(place: Place): Promise<Map<string, number>> {
  return new Map((await copiesIn(place)).map((copy) => [pathOf(copy), copy.copy_id]))
}

/** How long ago the oldest copy that is being written to a place was begun, seconds, whatever the age of its backup; null when none is. */
export async function oldestLive({ location_id, node_id }: Place): Promise<number | null> {
  const { rows } = await db().pool.query<{ seconds: number | null }>(
    `select extract(epoch from now() - min(c.created_at))::int as seconds
       from backup_copy c
      where c.location_id is not distinct from $1::int and c.node_id is not distinct from $2::int and c.state = 'creating'`,
    [location_id, node_id],
  )
  return rows[0]?.seconds ?? null
}
