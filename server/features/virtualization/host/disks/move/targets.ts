import type { Context } from '../../../../../api/context.ts'
import { stored } from '../../../../../db/sentences.ts'
import { transaction, type Work } from '../../../../../db/transaction.ts'
import {
  type MovedDisk,
  type MoveOption,
  type MoveTarget,
  whyNotMove,
  whyNotTarget,
} from '../../../../../domain/disk/move.ts'
import { notFound } from '../../../../../domain/shared/errors.ts'
import { storageCan } from '../../../../../domain/storage/kinds.ts'
import { msg } from '../../../../../shared/text.ts'
import { roomOf } from '../../../storage/room.ts'

export type Target = MoveTarget & { name: string; node_name: string }

/** No list of places is longer: a cluster has fewer nodes. */
const MOST = 2000

const TARGETS = `
  select t.id as storage_id, t.name, t.type, n.id as node_id, n.name as node_name, n.state as node_state,
         coalesce(room.state, 'unknown') as state, coalesce(room.free, 0)::float8 as free_mib
    from node n join cluster_storage ct on ct.cluster_id = n.cluster_id join storage t on t.id = ct.storage_id ${roomOf('t.id')}
   where n.cluster_id = $1::int and ($2::int is null or n.id = $2::int) and ($3::int is null or t.id = $3::int)
   order by n.id <> $4::int, n.name, t.name, t.id limit ${MOST}`

type Asked = { cluster_id: number; home: number | null; node_id?: number | null; storage_id?: number | null }

/** Storages on nodes of a cluster, those of the disk's own node first. */
export const readTargets = (work: Work, { cluster_id, home, node_id = null, storage_id = null }: Asked) =>
  work.sql<Target>(TARGETS, [cluster_id, node_id, storage_id, home ?? 0])

const MOVED = `
  select d.size_mib, d.size_mib_new, d.state, d.storage_id, d.node_id, d.host_id, d.cluster_id, d.name, d.account_id, s.type, c.virtualization_type,
         (select count(*)::int from snapshot p where p.host_id = d.host_id
             and exists (select from jsonb_array_elements(p.disks) k where (k->>'disk_id')::int = d.id)) as snapshots,
         (select count(*)::int from backup b where b.state = 'creating' and (b.disk_id = d.id or b.host_id = d.host_id)) as backups
    from disk d join storage s on s.id = d.storage_id join cluster c on c.id = d.cluster_id where d.id = $1::int`

export type Moved = MovedDisk & { cluster_id: number; name: string; account_id: number | null }

/** A disk as the rule looks at it. @throws PanelError not_found */
export async function readMoved(work: Work, id: number): Promise<Moved> {
  const [found] = await work.sql<Moved>(MOVED, [id])
  if (!found) throw notFound(msg`Disk`, id)
  return found
}

/** Where a disk could go: local storages, each node's for itself, or those that all nodes share, once each. */
export async function moveTargets(_ctx: Context, id: number, of: 'local' | 'network') {
  return transaction(async (work) => {
    const disk = await readMoved(work, id)
    const attached = disk.host_id !== null
    const node_id = of === 'network' || attached ? disk.node_id : null
    const all = await readTargets(work, { cluster_id: disk.cluster_id, home: disk.node_id, node_id })
    const list = all.filter(({ type }) => storageCan(type, 'shared') === (of === 'network'))
    const never = whyNotMove(disk)
    return {
      list: list.map((target) => optionOf(disk, target)),
      size: list.length,
      reason: never && stored(never),
    }
  })
}

function optionOf(disk: Moved, target: Target): MoveOption {
  const why = whyNotTarget(disk, target)
  return {
    id: target.storage_id,
    name: target.name,
    type: target.type === 'nas' ? 'file' : target.type,
    available_mib: target.free_mib,
    node: { id: target.node_id, name: target.node_name },
    reason: why && stored(why),
  }
}
