import { transaction } from '../../../db/transaction.ts'
import { hostChanged } from './claim.ts'

/**
 * Notes why the packets of a VM are not filtered and limited as its record says, or that they are.
 * @param words as they are stored; null when its node has all rules
 */
export async function noteFilterFault(host_id: number, words: string | null): Promise<void> {
  await transaction(async (work) => {
    const [row] = await work.sql<{ id: number; account_id: number }>(
      'update host set filter_fault = $2::text where id = $1::int and filter_fault is distinct from $2::text returning id, account_id',
      [host_id, words],
    )
    if (row) hostChanged(work, row)
  })
}
