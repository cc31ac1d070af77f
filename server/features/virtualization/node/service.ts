import type { Context } from '../../../api/context.ts'
import { seal } from '../../../db/secrets.ts'
import { isUniqueViolation, type Work } from '../../../db/transaction.ts'
import type { NodeCreate, NodeEdit } from '../../../domain/node/schema.ts'
import { nodeLifecycle } from '../../../domain/node/states.ts'
import { notFound, PanelError } from '../../../domain/shared/errors.ts'
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
    throw new PanelError('refused', msg`Volume groups of nodes are not changed: disks of VMs are files`, {
      value: 'lvm_vg_rename',
    })
  try {
    return await (body.id === undefined
      ? attachNew(ctx, body as Required<NodeCreate>)
      : attachAgain(ctx, body.id, body))
  } catch (fault) {
    if (isUniqueViolation(fault, 'name'))
      throw new PanelError('already_exists', msg`A node named ${body.name ?? ''} already exists`, { value: 'name' })
    throw fault
  }
}

async function attachNew(ctx: Context, body: Required<NodeCreate>) {
  const { name, cluster, ip, ssh_port, password } = body
  return ctx.mutate(async (work, note) => {
    const known = await work.tx.cluster.findUnique({ where: { id: cluster } })
    if (!known) throw new PanelError('invalid_input', msg`Cluster ${cluster} does not exist`, { value: 'cluster' })
    await checkFolders(work, known, body)
    await checkAddress(work, ip, ssh_port)
    const node = await work.tx.node.create({
      data: {
        name,
        cluster_id: cluster,
        ip,
        port: ssh_port,
        ssh_user: body.ssh_user ?? 'root',
        overselling: known.overselling,
        ...settingsOf(body),
      },
    })
    note.entity_id = node.id
    return queueAttach(work, ctx, node.id, password)
  })
}

/** What a body says of a node besides how to reach it; what it leaves out is not among it. */
function settingsOf(body: NodeCreate) {
  const { ipv6, comment, overselling, vcpu_limit, host_filter, interfaces } = body
  const host_limit = body.host_limit ?? body.host_max
  return {
    ...(ipv6 !== undefined && { ipv6: ipv6 || null }),
    ...(comment !== undefined && { comment: comment || null }),
    ...(overselling !== undefined && { overselling }),
    ...(vcpu_limit !== undefined && { vcpu_limit }),
    ...(host_limit !== undefined && { host_limit }),
    ...(host_filter !== undefined && { host_filter }),
    ...(interfaces !== undefined && { interfaces }),
  }
}

async function checkAddress(work: Work, ip: string, port: number, id?: number) {
  const same = await work.tx.node.findFirst({ where: { ip, port, ...(id !== undefined && { id: { not: id } }) } })
  if (same) throw new PanelError('already_exists', msg`The node ${same.name} already has this address`, { value: 'ip' })
}

/** The same checks once more on a known node, with a new password when one is given. */
async function attachAgain(ctx: Context, id: number, body: NodeCreate) {
  return ctx.mutate(async (work) => {
    const known = await work.tx.node.findUnique({ where: { id } })
    if (!known) throw new PanelError('invalid_input', msg`id: node ${id} does not exist`, { value: 'id' })
    const home = await work.tx.cluster.findUniqueOrThrow({ where: { id: known.cluster_id } })
    if (body.cluster !== undefined && body.cluster !== home.id)
      throw new PanelError(
        'invalid_input',
        msg`cluster: node ${known.name} belongs to the cluster ${home.name}: remove it there before it is attached to another`,
        { value: 'cluster' },
      )
    await checkFolders(work, home, body)
    await checkAddress(work, body.ip ?? known.ip, body.ssh_port ?? known.port, id)
    const { count } = await work.tx.node.updateMany({
      where: { id, state: { in: [...nodeLifecycle.actions.attach.from] } },
      data: {
        state: 'creating',
        ...settingsOf(body),
        ...(body.name !== undefined && { name: body.name }),
        ...(body.ip && { ip: body.ip }),
        ...(body.ssh_port && { port: body.ssh_port }),
        ...(body.ssh_user && { ssh_user: body.ssh_user }),
        // With a password the node proves itself anew; without one it has to show the key it showed before.
        ...(body.password !== undefined && { host_key: null }),
      },
    })
    if (count === 0) throw new PanelError('wrong_state', nodeLifecycle.actions.attach.error)
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
  if (asking) throw new PanelError('refused', msg`The panel reads these values from the node itself`, { value: asking })
  if (open_vswitch) throw new PanelError('refused', msg`Open vSwitch is not available yet`, { value: 'open_vswitch' })
  try {
    await ctx.mutate(async (work) => {
      const { count } = await work.tx.node.updateMany({
        where: {
          id,
          state: { in: [...nodeLifecycle.actions.edit.from] },
          ...(ctx.expectedVersion !== null && { version: ctx.expectedVersion }),
        },
        data: { ...data, version: { increment: 1 } },
      })
      if (count === 0) {
        const now = await work.tx.node.findUnique({ where: { id }, select: { state: true } })
        if (!now) throw notFound(msg`Node`, id)
        if (now.state === 'deleting') throw new PanelError('wrong_state', nodeLifecycle.actions.edit.error)
        throw new PanelError('stale', msg`The node was changed meanwhile: read it again`)
      }
      changed(work, { entity: 'node', entity_id: id, event: 'update' })
    })
  } catch (fault) {
    if (isUniqueViolation(fault, 'name'))
      throw new PanelError('already_exists', msg`A node named ${body.name ?? ''} already exists`, { value: 'name' })
    throw fault
  }
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
      throw new PanelError('wrong_state', nodeLifecycle.actions.delete.error)
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
