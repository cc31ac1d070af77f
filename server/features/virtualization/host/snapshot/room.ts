import type { host } from '../../../../../generated/prisma/client.ts'
import type { Work } from '../../../../db/transaction.ts'
import { noResources } from '../../../../domain/shared/errors.ts'
import { volumeWay } from '../../../../domain/storage/volumes.ts'
import { msg } from '../../../../shared/text.ts'
import { roomOf } from '../../storage/room.ts'
import { storagePath } from '../files.ts'

/** Where disks of the VM are, how that is on its node, and whether its main disk is there. */
const PLACES = `
  select p.storage_id, p.is_main, room.name, room.state, room.empty::float8 as empty, n.storage_total_mib::float8 as node_total, n.storage_used_mib::float8 as node_used
    from node n
    join (select d.storage_id, bool_or(d.is_main) as is_main from disk d where d.host_id = $1::int group by d.storage_id) p on true
    ${roomOf('p.storage_id')}
   where n.id = $2::int order by p.storage_id`
type Place = {
  storage_id: number
  is_main: boolean
  name: string | null
  state: string | null
  /** MiB; null: its size is not known. */
  empty: number | null
  node_total: number
  node_used: number
}

/**
 * Refuses a snapshot where what is written from then on would find no room: one that fills its storage stops all VMs there.
 * @throws PanelError `no_resources`, naming the storage
 */
export async function requireSnapshotRoom(work: Work, row: host, with_ram: boolean): Promise<void> {
  if (row.node_id === null) return
  for (const one of await work.sql<Place>(PLACES, [row.id, row.node_id])) {
    const name = one.name ?? String(one.storage_id)
    if (one.state === 'failed' || one.state === 'unknown')
      throw noResources(
        msg`The storage ${name} is not available on the node of the VM: a snapshot can be taken when it is again`,
        'storage',
      )
    if (one.empty === 0)
      throw noResources(
        msg`The storage ${name} is nearly full: delete snapshots or move disks away before another snapshot is taken`,
        'storage',
      )
    const empty = one.is_main && with_ram ? await forMemory(row, one) : null
    if (empty !== null && empty < row.ram_mib)
      throw noResources(
        msg`The memory of the VM takes ${row.ram_mib} MiB, and there are ${empty} MiB left for it on its node: take the snapshot without memory, or make room first`,
        'with_ram',
      )
  }
}

/** Memory is a file beside the main disk; where disks are no files, it is in the folder of the node. */
async function forMemory(row: host, { storage_id, empty, node_total, node_used }: Place): Promise<number | null> {
  if (volumeWay(`${await storagePath(row.cluster_id, storage_id)}/`) === 'file') return empty
  return node_total > 0 ? Math.max(0, node_total - node_used) : null
}
