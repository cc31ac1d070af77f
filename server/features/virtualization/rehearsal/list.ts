import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { sql } from '../../../api/list/sql.ts'
import { answers, rehearsalStarters, rehearsalStates } from '../../../domain/rehearsal/states.ts'
import { msg } from '../../../shared/text.ts'

/** Rehearsals, without their pictures. Owners see those of their VMs, and nothing of the nodes. */
export const rehearsalList = defineList<Actor>({
  name: 'rehearsal',
  what: msg`Rehearsal`,
  from: 'rehearsal r',
  joins: {
    a: 'left join account a on a.id = r.account_id',
    c: 'left join cluster c on c.id = r.cluster_id',
    n: 'left join node n on n.id = r.node_id',
  },
  fields: {
    id: { type: 'int', sql: 'r.id' },
    'host.id': { type: 'int', sql: 'r.host_id', nullable: true },
    'host.name': { type: 'text', sql: 'r.host_name' },
    'account.id': { type: 'int', sql: 'r.account_id', nullable: true },
    'account.email': { type: 'text', sql: 'a.email' },
    'cluster.id': { type: 'int', sql: 'r.cluster_id', nullable: true },
    'cluster.name': { type: 'text', sql: 'c.name' },
    'node.id': { type: 'int', sql: 'r.node_id', nullable: true },
    'node.name': { type: 'text', sql: 'n.name' },
    backup: { type: 'int', sql: 'r.backup_id', nullable: true },
    run_id: { type: 'text', sql: 'r.run_id::text' },
    backup_made_at: { type: 'time', sql: 'r.backup_made_at', nullable: true },
    state: { type: 'enum', sql: 'r.state', values: rehearsalStates },
    started_by: { type: 'enum', sql: 'r.started_by', values: rehearsalStarters },
    made_by: { type: 'text', sql: 'r.made_by', nullable: true },
    answered_by: { type: 'enum', sql: 'r.answered_by', values: answers, nullable: true },
    answer_ms: { type: 'int', sql: 'r.answer_ms', nullable: true },
    reason: { type: 'text', sql: 'r.reason', nullable: true },
    has_picture: { type: 'bool', sql: '(r.picture is not null)' },
    picture_at: { type: 'time', sql: 'r.picture_at', nullable: true },
    task: { type: 'int', sql: 'r.task', nullable: true },
    date_create: { type: 'time', sql: 'r.created_at' },
    started_at: { type: 'time', sql: 'r.started_at', nullable: true },
    ended_at: { type: 'time', sql: 'r.ended_at', nullable: true },
    cleared_at: { type: 'time', sql: 'r.cleared_at', nullable: true },
    version: { type: 'int', sql: 'r.version' },
  },
  links: { account: 'account.id', cluster: 'cluster.id', node: 'node.id' },
  leftOut: ['task'],
  search: ['host.name', 'reason'],
  defaultOrder: 'id desc',
  visible: (actor) => (actor.isAdmin ? null : sql`r.account_id = ${actor.account_id}`),
})
