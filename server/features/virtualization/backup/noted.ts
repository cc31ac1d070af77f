import { db } from '../../../db/pool.ts'
import type { Work } from '../../../db/transaction.ts'
import { indexPath } from '../../../protocols/chunk-store/paths.ts'
import type { Place } from './place.ts'

/** For so long names of indexes that are gone are known: longer than any task that writes one. */
const KEPT_DAYS = 30
const here = 'location_id is not distinct from $1::int and node_id is not distinct from $2::int'

/** Notes the name of an index before it is written. By this a collection tells what a failed run has left from backups of a lost database. */
export async function noteIndex({ location_id, node_id }: Place, subject: string, file: string): Promise<void> {
  await db().pool.query('insert into store_index (location_id, node_id, subject, file) values ($1, $2, $3::uuid, $4)', [
    location_id,
    node_id,
    subject,
    file,
  ])
}

/** Paths of all indexes that were ever about to be written to a place and may be there. */
export async function notedIn({ location_id, node_id }: Place): Promise<ReadonlySet<string>> {
  const { rows } = await db().pool.query<{ subject: string; file: string }>(
    `select subject::text, file from store_index where ${here}
     union
     select b.subject::text, c.file from backup_copy c join backup b on b.id = c.backup_id 
      where c.file is not null and c.location_id is not distinct from $1::int and c.node_id is not distinct from $2::int`,
    [location_id, node_id],
  )
  return new Set(rows.map(({ subject, file }) => indexPath({ subject, backup: file })))
}

/** Forgets names of what a collection that came to its end has removed. */
export async function forgetNoted(work: Work, { location_id, node_id }: Place): Promise<void> {
  await work.sql(
    `delete from store_index where ${here} and noted_at < now() - make_interval(days => ${KEPT_DAYS})
        and not exists (select from backup_copy c where c.file = store_index.file)`,
    [location_id, node_id],
  )
}
