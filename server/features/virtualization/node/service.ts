import type { Context } from '../../../api/context.ts'
import { expected, orNone, stale, uniqueName } from '../../../api/edit.ts'
import { seal } from '../../../db/secrets.ts'
import type { Work } from '../../../db/transaction.ts'
import type { NodeCreate, NodeEdit } from '../../../domain/node/schema.ts'
import { nodeLifecycle } from '../../../domain/node/states.ts'
import {
  alreadyExists,
  invalidInput,
  missingLink,
  notFound,
  refused,
  wrongState,
} from '../../../domain/shared/errors.ts'
import { firstAsking } from '../../../domain/shared/neutral.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { checkFolders } from './folders.ts'
import { rejectKept } from './kept-on.ts'
import { nodeCreateTask, nodeDeleteTask } from './tasks.ts'

/** Attaches a node: the record at once, the checks and the set-up as a task whose steps are visible. */
export async function attachNode(ctx: Context, body: NodeCreate) {
  if (body.lvm_vg_rename)
    throw refused(msg`Volume groups of nodes are not changed: disks of VMs are files`, 'lvm_vg_rename')
  return uniqueName(msg`A node`, body.name, () =>
    body.id === undefined ? attachNew(ctx, body as Required<NodeCreate>) : attachAgain(ctx, body.id, body),
  )
}

async function attachNew(ctx: Context, body: Required<NodeCreate>) {
  const { name, cluster, ip, ssh_port, password } = body
  return ctx.mutate(async (work) => {
    const known = await work.tx.cluster.findUnique({ where: { id: cluster } })
    if (!known) throw missingLink('cluster', msg`Cluster`, cluster)
    await checkFolders(work, known, body)
    await checkAddress(work, ip, ssh_port)
    const node = await work.tx.node.create({
      data: {
        name,
        cluster_id: cluster,
        ip,
        port: ssh_port,
        ssh_user: body.ssh_user ?? 'root',
        ...settingsOf(body),
        overselling: body.overselling ?? known.overselling,
      },
    })
    return queueAttach(work, ctx, node.id, password)
  })
}

/** What a body says of a node besides how to reach it; what it leaves out is undefined. */
function settingsOf(body: NodeCreate) {
  const { overselling, vcpu_limit, host_filter, interfaces } = body
  const host_limit = body.host_limit ?? body.host_max
  const texts = { ipv6: orNone(body.ipv6), comment: orNone(body.comment) }
  return { ...texts, overselling, vcpu_limit, host_limit, host_filter, interfaces }
}

async function checkAddress(work: Work, ip: string, port: number, id?: number) {
  const same = await work.tx.node.findFirst({ where: { ip, port, ...(id !== undefined && { id: { not: id } }) } })
  if (same) throw alreadyExists(msg`The node ${same.name} already has this address`, 'ip')
}

/** The same checks once more on a known node, with a new password when one is given. */
async function attachAgain(ctx: Context, id: number, body: NodeCreate) {
  return ctx.mutate(async (work) => {
    const known = await work.tx.node.findUnique({ where: { id } })
    if (!known) throw invalidInput(msg`id: node ${id} does not exist`, 'id')
    const home = await work.tx.cluster.findUniqueOrThrow({ where: { id: known.cluster_id } })
    if (body.cluster !== undefined && body.cluster !== home.id)
      throw invalidInput(
        msg`cluster: node ${known.name} belongs to the cluster ${home.name}: remove it there before it is attached to another`,
        'cluster',
      )
    await checkFolders(work, home, body)
    await checkAddress(work, body.ip ?? known.ip, body.ssh_port ?? known.port, id)
    const { count } = await work.tx.node.updateMany({
      where: { id, state: { in: [...nodeLifecycle.actions.attach.from] } },
      data: {
        state: 'creating',
        ...settingsOf(body),
        name: body.name,
        ip: body.ip || undefined,
        port: body.ssh_port || undefined,
        ssh_user: body.ssh_user || undefined,
        // With a password the node proves itself anew; without one it has to show the key it showed before.
        ...(body.password !== undefined && { host_key: null }),
      },
    })
    if (count === 0) throw wrongState(nodeLifecycle.actions.attach.error)
    return queueAttach(work, ctx, id, body.password)
  })
}

async function queueAttach(work: Work, ctx: Context, id: number, password: string | undefined) {
  const attach_password =
    password === undefined ? null : seal(password, { table: 'node', id, column: 'attach_password' })
  await work.tx.node.update({ where: { id }, data: { attach_password } })
  changed(work, { entity: 'node', entity_id: id, event: 'create' })
  const task = await enqueue(
    work,
    nodeCreateTask,
    { node_id: id },
    { registry_id: id, entity: 'node', account_id: ctx.actor.account_id },
  )
  // One task does all of it here; clients that wait for the others wait for the same number.
  return {
    id,
    task: task.consul_id,
    storages_task: task.consul_id,
    storages_tasks: task.consul_id,
    finish_task: task.consul_id,
  }
}

export async function editNode(ctx: Context, id: number, body: NodeEdit) {
  const { open_vswitch, values, ...data } = body
  const asking = firstAsking('values', values)
  if (asking) throw refused(msg`The panel reads these values from the node itself`, asking)
  if (open_vswitch) throw refused(msg`Open vSwitch is not available yet`, 'open_vswitch')
  await uniqueName(msg`A node`, body.name, () =>
    ctx.mutate(async (work) => {
      const { count } = await work.tx.node.updateMany({
        where: {
          id,
          state: { in: [...nodeLifecycle.actions.edit.from] },
          ...expected(ctx),
        },
        data: { ...data, version: { increment: 1 } },
      })
      if (count === 0) {
        const now = await work.tx.node.findUnique({ where: { id }, select: { state: true } })
        if (!now) throw notFound(msg`Node`, id)
        if (now.state === 'deleting') throw wrongState(nodeLifecycle.actions.edit.error)
        throw stale(msg`Node`, id)
      }
      changed(work, { entity: 'node', entity_id: id, event: 'update' })
    }),
  )
  return { id }
}

/** Removes a node that keeps nothing of people from the panel; its files stay, only the panel's key is removed. */
export async function deleteNode(ctx: Context, id: number) {
  return ctx.mutate(async (work) => {
    const { count } = await work.tx.node.updateMany({
      where: { id, state: { in: [...nodeLifecycle.actions.delete.from] } },
      data: { state: 'deleting' },
    })
    if (count === 0) {
      if ((await work.tx.node.count({ where: { id } })) === 0) throw notFound(msg`Node`, id)
      throw wrongState(nodeLifecycle.actions.delete.error)
    }
    await rejectKept(work, id)
    changed(work, { entity: 'node', entity_id: id, event: 'update', data: { state: 'deleting' } })
    const task = await enqueue(
      work,
      nodeDeleteTask,
      { node_id: id },
      { registry_id: id, entity: 'node', account_id: ctx.actor.account_id },
    )
    return { id, task: task.consul_id }
  })
}
