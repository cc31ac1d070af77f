import { promiseHours } from '../../../domain/schedule/due.ts'
import { type CoverageReason, scheduleTypes } from '../../../domain/schedule/kinds.ts'
import { schedulesOf } from './covered.ts'

/** SQL: how old the newest backup may get that the schedule `s` promises, hours. */
export const promised = `case s.type ${scheduleTypes.map((type) => `when '${type}' then ${promiseHours[type]}`).join(' ')} end`

/** Aliases: `v` of a row of the coverage, `x` begins those of the joins that tell why. */
export type Names = { v: string; x: string }

/**
 * Joins to a row of the coverage and its VM `h`: what tells why it is not protected. Each is read of one VM, and only of those that are
 * not in time.
 */
export const reasonJoins = ({ v, x }: Names): Record<string, string> => ({
  // The one that promises most; of those that are disabled one is named only where no other means the VM.
  [`${x}s`]: `left join lateral (
    select s.id, s.name, s.enabled from schedule s
     where ${v}.state in ('no_backup', 'late', 'no_schedule') and s.id in (${schedulesOf(`${v}.host_id`)})
     order by s.enabled desc, ${promised}, s.id limit 1) ${x}s on true`,
  // Of the places of the schedule those that take backups of the cluster of the VM, as a run chooses among them.
  [`${x}l`]: `left join lateral (
    select count(*) as named, count(t.cluster_id) as taken, bool_and(l.status not in ('ok', 'unknown')) filter (where t.cluster_id is not null) as closed,
           (array_agg(l.name order by p.position) filter (where t.cluster_id is not null))[1] as name,
           (array_agg(l.status order by p.position) filter (where t.cluster_id is not null))[1] as status,
           (array_agg(l.fault order by p.position) filter (where t.cluster_id is not null))[1] as fault
      from schedule_location p join backup_location l on l.id = p.backup_location_id
      left join backup_location_cluster t on t.backup_location_id = l.id and t.cluster_id = h.cluster_id
     where p.schedule_id = ${x}s.id) ${x}l on true`,
  [`${x}b`]: `left join lateral (
    select b.state, b.fault from backup b where ${x}s.id is not null and b.host_id = ${v}.host_id and b.state <> 'creating' and b.deleted_at is null
     order by b.created_at desc, b.id desc limit 1) ${x}b on true`,
  [`${x}r`]: `left join lateral (
    select r.state, r.reason from schedule_run r where r.schedule_id = ${x}s.id and r.state <> 'running'
     order by r.planned_for desc, r.id desc limit 1) ${x}r on true`,
  [`${x}u`]: `left join host_unrehearsed ${x}u on ${x}u.host_id = ${v}.host_id`,
})

/** What is told in the order in which it has to be mended, and where the words of the cause stand. */
const told = ({ v, x }: Names): readonly [CoverageReason, when: string, cause?: string][] => {
  const due = `${v}.state in ('no_backup', 'late')`
  return [
    ['rehearsal_failed', `${v}.state = 'in_time' and ${x}u.state = 'failed'`, `${x}u.reason`],
    ['rehearsal_late', `${v}.state = 'in_time' and ${x}u.state = 'late'`],
    ['no_schedule', `${v}.state = 'no_schedule' and ${x}s.id is null`],
    ['schedule_disabled', `${v}.state = 'no_schedule' and not ${x}s.enabled`],
    ['no_disk', `${v}.state = 'no_schedule'`],
    ['no_location', `${due} and ${x}l.named > 0 and ${x}l.taken = 0`],
    ['location_full', `${due} and ${x}l.closed and ${x}l.status = 'full'`, `${x}l.fault`],
    ['location_away', `${due} and ${x}l.closed`, `${x}l.fault`],
    ['backup_failed', `${due} and ${x}b.state = 'crashed'`, `${x}b.fault`],
    ['run_failed', `${due} and ${x}r.state = 'failed'`, `${x}r.reason`],
    ['run_missed', `${due} and ${x}r.state = 'missed'`, `${x}r.reason`],
    ['no_backup', `${v}.state = 'no_backup'`],
    ['late', `${v}.state = 'late'`],
  ]
}

/** SQL over the joins: why a VM is not protected, or has no good rehearsal; null while nothing is wrong. */
export const reasonOf = (names: Names): string =>
  `case ${told(names)
    .map(([reason, when]) => `when ${when} then '${reason}'`)
    .join(' ')} end`
/** SQL: the same in words, as the location, the backup, the run or the rehearsal has noted it. */
export const causeOf = (names: Names): string =>
  `case ${told(names)
    .map(([, when, cause = 'null::text']) => `when ${when} then ${cause}`)
    .join(' ')} end`
/** SQL: name of the backup location that the reason is about. */
export const placeOf = ({ v, x }: Names): string =>
  `case when ${v}.state in ('no_backup', 'late') and ${x}l.closed then ${x}l.name end`
