import { promiseHours } from '../../../domain/schedule/due.ts'
import { type CoverageReason, scheduleTypes } from '../../../domain/schedule/kinds.ts'
import { schedulesOf } from './covered.ts'

/** SQL: how old the newest backup may get that the schedule `s` promises, hours. */
export const promised = `case s.type ${scheduleTypes.map((type) => `when '${type}' then ${promiseHours[type]}`).join(' ')} end`

/**
 * Joins to a row `v` of the coverage and its VM `h`: what tells why it is not protected. Each is read of one VM, and only of those that are
 * not in time, so that a page costs the same whatever the number of VMs.
 */
export const reasonJoins = {
  // The one that promises most; of those that are disabled one is named only where no other means the VM.
  xs: `left join lateral (
    select s.id, s.name, s.enabled from schedule s
     where v.state in ('no_backup', 'late', 'no_schedule') and s.id in (${schedulesOf('v.host_id')})
     order by s.enabled desc, ${promised}, s.id limit 1) xs on true`,
  // Of the places of the schedule those that take backups of the cluster of the VM, as a run chooses among them.
  xl: `left join lateral (
    select count(*) as named, count(t.cluster_id) as taken, bool_and(l.status not in ('ok', 'unknown')) filter (where t.cluster_id is not null) as closed,
           (array_agg(l.name order by p.position) filter (where t.cluster_id is not null))[1] as name,
           (array_agg(l.status order by p.position) filter (where t.cluster_id is not null))[1] as status,
           (array_agg(l.fault order by p.position) filter (where t.cluster_id is not null))[1] as fault
      from schedule_location p join backup_location l on l.id = p.backup_location_id
      left join backup_location_cluster t on t.backup_location_id = l.id and t.cluster_id = h.cluster_id
     where p.schedule_id = xs.id) xl on true`,
  xb: `left join lateral (
    select b.state, b.fault from backup b where xs.id is not null and b.host_id = v.host_id and b.state <> 'creating' and b.deleted_at is null
     order by b.created_at desc, b.id desc limit 1) xb on true`,
  xr: `left join lateral (
    select r.state, r.reason from schedule_run r where r.schedule_id = xs.id and r.state <> 'running'
     order by r.planned_for desc, r.id desc limit 1) xr on true`,
  xu: 'left join host_unrehearsed xu on xu.host_id = v.host_id',
}

/** What is told in the order in which it has to be mended, and where the words of the cause stand. */
const told: readonly [CoverageReason, when: string, cause?: string][] = [
  ['rehearsal_failed', "v.state = 'in_time' and xu.state = 'failed'", 'xu.reason'],
  ['rehearsal_late', "v.state = 'in_time' and xu.state = 'late'"],
  ['no_schedule', "v.state = 'no_schedule' and xs.id is null"],
  ['schedule_disabled', "v.state = 'no_schedule' and not xs.enabled"],
  ['no_disk', "v.state = 'no_schedule'"],
  ['no_location', "v.state in ('no_backup', 'late') and xl.named > 0 and xl.taken = 0"],
  ['location_full', "v.state in ('no_backup', 'late') and xl.closed and xl.status = 'full'", 'xl.fault'],
  ['location_away', "v.state in ('no_backup', 'late') and xl.closed", 'xl.fault'],
  ['backup_failed', "v.state in ('no_backup', 'late') and xb.state = 'crashed'", 'xb.fault'],
  ['run_failed', "v.state in ('no_backup', 'late') and xr.state = 'failed'", 'xr.reason'],
  ['run_missed', "v.state in ('no_backup', 'late') and xr.state = 'missed'", 'xr.reason'],
  ['no_backup', "v.state = 'no_backup'"],
  ['late', "v.state = 'late'"],
]

/** SQL over `v` and the joins: why a VM is not protected, or has no good rehearsal; null while nothing is wrong. */
export const REASON = `case ${told.map(([reason, when]) => `when ${when} then '${reason}'`).join(' ')} end`
/** SQL: the same in words, as the location, the backup, the run or the rehearsal has noted it. */
export const CAUSE = `case ${told.map(([, when, cause = 'null::text']) => `when ${when} then ${cause}`).join(' ')} end`
/** SQL: name of the backup location that the reason is about. */
export const PLACE = `case when v.state in ('no_backup', 'late') and xl.closed then xl.name end`
