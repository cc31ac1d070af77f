import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { sql } from '../../../api/list/sql.ts'
import { clearings, raids } from '../../../domain/operation/kinds.ts'
import { planServerStates, planStates, planTypes } from '../../../domain/operation-plan/kinds.ts'
import { msg } from '../../../shared/text.ts'

const OF = 'operation_plan_server x where x.plan_id = p.id'
const counted = planServerStates.map((state) => `'${state}', count(*) filter (where x.state = '${state}')`).join(', ')

/** Administrators see all plans, others their own. */
export const operationPlanList = defineList<Actor>({
  name: 'operation_plan',
  what: msg`Plan of operations`,
  from: 'operation_plan p',
  joins: { t: 'left join task t on t.id = p.task' },
  fields: {
    id: { type: 'int', sql: 'p.id' },
    type: { type: 'enum', sql: 'p.type', values: planTypes },
    state: { type: 'enum', sql: 'p.state', values: planStates },
    os_template: { type: 'int', sql: 'coalesce(p.os_template_id, 0)' },
    template: { type: 'text', sql: 'p.template', nullable: true },
    clear_hdd: { type: 'enum', sql: 'p.clear_hdd', values: clearings },
    hdd_raid: { type: 'enum', sql: 'p.hdd_raid', values: raids },
    limit_per_location: { type: 'int', sql: 'p.limit_per_location' },
    stagger_seconds: { type: 'int', sql: 'p.stagger_seconds' },
    auth_id: { type: 'text', sql: 'p.auth_id' },
    reason: { type: 'text', sql: 'p.reason', nullable: true },
    consul_id: { type: 'int', sql: 't.consul_id', nullable: true },
    created_at: { type: 'time', sql: 'p.created_at' },
    ended_at: { type: 'time', sql: 'p.ended_at', nullable: true },
  },
  row: {
    load: 'p.load',
    size: `(select count(*) from ${OF})`,
    counts: `(select json_build_object(${counted}) from ${OF})`,
    percent: `(select coalesce(floor(avg(case x.state when 'waiting' then 0 when 'running' then coalesce(o.percent, 0) else 100 end)), 100)::int
                 from operation_plan_server x left join operation o on o.id = x.operation_id where x.plan_id = p.id)`,
  },
  search: ['template', 'auth_id'],
  defaultOrder: 'id desc',
  visible: (actor) => (actor.isAdmin ? null : sql`p.account_id = ${actor.account_id}`),
})

/** The servers of a plan: of those that are somebody else's by now nothing is said to its owner. */
export const operationPlanServerList = defineList<Actor>({
  name: 'operation_plan_server',
  from: 'operation_plan_server x join server s on s.id = x.server_id',
  joins: { l: 'left join location l on l.id = s.location_id', o: 'left join operation o on o.id = x.operation_id' },
  fields: {
    id: { type: 'int', sql: 'x.id' },
    position: { type: 'int', sql: 'x.position' },
    state: { type: 'enum', sql: 'x.state', values: planServerStates },
    'server.id': { type: 'int', sql: 's.id' },
    'server.name': { type: 'text', sql: 's.name' },
    'location.id': { type: 'int', sql: 's.location_id' },
    'location.name': { type: 'text', sql: 'l.name' },
    operation: { type: 'int', sql: 'x.operation_id', nullable: true },
    percent: { type: 'int', sql: 'coalesce(o.percent, 0)' },
    code: { type: 'text', sql: 'x.code', nullable: true },
    reason: { type: 'text', sql: "coalesce(x.reason, case when x.state = 'failed' then o.fault end)", nullable: true },
    attempts: { type: 'int', sql: 'x.attempts' },
    started_at: { type: 'time', sql: 'x.started_at', nullable: true },
    ended_at: { type: 'time', sql: 'x.ended_at', nullable: true },
  },
  links: { server: 'server.id', location: 'location.id' },
  row: { disks: 'x.disks' },
  search: ['server.name', 'reason'],
  defaultOrder: 'position',
  visible: (actor) => (actor.isAdmin ? null : sql`s.owner_id = ${actor.account_id}`),
})
