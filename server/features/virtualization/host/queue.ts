import type { Work } from '../../../db/transaction.ts'
import { MOST_WAITING, type QueuedAction } from '../../../domain/host/allowed.ts'
import { type HostAction, hostRule } from '../../../domain/host/rules.ts'

/** The condition in which an action that is asked for now will find VM `h`: `conditionAhead` in SQL. */
const AHEAD = `coalesce(h.queue->-1->>'leaves', case when h.state = 'crashed' and not h.is_built then 'unmade' else h.state end)`
/** The owner that the queue of `h` will leave. */
const OWNER_AHEAD = `coalesce((h.queue->-1->>'owner')::int, h.account_id)`

/** Whether the queue of `h` will leave the rescue system on: `rescueAhead` in SQL. */
const RESCUE_AHEAD = `coalesce((h.queue->-1->>'rescue')::boolean, h.rescue is not null)`

const ENTER = `
  update host h set
         queue = h.queue || jsonb_build_array(jsonb_strip_nulls(jsonb_build_object('action', $2::text,
           'leaves', coalesce($3::text, ${AHEAD}), 'owner', coalesce($4::int, (h.queue->-1->>'owner')::int),
           'rescue', coalesce($10::boolean, (h.queue->-1->>'rescue')::boolean)))),
         state = case when h.queue = '[]' then coalesce($5::text, h.state) else h.state end,
         version = h.version + 1
    from (select id, state from host where id = $1::int for update) before
   where h.id = before.id and ($6::int is null or (h.account_id = $6::int and ${OWNER_AHEAD} = $6::int))
     and ${AHEAD} = any($7::text[]) and jsonb_array_length(h.queue) <= ${MOST_WAITING}
     and not (h.is_protected and 'is_protected' = any($8::text[]))
     and not (h.extended_protection and 'extended_protection' = any($8::text[]))
     and ($9::int is null or h.version = $9::int)
     and ($10::boolean is null or $10::boolean <> ${RESCUE_AHEAD}) and not ($11::boolean and ${RESCUE_AHEAD})
     and not ($12::boolean and h.queue <> '[]')
  returning before.state as was`

type Entry = {
  action: HostAction
  /** The owner that the action will leave, when it changes it. */
  owner?: number
  /** Who asks, when it has to be the owner. */
  mustBe: number | null
  expectedVersion: number | null
}

/**
 * Puts an action into the queue of a VM, if the rules allow it in the condition that the queue will leave: judged in the
 * statement that writes. Answers the state before, or null when it is not allowed.
 */
export async function enterQueue(work: Work, id: number, entry: Entry): Promise<string | null> {
  const rule = hostRule(entry.action)
  const [row] = await work.sql<{ was: string }>(ENTER, [
    id,
    rule.task,
    rule.leaves ?? null,
    entry.owner ?? null,
    rule.via ?? null,
    entry.mustBe,
    rule.from,
    rule.against,
    entry.expectedVersion,
    rule.leavesRescue ?? null,
    rule.notInRescue ?? false,
    rule.alone ?? false,
  ])
  return row?.was ?? null
}

/** Puts a task of its own behind what is queued already; it leaves the condition that it finds. The caller holds the row. */
export const appendQueued = (work: Work, id: number, action: string, task: number) =>
  work.sql(
    `update host h set queue = h.queue || jsonb_build_array(jsonb_build_object('action', $2::text, 'leaves', ${AHEAD}, 'task', $3::int))
      where h.id = $1::int returning h.id`,
    [id, action, task],
  )

/** Names the task that ends the action which was put into the queue last. The caller holds the row. */
export const nameLast = (work: Work, id: number, task: number) =>
  work.sql(
    `update host set queue = jsonb_set(queue, '{-1,task}', to_jsonb($2::int)) where id = $1::int and queue <> '[]' returning id`,
    [id, task],
  )

/** What is left of a queue `h.queue` without task `task` (SQL) and without actions whose task has ended. */
const remaining = (task: string) => `coalesce((select jsonb_agg(e.value order by e.n)
    from jsonb_array_elements(h.queue) with ordinality as e(value, n)
   where (e.value->>'task')::int is distinct from ${task}
     and not exists (select from task t where t.id = (e.value->>'task')::int and t.ended_at is not null)), '[]')`

/** Takes an action out of the queue with the end of its task; answers what is left. Locks the row. */
export async function leaveQueue(work: Work, id: number, task: number): Promise<QueuedAction[]> {
  const [row] = await work.sql<{ queue: QueuedAction[] }>(
    `update host h set queue = ${remaining('$2::int')} where h.id = $1::int returning h.queue`,
    [id, task],
  )
  return row?.queue ?? []
}

/**
 * Takes out what nothing will take out any more: a task that was closed without settling (its worker was lost again and again) has
 * no end of its own. Answers the VMs.
 */
export const dropEnded = (work: Work) =>
  work.sql<{ id: number; account_id: number }>(
    `update host h set queue = ${remaining('0')}, version = h.version + 1
      where h.queue <> '[]' and exists (
        select from jsonb_array_elements(h.queue) e join task t on t.id = (e->>'task')::int where t.ended_at < now() - interval '30 seconds')
      returning h.id, h.account_id`,
  )
