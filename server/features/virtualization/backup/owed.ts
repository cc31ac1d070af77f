import type { Work } from '../../../db/transaction.ts'
import type { Place } from './place.ts'

const here = 'location_id is not distinct from $2::int and node_id is not distinct from $3::int'

/** Copies that a task has not made are owed: their rows stay, and say why. */
export async function owe(work: Work, ids: readonly number[], to: readonly Place[], because: string | null) {
  for (const { location_id, node_id } of to)
    await work.sql(
      `update backup_copy set state = 'owed', owed_since = coalesce(owed_since, now()), owed_because = coalesce($4, owed_because),
              owed_tries = owed_tries + 1, tried_at = now()
        where backup_id = any($1::int[]) and ${here} and state = 'creating'`,
      [[...ids], location_id, node_id, because],
    )
}

/** Copies that were owed are being made now. */
export async function claimOwed(work: Work, ids: readonly number[], to: readonly Place[]): Promise<void> {
  for (const { location_id, node_id } of to)
    await work.sql(
      `update backup_copy set state = 'creating', created_at = now() where backup_id = any($1::int[]) and ${here} and state = 'owed'`,
      [[...ids], location_id, node_id],
    )
}
