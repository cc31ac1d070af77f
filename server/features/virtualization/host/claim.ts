import type { z } from 'zod'
import type { host } from '../../../../generated/prisma/client.ts'
import type { Actor, Context } from '../../../api/context.ts'
import type { Work } from '../../../db/transaction.ts'
import { type HostAction, type HostState, hostLifecycle, movingWords } from '../../../domain/host/states.ts'
import { notFound, PanelError } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import type { Task } from '../../../tasks/define.ts'
import { enqueue } from '../../../tasks/enqueue.ts'

/** Rows that an actor may act on: his own, or any for administrators. */
export const ownHost = (actor: Actor, id: number) => ({ id, ...(!actor.isAdmin && { account_id: actor.account_id }) })

/** Extended protection keeps a machine running as it is; plain protection keeps it from being deleted. */
const PROTECTED: Partial<Record<HostAction, readonly ('is_protected' | 'extended_protection')[]>> = {
  stop: ['extended_protection'],
  restart: ['extended_protection'],
  delete: ['is_protected', 'extended_protection'],
}

type Claim = { action: HostAction; task: string; force?: boolean }

/**
 * Takes a machine for an exclusive task: state and "nothing else is running" are checked in the statement that writes the
 * moving action, so of two clicks one wins. Refuses in words.
 */
export async function claimHost(work: Work, ctx: Context, id: number, { action, task, force }: Claim): Promise<host> {
  const { actor, expectedVersion } = ctx
  const protections = PROTECTED[action] ?? []
  const rule = hostLifecycle.actions[action] as {
    from: readonly HostState[]
    already?: readonly HostState[]
    via?: HostState
    refusal: string
  }
  const from = [...rule.from, ...(rule.already ?? []), ...(force ? (['unknown'] as const) : [])]
  const { count } = await work.tx.host.updateMany({
    where: {
      ...ownHost(actor, id),
      state: { in: from },
      action: null,
      ...Object.fromEntries(protections.map((field) => [field, false])),
      ...(expectedVersion !== null && { version: expectedVersion }),
    },
    data: { action: task, ...(rule.via && { state: rule.via }), fault: undefined, version: { increment: 1 } },
  })
  const found = await work.tx.host.findFirst({ where: ownHost(actor, id) })
  if (!found) throw notFound('Virtual machine', id)
  if (count === 1) return found
  const protection = protections.find((field) => found[field])
  if (protection)
    throw new PanelError('refused', 'The machine is protected: take the protection off first', { value: protection })
  if (expectedVersion !== null && expectedVersion !== found.version)
    throw new PanelError('stale', 'The machine was changed meanwhile: read it again')
  if (found.action)
    throw new PanelError(
      'wrong_state',
      `The machine is busy: ${movingWords[found.action] ?? found.action}. Wait until that has ended`,
      { value: found.action },
    )
  throw new PanelError('wrong_state', rule.refusal, { value: found.state })
}

type Queue<S extends z.ZodType> = { definition: Task<S>; input: z.input<S>; after?: number; consul_id?: number }

/** Queues the task of a claimed machine and notes it in the machine's history before anybody is answered. */
export async function queueHostTask<S extends z.ZodType>(
  work: Work,
  ctx: Context,
  row: host,
  q: Queue<S>,
  params: Record<string, unknown> = {},
) {
  const task = await enqueue(work, q.definition, q.input, {
    registry_id: row.id,
    entity: 'host',
    account_id: row.account_id,
    ...(q.after !== undefined && { after: q.after }),
    ...(q.consul_id !== undefined && { consul_id: q.consul_id }),
  })
  await noteHistory(work, { host_id: row.id, name: q.definition.name, user: ctx.actor.email, task: task.id, params })
  hostChanged(work, row)
  return task
}

type Entry = {
  host_id: number
  name: string
  user: string
  task: number | null
  params?: Record<string, unknown>
  state?: string
}

/** The end of the task moves the entry on (trigger `task_history`). */
export async function noteHistory(work: Work, e: Entry) {
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
