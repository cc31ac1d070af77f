import type { Work } from '../../../db/transaction.ts'
import { type Address, COLUMNS, noted } from './address.ts'

/**
 * Says how the configuration of addresses ended, or that it begins anew. Failure of an address that was never configured is
 * `allocation_fail`, as its state table has it.
 */
export async function settleAddresses(
  work: Work,
  which: { host_id: number } | { ids: readonly number[] },
  state: 'ok' | 'fail' | 'in_progress',
): Promise<void> {
  const [column, value] = 'ids' in which ? ['id', which.ids] : ['host_id', [which.host_id]]
  const rows = await work.sql<Address>(
    `with moved as (update ip set state = case when state = 'allocating' and $2 = 'fail' then 'allocation_fail' else $2 end
                     where ${column} = any ($1::int[]) and state <> $2 returning *)
     select ${COLUMNS} from moved i left join ipnet n on n.id = i.ipnet_id order by i.id`,
    [value, state],
  )
  for (const row of rows) noted(work, row, 'update')
}

/** Marks addresses that are on their way out, so that nothing is configured with them any more; those that are so already are left out. */
export async function markDeleting(
  work: Work,
  which: { host_interface_id: number } | { ids: readonly number[] },
): Promise<Address[]> {
  const [column, value] = 'ids' in which ? ['id', which.ids] : ['host_interface_id', [which.host_interface_id]]
  const rows = await work.sql<Address>(
    `with moved as (update ip set state = 'deleting' where ${column} = any ($1::int[]) and state <> 'deleting' returning *)
     select ${COLUMNS} from moved i left join ipnet n on n.id = i.ipnet_id order by i.id`,
    [value],
  )
  return rows.map((row) => noted(work, row, 'update'))
}
