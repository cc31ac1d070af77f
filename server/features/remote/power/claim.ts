import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '../../../api/context.ts'
import type { Work } from '../../../db/transaction.ts'
import { isHeldBack } from '../../../domain/server/device-gate.ts'
import type { PowerStatus } from '../../../domain/server/power.ts'
import { type PowerAction, powerLifecycle, powerRules } from '../../../domain/server/power-rules.ts'
import { notFound, PanelError } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { enqueueMany } from '../../../tasks/enqueue.ts'
import { powerNow } from '../../datacenter/server/unread.ts'
import { RUNNING, rejectPower } from './claim-rules.ts'
import { notePowers } from './history.ts'
import { type PowerInput, powerTasks, usesOutlets } from './tasks.ts'

type Given = Partial<Pick<PowerInput, 'limit' | 'pull' | 'boot' | 'restart'>>
export type PowerRequest = {
  action: PowerAction
  /** Although virtual machines run on it; counts for administrators only. */
  force?: boolean | undefined
  given?: Given
  /** When the first of them has its turn, and so many seconds before the next one. */
  runAt?: Date
  stagger?: number
}
/** The number of the task, of one that was queued now or of the one that is under way for the same. */
export type Queued = { consul_id: number; fresh: boolean }
type Claimed = { id: number; owner_id: number | null; before: PowerStatus; ipmi: number | null; pdus: number[] }

/**
 * Takes a server for one operation on its power and queues the task. The same asked for once more answers the task that is
 * under way.
 * @throws PanelError that says why it is not possible
 */
export async function claimPower(work: Work, actor: Actor, id: number, request: PowerRequest): Promise<Queued> {
  const claim = (await claimPowers(work, actor, [id], request)).get(id)
  if (claim instanceof PanelError) throw claim
  return claim as Queued
}

/**
 * The same for many, in the order of their turns: the tasks share one number. What allows it stands in the statement that
 * takes them, so of many clicks one wins.
 * @returns of each server its task, or why it is not possible
 */
export async function claimPowers(
  work: Work,
  actor: Actor,
  ids: readonly number[],
  request: PowerRequest,
): Promise<Map<number, Queued | PanelError>> {
  const { action, given = {}, runAt, stagger = 0 } = request
  const force = Boolean(request.force) && actor.isAdmin
  // What restarts a server afterwards is a restart.
  const rules = given.restart ? 'power_reset' : action
  // In a fixed order, so that two such operations do not deadlock.
  const owner = actor.isAdmin ? null : actor.account_id
  await work.sql(
    'select id from server where id = any($1::int[]) and ($2::int is null or owner_id = $2::int) order by id for no key update',
    [ids, owner],
  )
  const rows = await work.sql<Claimed>(
    `update server s set power_action = $3
      where s.id = any($1::int[]) and ($2::int is null or s.owner_id = $2::int and s.state = 'active')
        and s.power_action is null and s.operation_id is null and ${powerNow('s', '$1::int[]')} = any($4::text[]) and not ($5::boolean and s.is_protected)
        and (exists (select from ipmi i where i.server_id = s.id)
             or not $6::boolean and exists (select from pdu_connection k where k.server_id = s.id))
        and (not $5::boolean or $7::boolean or ${powerNow('s', '$1::int[]')} = 'off'
             or not exists (select from host h where h.node_id = s.node_id and ${RUNNING}))
     returning s.id, s.owner_id, s.power_status as before, (select i.id from ipmi i where i.server_id = s.id) as ipmi,
               array(select distinct p.pdu_id from pdu_connection k join pdu_port p on p.id = k.pdu_port_id
                      where k.server_id = s.id and $8::boolean order by 1) as pdus`,
    [
      ids,
      owner,
      action,
      powerLifecycle.actions[rules].from,
      powerRules[rules].ends,
      powerRules[action].controller,
      force,
      usesOutlets(action, given.restart ?? false),
    ],
  )
  const claimed = new Map(rows.map((row) => [row.id, row]))
  const turns = ids.flatMap((id) => claimed.get(id) ?? [])
  const tasks = await enqueueMany(
    work,
    powerTasks[action],
    turns.map(({ id, owner_id, ipmi, pdus }, turn) => ({
      input: { server_id: id, pdus, ipmi, force, by_owner: !actor.isAdmin, ...given },
      registry_id: id,
      entity: 'server',
      account_id: owner_id,
      ...(runAt && { runAt: new Date(Number(runAt) + turn * stagger * 1000) }),
    })),
    { together: true },
  )
  const begun = turns.map((row, turn) => ({ ...row, task: tasks[turn] as (typeof tasks)[number] }))
  await work.sql(
    'update server s set power_task = x.task from unnest($1::int[], $2::int[]) x(id, task) where s.id = x.id returning s.id',
    [begun.map(({ id }) => id), begun.map(({ task }) => task.id)],
  )
  await notePowers(
    work,
    begun.map(({ id, before, task }) => ({ server_id: id, before, action, user: actor.email, task: task.id })),
  )
  for (const { id, owner_id, task } of begun)
    changed(work, {
      entity: 'server',
      entity_id: id,
      event: 'update',
      data: { power_action: action, power_task: task.id },
      account_id: owner_id,
    })
  const answers = await rejectedOrSame(
    work,
    actor,
    ids.filter((id) => !claimed.has(id)),
    { action, rules, force, given },
  )
  for (const { id, task } of begun) answers.set(id, { consul_id: task.consul_id, fresh: true })
  return answers
}

