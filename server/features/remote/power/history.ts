import type { Actor } from '../../../api/context.ts'
import { defineList, type ListSpec } from '../../../api/list/define.ts'
import type { Work } from '../../../db/transaction.ts'
import { powerStatuses } from '../../../domain/server/states.ts'
import { toJson } from '../../../tasks/json.ts'

/** So many entries are kept of each server. */
const KEPT = 500

type Entry = {
  server_id: number
  before: string
  after?: string
  action?: string
  user?: string
  task?: number
}

/** Notes what was asked for (with a task, which closes the entry) or what was seen to have changed. */
export const notePower = (work: Work, entry: Entry): Promise<void> => notePowers(work, [entry])

/** The same of many servers. */
export async function notePowers(work: Work, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return
  await work.sql(
    `insert into power_event (server_id, action, before, after, "user", task, state)
     select e.server_id, e.action, e.before, e.after, e."user", e.task, case when e.task is null then 'complete' else 'running' end
       from jsonb_to_recordset($1::jsonb) as e(server_id int, action text, before text, after text, "user" text, task int) returning id`,
    [toJson(entries)],
  )
  await work.sql(
    `delete from power_event p using unnest($1::int[]) s(id)
      where p.server_id = s.id and p.state <> 'running'
        and p.id <= (select o.id from power_event o where o.server_id = s.id order by o.id desc offset ${KEPT} limit 1) returning p.id`,
    [[...new Set(entries.map(({ server_id }) => server_id))]],
  )
}

const spec: ListSpec<Actor> = {
  name: 'power_event',
  from: 'power_event x',
  fields: {
    id: { type: 'int', sql: 'x.id' },
    at: { type: 'time', sql: 'x.at' },
    action: { type: 'text', sql: 'x.action', nullable: true },
    before: { type: 'enum', sql: 'x.before', values: powerStatuses },
    after: { type: 'enum', sql: 'x.after', values: powerStatuses, nullable: true },
    user: { type: 'text', sql: 'x."user"', nullable: true },
    task_id: { type: 'int', sql: 'x.task', nullable: true },
    state: { type: 'text', sql: 'x.state' },
    fault: { type: 'text', sql: 'x.fault', nullable: true },
  },
  search: ['action'],
  visible: () => null,
}
const forAdministrators = defineList<Actor>(spec)
/** A server may have had other owners: callers other than administrators see their own entries only. */
const forUsers = defineList<Actor>({
  ...spec,
  from: 'power_event x join server s on s.id = x.server_id left join account a on a.id = s.owner_id',
  fields: {
    ...spec.fields,
    user: { type: 'text', sql: `case when x."user" = a.email then x."user" end`, nullable: true },
  },
})

/** What happened to the power of a server. The caller has made sure that it may be seen, and names it in the scope. */
export const powerHistoryList = (actor: Actor) => (actor.isAdmin ? forAdministrators : forUsers)
