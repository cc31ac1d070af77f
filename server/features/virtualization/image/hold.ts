import type { image } from '../../../../generated/prisma/client.ts'
import type { Actor } from '../../../api/context.ts'
import { rejectStale } from '../../../api/edit.ts'
import { lockRow, type Work } from '../../../db/transaction.ts'
import { type ImageAction, type ImageState, imageLifecycle } from '../../../domain/image/states.ts'
import { forbidden, inUse, notFound, wrongState } from '../../../domain/shared/errors.ts'
import { joined, msg } from '../../../shared/text.ts'

/** VMs that a refusal names. */
const NAMED = 5

/** Images that an actor may use: own ones, and those for all; administrators all. */
export const visibleImage = (actor: Pick<Actor, 'isAdmin' | 'account_id'>, id: number) => ({
  id,
  ...(!actor.isAdmin && { OR: [{ account_id: actor.account_id }, { for_all: true }] }),
})

type Holder = { actor: Pick<Actor, 'isAdmin' | 'account_id'>; expectedVersion: number | null }

/**
 * Holds an image that the caller may change, in a state that allows it: an own one, or any for administrators. Others answer like absent
 * ones. Null as action: whatever its state.
 */
export async function holdImage(work: Work, holder: Holder, id: number, action: ImageAction | null): Promise<image> {
  const { actor } = holder
  await lockRow(work, 'image', id)
  const row = await work.tx.image.findFirst({ where: visibleImage(actor, id) })
  if (!row) throw notFound(msg`Image`, id)
  if (!actor.isAdmin && row.account_id !== actor.account_id)
    throw forbidden(msg`The image is of another account: only its owner and administrators change it`)
  rejectStale(holder, row, msg`Image`, id)
  if (action === null) return row
  const verdict = imageLifecycle.can(action, row.state as ImageState)
  if (!verdict.ok) throw wrongState(verdict.reason, 'state')
  return row
}

/** What is queued or runs and makes a disk of an image; on one node, or on any. */
const USING = `
  select h.name from task t join host h on h.id = (t.input->>'host_id')::int
   where t.entity = 'host' and t.status in ('created', 'running', 'deferred') and t.name in ('host_create', 'host_reinstall')
     and (t.input->>'image_id')::int = $1::int and ($2::int is null or h.node_id = $2::int)
   order by t.id limit 1`

/** @throws PanelError `in_use` while a task makes a disk of the image */
export async function rejectUsed(work: Work, image_id: number, node_id: number | null): Promise<void> {
  const [using] = await work.sql<{ name: string }>(USING, [image_id, node_id])
  if (using) throw inUse(msg`A task of the VM ${using.name} needs the image: wait until it has ended`)
}

/** @throws PanelError `in_use` with the disks that stand on the image, on one node or on any */
export async function rejectStoodOn(work: Work, image_id: number, node_id: number | null): Promise<void> {
  const above = await work.sql<{ name: string }>(
    `select coalesce(h.name, d.name) as name from disk d left join host h on h.id = d.host_id
      where d.image_id = $1::int and ($2::int is null or d.node_id = $2::int) order by d.id`,
    [image_id, node_id],
  )
  if (above.length === 0) return
  const list = joined(
    above.slice(0, NAMED).map(({ name }) => msg`${name}`),
    ', ',
  )
  throw inUse(
    above.length > NAMED
      ? msg`${above.length} VMs are linked clones of the image, of them ${list}: delete or reinstall them first`
      : msg`VMs are linked clones of the image (${list}): delete or reinstall them first`,
  )
}