type Refused = {
  id: number
  name: string
  owner_id: number | null
  power_status: PowerStatus
  power_action: string | null
  operation_running: object | null
  consul_id: number | null
  input: Partial<PowerInput> | null
  state: string
  is_protected: boolean
  has_controller: boolean
  powerInputs: number
}

async function rejectedOrSame(
  work: Work,
  actor: Actor,
  ids: readonly number[],
  { action, rules, force, given }: { action: PowerAction; rules: PowerAction; force: boolean; given: Given },
): Promise<Map<number, Queued | PanelError>> {
  const answers = new Map<number, Queued | PanelError>()
  if (ids.length === 0) return answers
  const rows = await work.sql<Refused>(
    `select s.id, s.name, s.owner_id, ${powerNow('s', '$1::int[]')} as power_status, s.power_action, t.consul_id, t.input, s.state, s.is_protected,
            case when s.operation_id is not null then json_build_object('id', s.operation_id) end as operation_running,
            exists (select from ipmi i where i.server_id = s.id) as has_controller,
            (select count(*)::int from pdu_connection k where k.server_id = s.id) as "powerInputs"
       from server s left join task t on t.id = s.power_task where s.id = any($1::int[])`,
    [ids],
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  for (const id of ids) {
    const row = found.get(id)
    answers.set(id, await judge(row, id).catch(foreseen))
  }
  return answers

  async function judge(row: Refused | undefined, id: number): Promise<Queued> {
    if (!row || !(actor.isAdmin || row.owner_id === actor.account_id)) throw notFound(msg`Server`, id)
    const mayAsk = !isHeldBack(row, actor)
    if (mayAsk && row.power_action === action && row.consul_id !== null && isSame(row.input ?? {}, given))
      return { consul_id: row.consul_id, fresh: false }
    // A boot device needs a controller, whatever comes after it.
    const wanted = rules !== action && !row.has_controller ? action : rules
    return rejectPower(work.sql, id, wanted, row, { isAdmin: actor.isAdmin, force })
  }
}

/** Whether two ask for the same: another boot device, or a pull where there was none, is not what is under way. */
function isSame(one: Given, other: Given): boolean {
  const meant = ({ boot = null, restart = false, pull = false }: Given) => ({ boot, restart, pull })
  return isDeepStrictEqual(meant(one), meant(other))
}

/** An error is an answer, anything else a fault of the panel. */
function foreseen(fault: unknown): PanelError {
  if (fault instanceof PanelError && fault.http < 500) return fault
  throw fault
}
