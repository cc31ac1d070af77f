import type { z } from 'zod'
import type { Work } from '../db/transaction.ts'
import { type Change, changed } from '../events/changes.ts'
import type { Task } from './define.ts'
import { toJson } from './json.ts'

export type EnqueueOptions = {
  /** The object of the task in the terms of the API, and its kind (`host`): one of `subjectKinds`, or screens have no word for it. */
  registry_id: number
  entity: string
  /** Owner: who besides administrators sees the task. */
  account_id: number | null
  /** Group of rows that one answer names; default the row's own id. */
  consul_id?: number
  /** Task that must be over before. When it fails or is aborted this one is aborted too, unless `afterAny`. */
  after?: number
  afterAny?: boolean
  runAt?: Date
  /** One waiting or running task per key. A key that begins with `cron:` stays taken afterwards. */
  dedupeKey?: string
  /** Makes the task wait as `deferred` until releaseDeferred; the text names what it waits for. */
  deferReason?: string
  /** Lower goes first; default the definition's. */
  priority?: number
}

/** Only a dedupe key can make a task superfluous. */
type Queued<O> = { id: number; consul_id: number } | (O extends { dedupeKey: string } ? null : never)

// `for share`: the predecessor's end and this insert see each other, whichever commits first.
const INSERT = `
  with p as (select p.id, p.name, p.status from task p where p.id = $10::int for share),
  fresh as (select nextval('task_id_seq')::int as id),
  t as (
    insert into task (id, consul_id, registry_id, entity, account_id, name, input, priority, run_at, dedupe_key, after_id, after_any,
                      defer_reason, status, outcome, error_code, error)
    select fresh.id, coalesce($1::int, fresh.id), $2::int, $3, $4::int, $5, $6::jsonb, $7::int,
           coalesce($8::timestamptz, date_trunc('milliseconds', now())), $9, $10::int, $11::boolean, $12,
           case when $12::text is null or c.off then 'created' else 'deferred' end, case when c.off then 'aborted' end,
           case when c.off then 'predecessor' end, case when c.off then format('Not started: task %s (%s) before it did not complete', p.id, p.name) end
      from fresh left join p on true, lateral (select coalesce(p.status in ('failed', 'aborted') and not $11::boolean, false) as off) c
    on conflict (dedupe_key) do nothing returning *),
  l as (insert into task_lock (task_id, key, capacity, priority) select t.id, x.key, x.capacity, t.priority
          from t, jsonb_to_recordset($13::jsonb) as x(key text, capacity int))
  select t.id, t.consul_id, task_change(t, 'create') as change from t`

const INSERT_MANY = `
  with g as (select x.*, nextval('task_id_seq')::int as id
               from jsonb_to_recordset($3::jsonb) as x(registry_id int, entity text, account_id int, input jsonb, locks jsonb, run_at timestamptz)),
  t as (
    insert into task (id, consul_id, registry_id, entity, account_id, name, input, priority, run_at, after_any)
    select g.id, case when $4::boolean then (select min(id) from g) else g.id end, g.registry_id, g.entity, g.account_id, $1, g.input, $2::int,
           coalesce(g.run_at, date_trunc('milliseconds', now())), false from g returning *),
  l as (insert into task_lock (task_id, key, capacity, priority)
        select g.id, x.key, x.capacity, $2::int from g, jsonb_to_recordset(g.locks) as x(key text, capacity int))
  select t.id, t.consul_id, task_change(t, 'create') as change from t order by t.id`

const locksOf = <S extends z.ZodType>(definition: Task<S>, parsed: z.output<S>) => [
  ...[...new Set(definition.locks?.(parsed))].map((key) => ({ key, capacity: null as number | null })),
  ...(definition.limits?.(parsed) ?? []).map((limit) => ({ key: `limit:${limit.key}`, capacity: limit.capacity })),
]

/**
 * Puts a task into the queue within the caller's transaction: it exists if and only if the caller's change does.
 * Answers null when another task has the dedupe key. The input is stored as it is: no secrets.
 */
export async function enqueue<S extends z.ZodType, O extends EnqueueOptions>(
  work: Work,
  definition: Task<S>,
  input: z.input<S>,
  options: O,
): Promise<Queued<O>> {
  const parsed = definition.input.parse(input)
  const rows = await work.sql<{ id: number; consul_id: number; change: Change }>(INSERT, [
    options.consul_id ?? null,
    options.registry_id,
    options.entity,
    options.account_id,
    definition.name,
    toJson(parsed),
    options.priority ?? definition.priority ?? 0,
    options.runAt?.toISOString() ?? null,
    options.dedupeKey ?? null,
    options.after ?? null,
    options.afterAny ?? false,
    options.deferReason ?? null,
    JSON.stringify(locksOf(definition, parsed)),
  ])
  const row = rows[0]
  if (!row) return null as Queued<O>
  changed(work, row.change)
  return { id: row.id, consul_id: row.consul_id }
}

/**
 * The same of many plain ones of a kind, in the order given: one statement.
 * @param options together: one number for all of them, as one order of one person has
 */
export async function enqueueMany<S extends z.ZodType>(
  work: Work,
  definition: Task<S>,
  tasks: readonly (Pick<EnqueueOptions, 'registry_id' | 'entity' | 'account_id' | 'runAt'> & { input: z.input<S> })[],
  { together = false }: { together?: boolean } = {},
): Promise<{ id: number; consul_id: number }[]> {
  if (tasks.length === 0) return []
  const rows = tasks.map(({ runAt, ...task }) => {
    const input = definition.input.parse(task.input)
    return { ...task, input, locks: locksOf(definition, input), run_at: runAt?.toISOString() ?? null }
  })
  const made = await work.sql<{ id: number; consul_id: number; change: Change }>(INSERT_MANY, [
    definition.name,
    definition.priority ?? 0,
    toJson(rows),
    together,
  ])
  return made.map(({ id, consul_id, change }) => {
    changed(work, change)
    return { id, consul_id }
  })
}

/**
 * Lets deferred tasks run, with `after` once that task is over. They keep their place: older than what is enqueued now,
 * they go before it on the same lock. Answers the ids that were waiting.
 */
export async function releaseDeferred(work: Work, ids: number[], options: { after?: number } = {}): Promise<number[]> {
  const rows = await work.sql<{ id: number; change: Change }>(
    `update task t set status = 'created', run_at = date_trunc('milliseconds', now()), after_id = coalesce($2::int, after_id)
      where id = any($1::int[]) and status = 'deferred' returning id, task_change(t, 'update') as change`,
    [ids, options.after ?? null],
  )
  for (const row of rows) changed(work, row.change)
  return rows.map((row) => row.id)
}
