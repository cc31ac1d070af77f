import type { Quota } from '../../../backup-store/put.ts'
import { db } from '../../../db/pool.ts'
import type { Work } from '../../../db/transaction.ts'
import { wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import type { Place } from './place.ts'

const MIB = 1048576
const here = 'r.location_id is not distinct from $1::int and r.node_id is not distinct from $2::int'

/**
 * What may be written to a place, for all that write at once: what is taken counts at once, also of a backup that fails. The next
 * collection counts anew what is there.
 */
export function quotaOf({ location_id, node_id }: Place): Quota {
  const at = [location_id, node_id]
  let isKnown = false
  return {
    async take(bytes) {
      if (!isKnown)
        await db().pool.query(
          'insert into store_round (location_id, node_id) values ($1::int, $2::int) on conflict do nothing',
          at,
        )
      isKnown = true
      const { rowCount } = await db().pool.query(
        // Not by `not exists`: PostgreSQL makes a join of it, which is not judged again for a row that another one has changed meanwhile.
        `update store_round r set stored_bytes = r.stored_bytes + $3::bigint where ${here}
            and (select r.stored_bytes + r.trash_bytes + $3::bigint <= l.quota_mib::bigint * ${MIB}
                   from backup_location l where l.id = r.location_id) is not false`,
        [...at, bytes],
      )
      return rowCount === 1
    },
    async giveBack(bytes) {
      await db().pool.query(
        `update store_round r set stored_bytes = greatest(0, r.stored_bytes - $3::bigint) where ${here}`,
        [...at, bytes],
      )
    },
  }
}

/** @throws PanelError wrong_state for a backup location whose quota is used up */
export async function requireQuota(work: Work, ids: readonly number[], field: string): Promise<void> {
  const [full] = await work.sql<{ name: string }>(
    `select l.name from backup_location l join store_round r on r.location_id = l.id
      where l.id = any($1::int[]) and r.stored_bytes + r.trash_bytes + l.chunk_bytes > l.quota_mib::bigint * ${MIB} limit 1`,
    [[...ids]],
  )
  if (full)
    throw wrongState(
      msg`The quota of the backup location ${full.name} is used up: raise it, or delete backups there`,
      field,
    )
}
