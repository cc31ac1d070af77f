import type { Context } from '../../../api/context.ts'
import type { Work } from '../../../db/transaction.ts'
import { inUse, notFound, wrongState } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { osChanged } from './changes.ts'
import { osRemoveTask } from './remove-task.ts'

/** Sets whether a node uses a system for new VMs, reinstallations and rescue; as it is already is fine. */
export async function useOsOnNode(ctx: Context, os_id: number, node_id: number, used: boolean) {
  await ctx.mutate(async (work) => {
    const { os, node } = await both(work, os_id, node_id)
    const where = { os_id, node_id }
    if (used) await work.tx.os_node_disabled.deleteMany({ where })
    else await work.tx.os_node_disabled.createMany({ data: where, skipDuplicates: true })
    osChanged(work, os, 'update')
    changed(work, { entity: 'node', entity_id: node.id, event: 'update' })
  })
  return { id: os_id }
}

/** What is queued or runs on a node and needs the image of a system there. */
const USING = `
  select t.name, h.name as host
    from task t join host h on h.id = (t.input->>'host_id')::int
   where t.entity = 'host' and t.status in ('created', 'running', 'deferred')
     and t.name in ('host_create', 'host_reinstall', 'host_rescue_mode', 'host_clone')
     and h.node_id = $2::int and coalesce((t.input->>'os_id')::int, h.os_id) = $1::int
   order by t.id limit 1`

/**
 * Removes the image of a system from a node. It comes back with the next VM that needs it.
 * @throws PanelError `wrong_state` when it is not there, `in_use` while a task needs it
 */
export async function deleteOsOnNode(ctx: Context, os_id: number, node_id: number) {
  return ctx.mutate(async (work) => {
    const { os, node } = await both(work, os_id, node_id)
    // Held until this is committed: who needs the image looks at the same row, and waits.
    const { count } = await work.tx.os_node.updateMany({
      where: { os_id, node_id, state: 'ready' },
      data: { state: 'deleting', fault: null },
    })
    const [copy] = await work.sql<{ id: number }>(
      `select id from task where dedupe_key = $1 and status in ('created', 'running', 'deferred')`,
      [`os_copy:${os_id}:${node_id}`],
    )
    if (copy) throw inUse(msg`The image of ${os.name} is being copied to ${node.name}: wait until it is there`)
    if (count === 0) throw wrongState(msg`The image of ${os.name} is not on ${node.name}`)
    const [using] = await work.sql<{ name: string; host: string }>(USING, [os_id, node_id])
    if (using)
      throw inUse(
        msg`A task of the VM ${using.host} needs the image of ${os.name} on ${node.name}: wait until it has ended`,
      )
    const task = await enqueue(
      work,
      osRemoveTask,
      { os_id, node_id, same: await sameImage(work, os_id, node_id) },
      { registry_id: os_id, entity: 'os', account_id: ctx.actor.account_id },
    )
    osChanged(work, os, 'update')
    return { id: os_id, deleted: [{ id: os_id }], task: task.consul_id }
  })
}

/** Systems that have the same file: two repositories may have one image. */
const sameImage = async (work: Work, os_id: number, node_id: number): Promise<number[]> =>
  (
    await work.sql<{ id: number }>(
      `select o.id from os o join os s on s.id = $1::int join os_node n on n.os_id = s.id and n.node_id = $2::int
        where o.id <> s.id and o.format = s.format and o.sha256 = n.sha256 order by o.id`,
      [os_id, node_id],
    )
  ).map(({ id }) => id)

async function both(work: Work, os_id: number, node_id: number) {
  const [os, node] = await Promise.all([
    work.tx.os.findUnique({ where: { id: os_id } }),
    work.tx.node.findUnique({ where: { id: node_id }, select: { id: true, name: true } }),
  ])
  if (!os) throw notFound(msg`System`, os_id)
  if (!node) throw notFound(msg`Node`, node_id)
  return { os, node }
}
