import type { Context } from '../../../api/context.ts'
import { serveRow } from '../../../api/list/serve.ts'
import { createTicket } from '../../../console/tickets.ts'
import { db } from '../../../db/pool.ts'
import { seal, unseal } from '../../../db/secrets.ts'
import { isUniqueViolation } from '../../../db/transaction.ts'
import type { Host } from '../../../domain/host/record.ts'
import type { HostEdit } from '../../../domain/host/schema.ts'
import { hostLifecycle } from '../../../domain/host/states.ts'
import { notFound, PanelError } from '../../../domain/shared/errors.ts'
import { isRecorded } from '../../remote/recording/policy.ts'
import { claimHost, hostChanged, noteHistory, ownHost, queueHostTask } from './claim.ts'
import { hostList } from './list.ts'
import { hostAccountTask, hostDeleteTask, hostPasswordTask, hostVncPasswordTask } from './other-tasks.ts'
import { hostRestartTask, hostStartTask, hostStopTask } from './power-tasks.ts'

export const readHost = (ctx: Context, id: number) => serveRow<Host>(hostList, ctx, id, 'Virtual machine')

/** Changes name, comment and the like at once; nothing of it touches the node. */
export async function editHost(ctx: Context, id: number, body: HostEdit) {
  const { values, ...data } = body
  if (values && Object.keys(values).length > 0)
    throw new PanelError('refused', 'The fields of values are set by their own operations', { value: 'values' })
  if (data.spice_enabled || data.spice_additional_enabled)
    throw new PanelError('refused', 'SPICE is not available yet', { value: 'spice_enabled' })
  try {
    await ctx.mutate(async (work) => {
      const { count } = await work.tx.host.updateMany({
        where: {
          ...ownHost(ctx.actor, id),
          state: { in: [...hostLifecycle.actions.edit.from] },
          ...(ctx.expectedVersion !== null && { version: ctx.expectedVersion }),
        },
        data: { ...data, version: { increment: 1 } },
      })
      const row = await work.tx.host.findFirst({ where: ownHost(ctx.actor, id) })
      if (!row) throw notFound('Virtual machine', id)
      if (count === 0 && row.state === 'deleting')
        throw new PanelError('wrong_state', hostLifecycle.actions.edit.refusal)
      if (count === 0) throw new PanelError('stale', 'The machine was changed meanwhile: read it again')
      hostChanged(work, row, data)
    })
  } catch (fault) {
    if (isUniqueViolation(fault, 'name'))
      throw new PanelError('already_exists', `The owner has a virtual machine named ${body.name} already`, {
        value: 'name',
      })
    throw fault
  }
  return { id }
}

export async function startHost(ctx: Context, id: number) {
  return ctx.mutate(async (work) => {
    const row = await claimHost(work, ctx, id, { action: 'start', task: 'host_start' })
    const task = await queueHostTask(work, ctx, row, { definition: hostStartTask, input: { host_id: id } })
    return { id, task: task.consul_id }
  })
}

export async function stopHost(ctx: Context, id: number, force: boolean) {
  return ctx.mutate(async (work) => {
    const row = await claimHost(work, ctx, id, { action: 'stop', task: 'host_stop' })
    const task = await queueHostTask(
      work,
      ctx,
      row,
      { definition: hostStopTask, input: { host_id: id, force } },
      force ? { force } : {},
    )
    return { id, task: task.consul_id }
  })
}

/** Stop, start and the umbrella over both are rows of one group; the machine is free when the umbrella ends. */
export async function restartHost(ctx: Context, id: number, force: boolean) {
  return ctx.mutate(async (work) => {
    const row = await claimHost(work, ctx, id, { action: 'restart', task: 'host_restart' })
    const stop = await queueHostTask(work, ctx, row, {
      definition: hostStopTask,
      input: { host_id: id, part: true, force },
    })
    const start = await queueHostTask(work, ctx, row, {
      definition: hostStartTask,
      input: { host_id: id, part: true },
      after: stop.id,
    })
    const whole = await queueHostTask(work, ctx, row, {
      definition: hostRestartTask,
      input: { host_id: id },
      after: start.id,
    })
    return { id, task: whole.consul_id, stop_task: stop.consul_id, start_task: start.consul_id }
  })
}

