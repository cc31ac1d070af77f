import type { z } from 'zod'
import type { host } from '../../../../generated/prisma/client.ts'
import type { Actor, Context } from '../../../api/context.ts'
import { stale } from '../../../api/edit.ts'
import { lockRow, type Work } from '../../../db/transaction.ts'
import { type HostFacts, MOST_WAITING, type QueuedAction, whyNotHost } from '../../../domain/host/allowed.ts'
import { type HostAction, hostRules } from '../../../domain/host/rules.ts'
import { notFound, PanelError, wrongState } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import type { Task } from '../../../tasks/define.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { enterQueue, nameLast } from './queue.ts'

/** Who asks for an action, at once or by a task. */
export type HostAsker = {
  actor: Pick<Actor, 'isAdmin' | 'account_id' | 'email'>
  expectedVersion: number | null
}

/** Rows that an actor may act on: its own, or all for administrators. */
export const ownHost = (actor: HostAsker['actor'], id: number) => ({
  id,
  ...(!actor.isAdmin && { account_id: actor.account_id }),
})

/** Why an action has to wait for the VM's own system. */
export const RESCUE = msg`The VM runs its rescue system: turn the rescue mode off first`

/** Between reading why an action is not possible and trying again, it may have become possible. */
const ATTEMPTS = 5

export type Claimed = {
  row: host
  /** The state before. */
  was: string
  /** Nothing to do: the VM is so already, or will be when its queue has ended. Nothing was claimed. */
  already: boolean
}

/** What the rules look at, of a row of the database. */
export const factsOf = (row: host): HostFacts => ({
  ...row,
  rescue_mode: row.rescue !== null,
  queue: row.queue as QueuedAction[],
  account: { id: row.account_id },
})

/**
 * Lets an action into the queue of a VM. It is judged by the condition that the queue will leave, in the statement that writes.
 * Throws `not_found`, `stale`, or `wrong_state` with words.
 */
export async function claimHost(
  work: Work,
  ctx: HostAsker,
  id: number,
  action: HostAction,
  owner?: number,
): Promise<Claimed> {
  const { actor, expectedVersion } = ctx
  const mustBe = actor.isAdmin ? null : actor.account_id
  for (let attempt = 1; ; attempt++) {
    const was = await enterQueue(work, id, { action, mustBe, expectedVersion, ...(owner !== undefined && { owner }) })
    const row = await work.tx.host.findFirst({ where: ownHost(actor, id) })
    if (!row) throw notFound(msg`VM`, id)
    if (was !== null) return { row, was, already: false }
    const fault = rejectionOf(action, row, actor, expectedVersion)
    if (fault === 'already') return { row, was: row.state, already: true }
    if (fault) throw fault
    if (attempt === ATTEMPTS) throw wrongState(msg`The VM was changed several times during the request: try again`)
  }
}

/**
 * Holds a VM on which an action may be taken now, without putting it into the queue. Throws what `claimHost` throws.
 * @returns the row
 */
export async function holdHost(work: Work, ctx: Context, id: number, action: HostAction): Promise<host> {
  await lockRow(work, 'host', id)
  const row = await work.tx.host.findFirst({ where: ownHost(ctx.actor, id) })
  if (!row) throw notFound(msg`VM`, id)
  const fault = rejectionOf(action, row, ctx.actor, ctx.expectedVersion)
  if (fault instanceof PanelError) throw fault
  return row
}

/** Why the action is not possible on this row, in words; undefined when it is. */
function rejectionOf(
  action: HostAction,
  row: host,
  actor: HostAsker['actor'],
  expectedVersion: number | null,
): PanelError | 'already' | undefined {
  const why = whyNotHost(action, factsOf(row), actor)
  if (why?.why === 'protected')
    return wrongState(
      why.by === 'is_protected'
        ? msg`The VM is protected from deletion: turn off deletion protection first`
        : msg`The VM has extended protection: turn it off first`,
      why.by,
    )
  if (expectedVersion !== null && expectedVersion !== row.version) return stale(msg`VM`, row.id)
  switch (why?.why) {
    case undefined:
      return undefined
    case 'already':
      return 'already'
    case 'rescue':
      return wrongState(RESCUE, 'rescue_mode')
    case 'handed_over':
      return wrongState(msg`The owner of the VM is being changed`, 'account')
    case 'busy':
      return wrongState(msg`Another action on the VM is under way or waits: try again when it has ended`, 'queue')
    case 'full':
      return wrongState(
        msg`${MOST_WAITING} actions are queued for this VM: try again when one of them has finished`,
        'queue',
      )
    case 'condition': {
      const { error } = hostRules[action]
      const value = why.condition === 'unmade' ? 'crashed' : why.condition
      return factsOf(row).queue.length > 0
        ? wrongState(msg`${error}. Actions that wait before it are counted`, value)
        : wrongState(error, value)
    }
  }
}

type Queue<S extends z.ZodType> = {
  definition: Task<S>
  input: z.input<S>
  after?: number
  /** However that ends. */
  afterAny?: boolean
  consul_id?: number
  /** What the history keeps of the request. */
  params?: Record<string, unknown>
  /** What the task waits for, instead of being in the queue of the VM. */
  deferReason?: string
  /** The task ends the action that was claimed; false for a part of it, and where nothing was claimed. */
  ends?: boolean
}

/** Queues a task of a VM and notes it in the history before the request is answered. */
export async function queueHostTask<S extends z.ZodType>(
  work: Work,
  ctx: Pick<HostAsker, 'actor'>,
  row: host,
  q: Queue<S>,
) {
  // What waits behind a change of owner is the new owner's.
  const before = (row.queue as QueuedAction[]).at((q.ends ?? true) ? -2 : -1)
  const task = await enqueue(work, q.definition, q.input, {
    registry_id: row.id,
    entity: 'host',
    account_id: before?.owner ?? row.account_id,
    ...(q.after !== undefined && { after: q.after }),
    ...(q.afterAny !== undefined && { afterAny: q.afterAny }),
    ...(q.consul_id !== undefined && { consul_id: q.consul_id }),
    ...(q.deferReason !== undefined && { deferReason: q.deferReason }),
  })
  if (q.ends ?? true) await nameLast(work, row.id, task.id)
  const { name } = q.definition
  await noteHistory(work, { host_id: row.id, name, user: ctx.actor.email, task: task.id, params: q.params ?? {} })
  hostChanged(work, row)
  return task
}

type HistoryEntry = {
  host_id: number
  name: string
  user: string
  task: number | null
  params?: Record<string, unknown>
  state?: string
}

/** The end of the task moves the entry on (trigger `task_history`). */
export async function noteHistory(work: Work, e: HistoryEntry) {
  await work.tx.host_history.create({ data: { state: 'running', ...e, params: (e.params ?? {}) as object } })
}

export function hostChanged(
  work: Work,
  row: Pick<host, 'id' | 'account_id'>,
  data: Record<string, unknown> = {},
  event: 'create' | 'update' | 'delete' = 'update',
) {
  changed(work, { entity: 'host', entity_id: row.id, event, account_id: row.account_id, data })
}
