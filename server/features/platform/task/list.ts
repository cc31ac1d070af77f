import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { sql } from '../../../api/list/sql.ts'
import { errorTable, taskFaultWire } from '../../../domain/shared/errors.ts'
import { taskStatuses } from '../../../domain/task/states.ts'
import { msg } from '../../../shared/text.ts'

const seconds = (from: string, until: string) => `greatest(0, extract(epoch from ${until} - ${from}))::int`

const OWNED = ['host', 'disk', 'image', 'iso', 'backup'] as const
const NAMED = [
  ...OWNED,
  'node',
  'cluster',
  'repository',
  'os',
  'ippool',
  'location',
  'server',
  'pdu',
  'storage',
  'backup_location',
  'name_server',
] as const
// An object that has another owner since is not named in tasks of the old one; tasks of no account are for administrators.
const OF_OWNER = '(t.account_id is null or o.account_id is not distinct from t.account_id)'
const named = (entity: (typeof NAMED)[number]) =>
  `(select o.name from ${entity} o where o.id = t.registry_id${OWNED.some((one) => one === entity) ? ` and ${OF_OWNER}` : ''})`
const nameIn = (name: string, from: string) => `(select ${name} from ${from} = t.registry_id)`

/** SQL of the name of what task `t` is about, by kind of object; null when that exists no more; of a controller its server, of a proxy its location. */
export const registryNames = {
  ...(Object.fromEntries(NAMED.map((entity) => [entity, named(entity)])) as Record<(typeof NAMED)[number], string>),
  rehearsal: nameIn('o.host_name', `rehearsal o where ${OF_OWNER} and o.id`),
  switch: nameIn('w.name', 'net_switch w where w.id'),
  switch_port: nameIn(
    "w.name || ' ' || coalesce(nullif(p.name, ''), p.if_index)",
    'switch_port p join net_switch w on w.id = p.switch_id where p.id',
  ),
  ipmi: nameIn('s.name', 'ipmi i join server s on s.id = i.server_id where i.id'),
  proxy_location: nameIn('l.name', 'location l where l.id'),
  os_template: nameIn('o.name', 'os_template o where o.id'),
  pdu_port: nameIn("u.name || ' ' || p.identity", 'pdu_port p join pdu u on u.id = p.pdu_id where p.id'),
}
/** The same of whatever task `t` is about. */
export const registryName = `case t.entity ${Object.entries(registryNames)
  .map(([entity, name]) => `when '${entity}' then ${name}`)
  .join(' ')} end`

const wires = [...Object.entries(errorTable).map(([code, { wire }]) => [code, wire]), ...Object.entries(taskFaultWire)]
/** The number of a task's error, as answers to calls carry it; null when there is no error. */
const errorCode = `case when t.error is not null then case t.error_code
  ${wires.map(([code, wire]) => `when '${code}' then ${wire}`).join(' ')} else ${errorTable.internal.wire} end end`

/** Administrators see all tasks, others their own. */
export const taskList = defineList<Actor>({
  name: 'task',
  what: msg`Task`,
  from: 'task t',
  joins: { a: 'left join account a on a.id = t.account_id' },
  fields: {
    id: { type: 'int', sql: 't.id' },
    consul_id: { type: 'int', sql: 't.consul_id' },
    registry_id: { type: 'int', sql: 't.registry_id' },
    entity: { type: 'text', sql: 't.entity', nullable: true },
    registry_name: { type: 'text', sql: registryName, nullable: true },
    name: { type: 'text', sql: 't.name' },
    status: { type: 'enum', sql: 't.status', values: taskStatuses },
    defer_reason: { type: 'text', sql: 't.defer_reason', nullable: true },
    running_time: { type: 'int', sql: `coalesce(${seconds('t.started_at', 'coalesce(t.ended_at, now())')}, 0)` },
    waiting_time: { type: 'int', sql: seconds('t.created_at', 'coalesce(t.started_at, t.ended_at, now())') },
    percent: { type: 'int', sql: 't.percent' },
    message: { type: 'text', sql: 't.message', nullable: true },
    step: { type: 'text', sql: 't.step', nullable: true },
    'error.code': { type: 'int', sql: errorCode, nullable: true },
    'error.msg': { type: 'text', sql: 't.error', nullable: true },
    'error.value': { type: 'text', sql: "case when t.error is not null then coalesce(t.step, '') end", nullable: true },
    dismissed: { type: 'bool', sql: 't.dismissed' },
    'account.id': { type: 'int', sql: 't.account_id', nullable: true },
    'account.email': { type: 'text', sql: 'a.email', nullable: true },
    created_at: { type: 'time', sql: 't.created_at' },
    started_at: { type: 'time', sql: 't.started_at', nullable: true },
    finished_at: { type: 'time', sql: 't.ended_at', nullable: true },
    output: {
      type: 'json',
      sql: "case when t.status = 'failed' then jsonb_build_object('code', t.error_code, 'msg', t.error, 'step', t.step) else t.output end",
      nullable: true,
    },
  },
  // Work on a port is part of the history of its device: `port.switch EQ 7`, `outlet.pdu EQ 3`.
  members: {
    port: {
      from: 'switch_port sp',
      where: "t.entity = 'switch_port' and sp.id = t.registry_id",
      fields: { id: { type: 'int', sql: 'sp.id' }, switch: { type: 'int', sql: 'sp.switch_id' } },
    },
    outlet: {
      from: 'pdu_port up',
      where: "t.entity = 'pdu_port' and up.id = t.registry_id",
      fields: { id: { type: 'int', sql: 'up.id' }, pdu: { type: 'int', sql: 'up.pdu_id' } },
    },
  },
  links: { account: 'account.id', error: 'error.msg' },
  leftOut: ['error'],
  search: ['name', 'message', 'registry_name'],
  visible: (actor) => (actor.isAdmin ? null : sql`t.account_id = ${actor.account_id}`),
})
