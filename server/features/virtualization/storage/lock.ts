import type { Work } from '../../../db/transaction.ts'
import { IS_SHARED } from './sql.ts'

/** Of advisory locks of the database: the second number is a cluster's, and a storage's. */
const [CLUSTER, STORAGE] = [7272, 7289]

/**
 * Until the end of the transaction no other one promises room on nodes and storages of a cluster: what is free is read and taken one after
 * another. Storages that all nodes see may belong to several clusters, so they are locked as well, in one order.
 */
export async function lockRoom(work: Work, cluster_id: number): Promise<void> {
  await work.sql(`select pg_advisory_xact_lock(${CLUSTER}, $1::int)::text`, [cluster_id])
  await work.sql(
    `select pg_advisory_xact_lock(${STORAGE}, x.id)::text from (
       select s.id from cluster_storage cs join storage s on s.id = cs.storage_id where cs.cluster_id = $1::int and ${IS_SHARED} order by s.id) x`,
    [cluster_id],
  )
}
