import { alone, aloneWithEach } from '../../../db/advisory.ts'
import type { Work } from '../../../db/transaction.ts'
import { IS_SHARED } from './sql.ts'

/**
 * Until the end of the transaction no other one promises room on nodes and storages of a cluster: what is free is read and taken one after
 * another. Storages that all nodes see may belong to several clusters, so they are locked as well, in one order.
 */
export async function lockRoom(work: Work, cluster_id: number): Promise<void> {
  await alone(work, 'cluster_room', cluster_id)
  const shared = await work.sql<{ id: number }>(
    `select s.id from cluster_storage cs join storage s on s.id = cs.storage_id where cs.cluster_id = $1::int and ${IS_SHARED} order by s.id`,
    [cluster_id],
  )
  const ids = shared.map(({ id }) => id)
  await aloneWithEach(work, 'storage_room', ids)
}
