import type { Context } from '../../../api/context.ts'
import type { BackupFate } from '../../../domain/backup/fate.ts'
import { conditionAhead } from '../../../domain/host/allowed.ts'
import { readDeletion, requireIdleBackups } from '../backup/fate.ts'
import { claimHost, factsOf, ownHost, queueHostTask } from './claim.ts'
import { takeQuotaFor } from './given-quota.ts'
import { hostAccountTask, hostDeleteTask, hostVncPasswordTask } from './other-tasks.ts'
import { checkNewOwner, checkOwner } from './owner.ts'
import { requireSystem } from './password-at-start.ts'
import { hostPasswordTask, passwordSetOrAwaited } from './password-task.ts'
import { keepPassword } from './passwords.ts'
import { hostRestartTask, hostStartTask, hostStopTask } from './power-tasks.ts'
import { readHost, requireScreen } from './service.ts'

/** Starts a VM; one that runs, or will when its queue has ended, is left alone: the task it answers has nothing to do. */
export async function startHost(ctx: Context, id: number) {
  return ctx.mutate(async (work) => {
    const { row, already: idle } = await claimHost(work, ctx, id, 'start')
    const task = await queueHostTask(work, ctx, row, {
      definition: hostStartTask,
      input: { host_id: id, idle },
      ends: !idle,
    })
    return { id, task: task.consul_id }
  })
}

/** Shuts a VM down, or forces it off; one that is stopped is left alone. */
export async function stopHost(ctx: Context, id: number, force: boolean) {
  return ctx.mutate(async (work) => {
    const { row, already: idle } = await claimHost(work, ctx, id, force ? 'force_off' : 'stop')
    const task = await queueHostTask(work, ctx, row, {
      definition: hostStopTask,
      input: { host_id: id, force, idle },
      params: force ? { force } : {},
      ends: !idle,
    })
    return { id, task: task.consul_id }
  })
}

/** Stop, start and the umbrella over both are rows of one group; the action ends with the umbrella. */
export async function restartHost(ctx: Context, id: number, force: boolean) {
  return ctx.mutate(async (work) => {
    const { row } = await claimHost(work, ctx, id, force ? 'force_restart' : 'restart')
    const part = { host_id: id, part: true, force }
    const stop = await queueHostTask(work, ctx, row, { definition: hostStopTask, input: part, ends: false })
    const start = await queueHostTask(work, ctx, row, {
      definition: hostStartTask,
      input: part,
      after: stop.id,
      ends: false,
    })
    const whole = await queueHostTask(work, ctx, row, {
      definition: hostRestartTask,
      input: { host_id: id, parts: [stop.id, start.id] },
      after: start.id,
    })
    return { id, task: whole.consul_id, stop_task: stop.consul_id, start_task: start.consul_id }
  })
}

/** What there is of backups and schedules of a VM, before it is deleted. */
export async function hostDeletion(ctx: Context, id: number) {
  await readHost(ctx, id)
  return readDeletion(ctx, { host_id: id })
}

/**
 * Deletes a VM and everything of it but its backups, unless they are to go too. `force` also forgets one whose node is away: its files stay
 * there.
 */
export async function deleteHost(ctx: Context, id: number, force: boolean, backups: BackupFate) {
  const backups_of = ctx.actor.isAdmin ? null : ctx.actor.account_id
  return ctx.mutate(async (work) => {
    const { row, was } = await claimHost(work, ctx, id, force ? 'forget' : 'delete')
    await requireIdleBackups(work, backups, { host_id: id, account_id: backups_of })
    const task = await queueHostTask(work, ctx, row, {
      definition: hostDeleteTask,
      input: { host_id: id, abandon: was === 'unknown', force, backups, backups_of },
    })
    return { id, task: task.consul_id }
  })
}

/** Answers once the password is set, or is waited for: for the guest agent, or for what is before it in the queue. */
export async function changePassword(ctx: Context, id: number, password: string) {
  const task = await ctx.mutate(async (work) => {
    const held = await work.tx.host.findFirst({ where: ownHost(ctx.actor, id) })
    if (held && conditionAhead(factsOf(held)) === 'stopped') requireSystem(held)
    const { row } = await claimHost(work, ctx, id, 'password')
    const task = await queueHostTask(work, ctx, row, { definition: hostPasswordTask, input: { host_id: id } })
    await keepPassword(work, id, task.id, password)
    return { id: task.id, isFirst: (row.queue as unknown[]).length === 1 }
  })
  if (task.isFirst) await passwordSetOrAwaited(task.id)
  return {}
}

export async function changeVncPassword(ctx: Context, id: number, password: string) {
  requireScreen((await readHost(ctx, id)).cluster)
  return ctx.mutate(async (work) => {
    const { row } = await claimHost(work, ctx, id, 'vnc_password')
    const task = await queueHostTask(work, ctx, row, { definition: hostVncPasswordTask, input: { host_id: id } })
    await keepPassword(work, id, task.id, password)
    return { id, task: task.consul_id }
  })
}

/** Gives a VM to another account. What is asked for afterwards has to come from the new owner or an administrator. */
export async function changeAccount(ctx: Context, id: number, account_id: number) {
  return ctx.mutate(async (work) => {
    await checkOwner(work, account_id)
    await takeQuotaFor(work, id, account_id)
    const { row } = await claimHost(work, ctx, id, 'account', account_id)
    await checkNewOwner(work, row, account_id)
    const task = await queueHostTask(work, ctx, row, {
      definition: hostAccountTask,
      input: { host_id: id, account_id },
    })
    return { id, task: task.consul_id }
  })
}
