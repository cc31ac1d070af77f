import type { image } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import { wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { isShared } from './place.ts'

/** Where an image is read: on the node that is named, else on one that has it and answers. @throws PanelError `wrong_state` */
export async function sourceOf(image_id: number, node_id: number | null): Promise<{ node_id: number; path: string }> {
  const { rows } = await db().pool.query<{ node_id: number; path: string }>(
    `select x.node_id, x.path from image_node x join node n on n.id = x.node_id
      where x.image_id = $1::int and x.state in ('ready', 'deleting') and ($2::int is null or x.node_id = $2::int)
      order by n.state = 'active' desc, x.state = 'ready' desc, x.node_id limit 1`,
    [image_id, node_id],
  )
  const [found] = rows
  if (!found) throw wrongState(msg`The image is on no node any more`)
  return found
}

/** Whether all nodes that have the image see the same file. */
export async function onShared({ storage_id }: Pick<image, 'storage_id'>): Promise<boolean> {
  if (storage_id === null) return false
  const storage = await db().prisma.storage.findUnique({ where: { id: storage_id }, select: { type: true } })
  return storage !== null && isShared(storage.type)
}
