import { recordAudit } from '../../../audit/seal.ts'
import { alone } from '../../../db/advisory.ts'
import { unseal } from '../../../db/secrets.ts'
import { stored } from '../../../db/sentences.ts'
import { transaction, type Work } from '../../../db/transaction.ts'
import type { clearings } from '../../../domain/operation/kinds.ts'
import type { Raid } from '../../../domain/operation/raids.ts'
import { plannedDisks } from '../../../domain/operation-plan/disks.ts'
import { whyNotPlanned } from '../../../domain/operation-plan/judge.ts'
import { FAILURES_IN_A_ROW, type PlanType, planNeeds } from '../../../domain/operation-plan/kinds.ts'
import { PanelError, wrongState } from '../../../domain/shared/errors.ts'
import { msg, type Text } from '../../../shared/text.ts'
import type { Asking, Login } from '../operation/claim.ts'
import { beginWithin } from '../operation/service.ts'
import { notePlan } from './ended.ts'
import { factsOf } from './facts.ts'

type Next = {
  id: number
  plan_id: number
  server_id: number
  disks: string[]
  type: PlanType
  os_template_id: number | null
  clear_hdd: (typeof clearings)[number]
  hdd_raid: Raid
  load: string[]
  secrets: string | null
  account: { account_id: number; email: string; isAdmin: boolean } | null
}

/** How many operations of plans a location `l` has, and how long ago the last was begun. */
const THERE = (location: string, condition: string) =>
  `operation_plan_server y join operation o on o.id = y.operation_id where o.location_id = ${location} and ${condition}`

// A row that is locked is being begun on. The advisory lock of the transaction keeps limits exact among workers and plans.
const NEXT = `
  select x.id, x.plan_id, x.server_id, x.disks, p.type, p.os_template_id, p.clear_hdd, p.hdd_raid, p.load, p.secrets,
         (select json_build_object('account_id', a.id, 'email', a.email, 'isAdmin', '@admin' = any(a.roles)) from account a
           where a.id = p.account_id and a.state = 'active') as account
    from operation_plan_server x join operation_plan p on p.id = x.plan_id join server s on s.id = x.server_id
   where x.plan_id = $1::int and x.state = 'waiting' and p.state = 'running' and p.failures < ${FAILURES_IN_A_ROW}
     and (select count(*) from ${THERE('s.location_id', "y.state = 'running'")}) < p.limit_per_location
     and not exists (select from ${THERE('s.location_id', 'y.started_at > now() - make_interval(secs => p.stagger_seconds)')})
   order by x.position limit 1 for update of x skip locked`

/** Begins on the next server of a plan, or notes why nothing can begin on it. @returns false when none may begin now */
export async function startNext(plan_id: number): Promise<boolean> {
  let next: Next | undefined
  try {
    return await transaction(async (work) => {
      await alone(work, 'operation_plan_start')
      ;[next] = await work.sql<Next>(NEXT, [plan_id])
      if (!next) return false
      await start(work, next)
      await notePlan(work, plan_id)
      return true
    })
  } catch (fault) {
    const refused = next
    if (!refused || !(fault instanceof PanelError)) throw fault
    await transaction((work) => refuse(work, refused, { code: fault.code, words: fault.text }))
    return true
  }
}

async function start(work: Work, next: Next): Promise<void> {
  const { type, server_id, account: actor, os_template_id } = next
  if (!actor || (type !== 'install' && !actor.isAdmin))
    return refuse(work, next, { code: 'account', words: msg`Who made the plan may not do this any more` })
  if (planNeeds[type].template && os_template_id === null)
    return refuse(work, next, { code: 'here', words: msg`The OS template of the plan is gone` })
  const [facts] = await factsOf(work.sql, actor, [server_id], next)
  const refused = facts && whyNotPlanned(next, facts, actor)
  if (!facts || refused) return refuse(work, next, refused ?? { code: 'other', words: msg`The server is gone` })
  const disks = next.disks.length > 0 ? next.disks : plannedDisks(next, facts.disks ?? []).map(({ id }) => id)
  const { clear_hdd, hdd_raid, load } = next
  const asking: Asking = { actor }
  const more = { clear_hdd, hdd_raid, disks, load, ...(type === 'install' && { login: loginIn(next) }) }
  const { operation_id } = await beginWithin(work, asking, server_id, type, os_template_id, more)
  await work.sql(
    `update operation_plan_server set state = 'running', operation_id = $2::int, attempts = attempts + 1, started_at = now(), ended_at = null, code = null,
            reason = null, disks = $3::text[] where id = $1::int returning id`,
    [next.id, operation_id, disks],
  )
  await recordAudit(work, [
    {
      account_id: actor.account_id,
      operation: `POST /dci/v3/server/{server_id}/${type}`,
      entity: 'server',
      entity_id: server_id,
      input: { operation_plan: next.plan_id, operation_id, disk_serials: disks },
      request_id: `operation-plan-${next.plan_id}`,
    },
  ])
}

const loginIn = ({ plan_id, secrets }: Next): Login => {
  if (!secrets) throw wrongState(msg`The password of the plan is kept no longer: make a new plan`)
  return JSON.parse(unseal(secrets, { table: 'operation_plan', id: plan_id, column: 'secrets' })) as Login
}

async function refuse(work: Work, { id, plan_id }: Next, { code, words }: { code: string; words: Text }) {
  await work.sql(
    `update operation_plan_server set state = 'refused', code = $2, reason = $3, ended_at = now() where id = $1::int and state = 'waiting' returning id`,
    [id, code, stored(words)],
  )
  await notePlan(work, plan_id)
}

/** Milliseconds until the pause between two starts is over in a location where a server waits; null: it waits for something else. */
export const UNTIL_NEXT = `
  select (extract(epoch from min(w.last + make_interval(secs => p.stagger_seconds) - clock_timestamp())) * 1000)::float8 as ms
    from operation_plan p, lateral (
           select o.location_id, max(y.started_at) as last from operation_plan_server y join operation o on o.id = y.operation_id
            where y.started_at > now() - make_interval(secs => p.stagger_seconds) group by o.location_id) w
   where p.id = $1::int and exists (
           select from operation_plan_server x join server s on s.id = x.server_id
            where x.plan_id = p.id and x.state = 'waiting' and s.location_id = w.location_id)`
