import { SOON_DAYS } from '../../../domain/problem/rules.ts'
import { FULL_IN_DAYS, growth, heldLast } from '../../virtualization/backup-location/outlook.ts'
import type { Part } from './part.ts'

const location = {
  about: 'backup_location',
  kind: 'backup_location',
  id: 'b.id',
  name: 'b.name',
  state: 'b.status',
  cause: 'b.fault',
  since: 'b.fault_at',
} as const

const unprotected = {
  about: 'host',
  id: 'h.id',
  name: 'h.name',
  since: 'u.since',
  owner: 'h.account_id',
} as const

/** Problems of the places that backups are stored in: while one is away or full no backup is made there, and a damaged one may not restore; and of what is promised and not done. */
export const ofBackups: readonly Part[] = [
  { ...location, severity: 'warning', from: "backup_location b where b.status in ('full', 'unreachable')" },
  { ...location, severity: 'fault', from: "backup_location b where b.status = 'damaged'" },
  {
    about: 'backup_location',
    kind: 'backup_fills',
    severity: 'warning',
    id: 'b.id',
    name: 'b.name',
    value: FULL_IN_DAYS,
    bound: String(SOON_DAYS),
    // One that is full is said above.
    from: `backup_location b ${heldLast} ${growth} where b.status <> 'full' and ${FULL_IN_DAYS} < ${SOON_DAYS}`,
  },
  {
    ...unprotected,
    kind: 'backup_missing',
    severity: 'warning',
    from: "host_unprotected u join host h on h.id = u.host_id where u.state = 'no_backup'",
  },
  {
    ...unprotected,
    kind: 'backup_none',
    severity: 'warning',
    from: "host_unprotected u join host h on h.id = u.host_id where u.state = 'no_schedule'",
  },
  {
    ...unprotected,
    kind: 'backup_late',
    severity: 'warning',
    from: "host_unprotected u join host h on h.id = u.host_id where u.state = 'late'",
  },
  {
    ...unprotected,
    kind: 'rehearsal_failed',
    severity: 'warning',
    cause: 'u.reason',
    from: "host_unrehearsed u join host h on h.id = u.host_id where u.state = 'failed'",
  },
  {
    ...unprotected,
    kind: 'rehearsal_late',
    severity: 'warning',
    from: "host_unrehearsed u join host h on h.id = u.host_id where u.state = 'late'",
  },
  {
    about: 'schedule',
    kind: 'schedule',
    severity: 'warning',
    id: 's.id',
    name: "coalesce(s.name, '#' || s.id)",
    state: 'r.state',
    cause: 'r.reason',
    since: 'r.ended_at',
    from: `schedule s cross join lateral (
      select r.state, r.reason, r.ended_at from schedule_run r where r.schedule_id = s.id and r.state <> 'running'
       order by r.planned_for desc, r.id desc limit 1) r where s.enabled and r.state in ('failed', 'missed')`,
  },
  {
    about: 'backup_location',
    kind: 'backup_damaged',
    id: 'l.id',
    name: 'l.name',
    part: 'w.names',
    cause: 'w.cause',
    since: 'w.since',
    from: `(select c.location_id, string_agg(distinct b.name, ', ') as names, min(c.fault_at) as since, min(c.fault) as cause
              from backup_copy c join backup b on b.id = c.backup_id and b.deleted_at is null
             where c.fault is not null and c.location_id is not null group by c.location_id) w
           join backup_location l on l.id = w.location_id where true`,
  },
  {
    about: 'node',
    kind: 'backup_damaged',
    id: 'n.id',
    name: 'n.name',
    part: 'w.names',
    cause: 'w.cause',
    since: 'w.since',
    from: `(select c.node_id, string_agg(distinct b.name, ', ') as names, min(c.fault_at) as since, min(c.fault) as cause
              from backup_copy c join backup b on b.id = c.backup_id and b.deleted_at is null
             where c.fault is not null and c.node_id is not null group by c.node_id) w
           join node n on n.id = w.node_id where true`,
  },
  {
    about: 'backup_location',
    kind: 'backup_owed',
    severity: 'warning',
    id: 'l.id',
    name: 'l.name',
    part: 'w.n::text',
    cause: 'w.cause',
    since: 'w.since',
    from: `(select c.location_id, count(*) as n, min(c.owed_since) as since, min(c.owed_because) as cause
              from backup_copy c join backup b on b.id = c.backup_id and b.deleted_at is null and b.state <> 'creating'
             where c.state = 'owed' group by c.location_id) w
           join backup_location l on l.id = w.location_id where true`,
  },
  {
    about: 'backup_location',
    kind: 'backup_round',
    severity: 'warning',
    id: 'l.id',
    name: 'l.name',
    cause: 'r.collect_fault',
    since: 'r.fault_at',
    from: 'store_round r join backup_location l on l.id = r.location_id where r.collect_fault is not null',
  },
  {
    about: 'node',
    kind: 'backup_round',
    severity: 'warning',
    id: 'n.id',
    name: 'n.name',
    cause: 'r.collect_fault',
    since: 'r.fault_at',
    from: 'store_round r join node n on n.id = r.node_id where r.collect_fault is not null',
  },
  {
    about: 'backup_location',
    kind: 'backup_unknown',
    severity: 'warning',
    id: 'l.id',
    name: 'l.name',
    state: "case when l.held_since is null then 'aside' else 'held' end",
    part: 'r.unknown_count::text',
    since: 'coalesce(l.held_since, r.unknown_since)',
    from: `backup_location l left join store_round r on r.location_id = l.id
           where r.unknown_count > 0 or (l.held_since is not null and r.collected_at is not null)`,
  },
  {
    about: 'node',
    kind: 'backup_unknown',
    severity: 'warning',
    id: 'n.id',
    name: 'n.name',
    state: "'aside'",
    part: 'r.unknown_count::text',
    since: 'r.unknown_since',
    from: 'store_round r join node n on n.id = r.node_id where r.unknown_count > 0',
  },
]
