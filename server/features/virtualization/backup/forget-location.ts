import { lockRow, type Work } from '../../../db/transaction.ts'
import { inUse, refused } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { forgetBackups } from './record.ts'

/**
 * Forgets the backups that lie in a backup location only; those with another copy stay. For a location that is about to be forgotten.
 * @param forget how many that are, as the caller knows
 * @throws PanelError refused for another number, in_use while a task works on one of them
 */
export async function forgetLocation(work: Work, location_id: number, forget: number): Promise<void> {
  // Two places that go at once would each leave their common backups to the other; and one that begins here is seen when it is committed.
  await work.sql(
    `select b.id from backup b where exists (select from backup_copy c where c.backup_id = b.id and c.location_id = $1::int)
      order by b.id for update`,
    [location_id],
  )
  await lockRow(work, 'backup_location', location_id)
  const busy = await work.sql(
    `select from backup_copy c join backup b on b.id = c.backup_id
      where c.location_id = $1::int and b.state in ('creating', 'in_use', 'migrating', 'copying') limit 1`,
    [location_id],
  )
  if (busy.length > 0)
    throw inUse(msg`A task is working on backups in this backup location: wait until it has ended`, 'backup')
  const rows = await work.sql<{ id: number }>(
    `select distinct c.backup_id as id from backup_copy c where c.location_id = $1::int
        and not exists (select from backup_copy o where o.backup_id = c.backup_id and o.state = 'active'
                           and o.location_id is distinct from $1::int)`,
    [location_id],
  )
  if (rows.length !== forget)
    throw refused(
      msg`Backups that lie in this backup location only: ${rows.length}. They are forgotten with it, and nothing brings them back: move them first, or delete it with forget=${rows.length}`,
      'forget',
    )
  await forgetBackups(work, { id: { in: rows.map(({ id }) => id) } })
}
