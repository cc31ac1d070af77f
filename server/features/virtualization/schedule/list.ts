import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { listFields } from '../../../api/list/of-fields.ts'
import { raw } from '../../../api/list/sql.ts'
import { scheduleFields } from '../../../domain/schedule/fields.ts'
import { runStates } from '../../../domain/schedule/kinds.ts'
import { msg } from '../../../shared/text.ts'

const admins = (actor: Actor) => (actor.isAdmin ? null : raw('false'))
const named = (table: string, column: string, order = column) => ({
  type: 'json' as const,
  sql: `(select coalesce(json_agg(t.${column} order by t.${order}), '[]') from ${table} t where t.schedule_id = s.id)`,
})

/** Schedules are the administrators'. */
export const scheduleList = defineList<Actor>({
  name: 'schedule',
  what: msg`Schedule`,
  from: 'schedule s',
  fields: {
    id: { type: 'int', sql: 's.id' },
    ...listFields(scheduleFields, 's'),
    start_time: {
      type: 'json',
      sql: "json_build_object('day', s.day, 'week_day', s.week_day, 'hour', s.hour, 'minute', s.minute)",
    },
    time_zone: { type: 'text', sql: 's.time_zone' },
    backup_locations: named('schedule_location', 'backup_location_id', 'position'),
    clusters: named('schedule_cluster', 'cluster_id'),
    nodes: named('schedule_node', 'node_id'),
    hosts: named('schedule_host', 'host_id'),
    presets: named('schedule_preset', 'preset_id'),
    disks: named('schedule_disk', 'disk_id'),
    next_run: { type: 'time', sql: 's.next_run', nullable: true },
    last_run: { type: 'time', sql: 's.last_run', nullable: true },
    last_state: {
      type: 'enum',
      sql: '(select r.state from schedule_run r where r.schedule_id = s.id order by r.planned_for desc, r.id desc limit 1)',
      values: runStates,
      nullable: true,
    },
    version: { type: 'int', sql: 's.version' },
  },
  search: ['name', 'comment'],
  visible: admins,
})

/** What schedules have done, and what they have missed. */
export const scheduleRunList = defineList<Actor>({
  name: 'schedule_run',
  from: 'schedule_run r join schedule s on s.id = r.schedule_id',
  fields: {
    id: { type: 'int', sql: 'r.id' },
    'schedule.id': { type: 'int', sql: 's.id' },
    'schedule.name': { type: 'text', sql: 's.name', nullable: true },
    started_by: { type: 'enum', sql: 'r.started_by', values: ['clock', 'person'] },
    planned_for: { type: 'time', sql: 'r.planned_for' },
    started_at: { type: 'time', sql: 'r.started_at', nullable: true },
    ended_at: { type: 'time', sql: 'r.ended_at', nullable: true },
    state: { type: 'enum', sql: 'r.state', values: runStates },
    reason: { type: 'text', sql: 'r.reason', nullable: true },
    disks: { type: 'int', sql: 'r.disks' },
    done: { type: 'int', sql: 'r.done' },
    failed: { type: 'int', sql: 'r.failed' },
  },
  links: { schedule: 'schedule.id' },
  defaultOrder: 'planned_for desc',
  visible: admins,
})