/** Deletes a machine and everything of it. `force` also forgets one whose node is away: its files stay there. */
export async function deleteHost(ctx: Context, id: number, force: boolean) {
  return ctx.mutate(async (work) => {
    const known = await work.tx.host.findFirst({ where: ownHost(ctx.actor, id) })
    if (!known) throw notFound('Virtual machine', id)
    const row = await claimHost(work, ctx, id, { action: 'delete', task: 'host_delete', force })
    const abandon = known.state === 'unknown'
    const task = await queueHostTask(work, ctx, row, { definition: hostDeleteTask, input: { host_id: id, abandon } })
    return { id, task: task.consul_id }
  })
}

export async function changePassword(ctx: Context, id: number, password: string) {
  await ctx.mutate(async (work) => {
    const row = await claimHost(work, ctx, id, { action: 'password', task: 'host_change_password' })
    await work.tx.host.update({
      where: { id },
      data: { guest_password: seal(password, { table: 'host', id, column: 'guest_password' }) },
    })
    await queueHostTask(work, ctx, row, { definition: hostPasswordTask, input: { host_id: id } })
  })
  return {}
}

/** What a VNC program needs that reaches the node by its own way; browsers use the console instead. */
export async function vncSettings(ctx: Context, id: number) {
  const host = await readHost(ctx, id)
  const row = await db().prisma.host.findUniqueOrThrow({ where: { id } })
  const node = row.node_id === null ? null : await db().prisma.node.findUnique({ where: { id: row.node_id } })
  return {
    port: row.vnc_port ?? 0,
    server: node?.ip ?? '0.0.0.0',
    password: row.vnc_password ? unseal(row.vnc_password, { table: 'host', id, column: 'vnc_password' }) : '',
    internal_name: host.internal_name,
  }
}

export async function changeVncPassword(ctx: Context, id: number, password: string) {
  return ctx.mutate(async (work) => {
    const row = await claimHost(work, ctx, id, { action: 'vnc_password', task: 'host_change_vnc_password' })
    await work.tx.host.update({
      where: { id },
      data: { vnc_password: seal(password, { table: 'host', id, column: 'vnc_password' }) },
    })
    const task = await queueHostTask(work, ctx, row, { definition: hostVncPasswordTask, input: { host_id: id } })
    return { id, task: task.consul_id }
  })
}

export async function changeAccount(ctx: Context, id: number, account_id: number) {
  return ctx.mutate(async (work) => {
    const owner = await work.tx.account.findUnique({ where: { id: account_id }, select: { state: true } })
    if (owner?.state !== 'active')
      throw new PanelError('invalid_input', `account: account ${account_id} does not exist or is suspended`, {
        value: 'account',
      })
    const row = await claimHost(work, ctx, id, { action: 'account', task: 'host_change_account' })
    if (await work.tx.host.count({ where: { account_id, name: row.name, id: { not: id } } }))
      throw new PanelError('already_exists', `That account has a virtual machine named ${row.name} already`, {
        value: 'account',
      })
    const task = await queueHostTask(work, ctx, row, {
      definition: hostAccountTask,
      input: { host_id: id, account_id },
    })
    return { id, task: task.consul_id }
  })
}

/** A note that somebody (or a program) adds to the history of a machine. */
export async function addHistory(ctx: Context, id: number, name: string) {
  await readHost(ctx, id)
  await ctx.mutate(async (work) => {
    await noteHistory(work, { host_id: id, name, user: ctx.actor.email, task: null, state: 'complete' })
  })
  return {}
}

/** A ticket for one console connection, good for 30 seconds and for the caller only. */
export async function openConsole(ctx: Context, id: number, kind: 'vnc' | 'serial', mode: 'control' | 'view') {
  const host = await readHost(ctx, id)
  const verdict = hostLifecycle.can('console', host.state as 'active')
  if (!verdict.ok) throw new PanelError('wrong_state', verdict.reason, { value: host.state })
  const { account_id, session_id, roles } = ctx.actor
  return ctx.mutate(async (work, note) => {
    note.entity_id = id
    const record = await isRecorded(work.tx, 'host', id, roles)
    const ticket = await createTicket(work.sql, {
      ...{ kind, mode, object: 'host', object_id: id, account_id, session_id, take_over: false, record },
    })
    return { ticket, path: '/console/ws', recorded: record }
  })
}
