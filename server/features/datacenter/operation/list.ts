import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { jsonList } from '../../../api/list/row.ts'
import { sql } from '../../../api/list/sql.ts'
import { clearings, operationStatuses, operationTypes, raids } from '../../../domain/operation/kinds.ts'
import { msg } from '../../../shared/text.ts'

/** Reports name switches and controllers, and certificates other owners. */
const only = (actor: Actor) => actor.isAdmin

/** Administrators see all operations, owners those of their servers. */
export const operationList = defineList<Actor>({
  name: 'operation',
  what: msg`Operation`,
  from: 'operation o join server s on s.id = o.server_id left join task t on t.id = o.task',
  fields: {
    id: { type: 'int', sql: 'o.id' },
    type: { type: 'enum', sql: 'o.type', values: operationTypes },
    status: { type: 'enum', sql: 'o.status', values: operationStatuses },
    auth_id: { type: 'text', sql: 'o.auth_id' },
    os_template: { type: 'int', sql: 'coalesce(o.os_template_id, 0)' },
    template: { type: 'text', sql: 'o.template', nullable: true },
    progress_info: { type: 'text', sql: 'o.progress_info' },
    percent: { type: 'int', sql: 'o.percent' },
    'server.id': { type: 'int', sql: 's.id' },
    'server.name': { type: 'text', sql: 's.name' },
    clear_hdd: { type: 'enum', sql: 'o.clear_hdd', values: clearings },
    hdd_raid: { type: 'enum', sql: 'o.hdd_raid', values: raids },
    hardware_report: {
      type: 'int',
      sql: '(select max(r.id) from hardware_report r where r.operation_id = o.id)',
      nullable: true,
      only,
    },
    certificate: {
      type: 'int',
      sql: '(select e.id from erasure_certificate e where e.operation_id = o.id)',
      nullable: true,
      only,
    },
    setup_ipmi: { type: 'bool', sql: 'o.setup_ipmi' },
    consul_id: { type: 'int', sql: 't.consul_id', nullable: true },
    mac: { type: 'text', sql: 'o.mac', searchAs: 'mac' },
    created_at: { type: 'time', sql: 'o.created_at' },
    started_at: { type: 'time', sql: 'o.started_at', nullable: true },
    ended_at: { type: 'time', sql: 'o.ended_at', nullable: true },
    deadline_at: { type: 'time', sql: 'o.deadline_at' },
    seen_at: { type: 'time', sql: 'o.seen_at', nullable: true },
  },
  row: {
    disks: 'o.disks',
    load: 'o.load',
    controller: "o.result->'controller'",
    serial:
      "(select h.report->>'serial' from hardware_report h where h.server_id = o.server_id order by h.operation_id = o.id desc nulls last, h.id desc limit 1)",
    status_info: "jsonb_strip_nulls(jsonb_build_object('reason', o.fault))",
    steps: jsonList(
      { name: 'p.name', words: 'p.words', percent: 'p.percent', started_at: 'p.started_at', ended_at: 'p.ended_at' },
      'operation_step p where p.operation_id = o.id',
      'p.position',
    ),
  },
  others: { unless: only, row: { hardware_report: 'null::int', certificate: 'null::int', controller: 'null::json' } },
  search: ['server.name', 'template', 'auth_id'],
  visible: (actor) => (actor.isAdmin ? null : sql`s.owner_id = ${actor.account_id}`),
})
