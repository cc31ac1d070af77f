import type { Work } from '../../../db/transaction.ts'
import { inUse } from '../../../domain/shared/errors.ts'
import { msg, type Text } from '../../../shared/text.ts'

type Kept = { sql: string; words: (names: string) => Text }

const kept: readonly Kept[] = [
  {
    sql: 'select name from host where node_id = $1::int',
    words: (names) => msg`VMs exist on the node (${names}): delete or move them first`,
  },
  {
    sql: 'select name from disk where node_id = $1::int and host_id is null',
    words: (names) =>
      msg`Disks without a VM are on the node (${names}): move or delete them first. Where the node does not answer any more, they can be forgotten`,
  },
  {
    sql: "select d.name from disk_move m join disk d on d.id = m.disk_id where m.node_id = $1::int and m.kind <> 'old'",
    words: (names) =>
      msg`Disks are being moved to the node (${names}): wait until they are there, or cancel their moves`,
  },
  {
    // Other nodes that see the same storage, or have a copy, keep an image.
    sql: `select i.name from image i where exists (select from image_node x where x.image_id = i.id and x.node_id = $1::int)
            and not exists (select from image_node x where x.image_id = i.id and x.node_id <> $1::int and x.state = 'ready')`,
    words: (names) => msg`Images are on this node alone (${names}): copy, move or delete them first`,
  },
  {
    sql: `select b.name from backup b join backup_copy c on c.backup_id = b.id where c.node_id = $1::int and b.deleted_at is null`,
    words: (names) => msg`Backups are kept on the node (${names}): relocate or delete them first`,
  },
]

/**
 * Refuses while a node keeps what would be lost with it.
 * @throws PanelError `in_use`, with the first of them
 */
export async function rejectKept(work: Work, node_id: number): Promise<void> {
  // Two nodes that go at once would each leave their common images to the other.
  await work.sql(
    `select i.id from image i where exists (select from image_node x where x.image_id = i.id and x.node_id = $1::int)
      order by i.id for update`,
    [node_id],
  )
  for (const { sql, words } of kept) {
    const rows = await work.sql<{ name: string }>(`${sql} order by name limit 4`, [node_id])
    if (rows.length > 0) throw inUse(words(rows.map(({ name }) => name).join(', ')))
  }
}
