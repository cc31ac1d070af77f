import type { host } from '../../../../../generated/prisma/client.ts'
import { db } from '../../../../db/pool.ts'
import type { Medium } from '../../../../drivers/hypervisor/domain-types.ts'

/** What is in the drive of a VM, with its path on a node. */
const IN_DRIVE = `
  select p.path from host_iso m join iso_node p on p.iso_id = m.iso_id and p.node_id = $2::int
   where m.host_id = $1::int and m.status = 'mounted'`

/** The medium that a VM has whenever it is defined; it is started from it only while it is mounted. */
export async function mediumOf({ id, node_id }: Pick<host, 'id' | 'node_id'>): Promise<Medium | null> {
  const { rows } = await db().pool.query<{ path: string }>(IN_DRIVE, [id, node_id])
  return rows[0] ? { path: rows[0].path, boot: false } : null
}
