import type { Actor } from '../../../api/context.ts'
import type { Work } from '../../../db/transaction.ts'
import type { PowerStatus } from '../../../domain/server/power.ts'
import { type PowerAction, powerLifecycle, powerRules } from '../../../domain/server/power-rules.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { RUNNING, refusePower } from './claim-rules.ts'
import { notePower } from './history.ts'
import { type PowerInput, powerTasks, usesOutlets } from './tasks.ts'

export type PowerRequest = {
  action: PowerAction
  /** Although virtual machines run on it; counts for administrators only. */
  force?: boolean | undefined
  given?: Partial<Pick<PowerInput, 'limit' | 'pull' | 'boot' | 'restart'>>
  runAt?: Date
  consul_id?: number | undefined
}
type Queued = { consul_id: number; fresh: boolean; owner_id: number | null }

/**
 * Takes a server for one operation on its power and queues the task: what allows it stands in the statement that takes it, so
 * of many clicks one wins. The same asked for once more answers the task that is under way.
 * @throws PanelError that says why it is not possible
 */
export async function claimPower(work: Work, actor: Actor, id: number, request: PowerRequest): Promise<Queued> {
  const { action, given = {}, runAt } = request
  const force = Boolean(request.force) && actor.isAdmin
  // What restarts a server afterwards is a restart.
  const rules = given.restart ? 'power_reset' : action
  const owner = actor.isAdmin ? null : actor.account_id
  const [claimed] = await work.sql<{ owner_id: number | null; before: PowerStatus; ipmi: number | null }>(
    `update server s set power_action = $3
      where s.id = $1::int and ($2::int is null or s.owner_id = $2::int and s.state = 'active')
        and s.power_action is null and s.power_status = any($4::text[]) and not ($5::boolean and s.is_protected)
        and (exists (select from ipmi i where i.server_id = s.id)
             or not $6::boolean and exists (select from pdu_connection k where k.server_id = s.id))
        and (not $5::boolean or $7::boolean or s.power_status = 'off'
             or not exists (select from host h where h.node_id = s.node_id and ${RUNNING}))
     returning s.owner_id, s.power_status as before, (select i.id from ipmi i where i.server_id = s.id) as ipmi`,
    [
      id,
      owner,
      action,
      powerLifecycle.actions[rules].from,
      powerRules[rules].ends,
      powerRules[action].controller,
      force,
    ],
  )
  if (!claimed) return refusedOrSame(work, actor, id, { action, rules, force })
  const { owner_id, before, ipmi } = claimed
  const pdus = usesOutlets(action, given.restart ?? false)
    ? await work.sql<{ pdu_id: number }>(
        `select distinct p.pdu_id from pdu_connection k join pdu_port p on p.id = k.pdu_port_id where k.server_id = $1::int order by 1`,
        [id],
      )
    : []
  const input = { server_id: id, pdus: pdus.map(({ pdu_id }) => pdu_id), ipmi, force, ...given }
  const task = await enqueue(work, powerTasks[action], input, {
    registry_id: id,
    entity: 'server',
    account_id: owner_id,
    ...(runAt && { runAt }),
    ...(request.consul_id !== undefined && { consul_id: request.consul_id }),
  })
  await work.sql('update server set power_task = $2::int where id = $1::int returning id', [id, task.id])
  await notePower(work, { server_id: id, before, action, user: actor.email, task: task.id })
  changed(work, {
    entity: 'server',
    entity_id: id,
    event: 'update',
    data: { power_action: action, power_task: task.id },
    account_id: owner_id,
  })
  return { consul_id: task.consul_id, fresh: true, owner_id }
}

async function refusedOrSame(
  work: Work,
  actor: Actor,
  id: number,
  { action, rules, force }: { action: PowerAction; rules: PowerAction; force: boolean },
): Promise<Queued> {
  const [row] = await work.sql<{
    name: string
    owner_id: number | null
    power_status: PowerStatus
    power_action: string | null
    consul_id: number | null
    state: string
    is_protected: boolean
    has_controller: boolean
    feeds: number
  }>(
    `select s.name, s.owner_id, s.power_status, s.power_action, t.consul_id, s.state, s.is_protected,
            exists (select from ipmi i where i.server_id = s.id) as has_controller,
            (select count(*)::int from pdu_connection k where k.server_id = s.id) as feeds
       from server s left join task t on t.id = s.power_task where s.id = $1::int`,
    [id],
  )
  if (!row || !(actor.isAdmin || row.owner_id === actor.account_id)) throw notFound('Server', id)
  const mayAsk = actor.isAdmin || row.state === 'active'
  if (mayAsk && row.power_action === action && row.consul_id !== null)
    return { consul_id: row.consul_id, fresh: false, owner_id: row.owner_id }
  // A boot device needs a controller, whatever comes after it.
  const wanted = rules !== action && !row.has_controller ? action : rules
  return refusePower(work.sql, id, wanted, row, { isAdmin: actor.isAdmin, force })
}
