import type { Context } from '../../../api/context.ts'
import { jsonList } from '../../../api/list/row.ts'
import { db } from '../../../db/pool.ts'
import type { HostSchedule } from '../../../domain/schedule/protection.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { ownHost } from '../host/claim.ts'
import { schedulesOf } from './covered.ts'

/** Those that take backups of the cluster of the VM, as a run chooses among them; by their names alone. */
const PLACES = jsonList(
  { id: 'l.id', name: 'l.name', usable: "l.status in ('ok', 'unknown')" },
  `schedule_location p join backup_location l on l.id = p.backup_location_id
     join backup_location_cluster t on t.backup_location_id = l.id and t.cluster_id = $2::int where p.schedule_id = s.id`,
  'p.position',
)

const STATE = "case b.state when 'creating' then 'running' when 'crashed' then 'failed' else 'done' end"
const at = (sql: string) => `to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const READ = `
  select s.id, s.name, s.enabled, s.backup_mode, s.type, s.time_zone, s.limit_count, s.keep_last, s.keep_daily, s.keep_weekly, s.keep_monthly,
         json_build_object('day', s.day, 'week_day', s.week_day, 'hour', s.hour, 'minute', s.minute) as start_time,
         ${at('s.next_run')} as next_run, exists (select from schedule_location p where p.schedule_id = s.id) as elsewhere, ${PLACES} as places,
         (select json_build_object('at', ${at('coalesce(b.made_at, b.created_at)')}, 'state', ${STATE}, 'fault', b.fault)
            from backup b where b.host_id = $1::int and b.schedule_id = s.id order by b.created_at desc, b.id desc limit 1) as last
    from schedule s where s.id in (${schedulesOf('$1::int')}) order by s.enabled desc, s.next_run, s.id`

/**
 * The schedules that back up a VM, for its owner too: when and where to, and how that ended for this VM. What else they back up is not said.
 * @throws PanelError 404 when the VM does not exist, or is another's
 */
export async function schedulesOfHost(ctx: Context, host_id: number): Promise<{ list: HostSchedule[] }> {
  const row = await db().prisma.host.findFirst({ where: ownHost(ctx.actor, host_id), select: { cluster_id: true } })
  if (!row) throw notFound(msg`VM`, host_id)
  const { rows } = await db().pool.query<HostSchedule>(READ, [host_id, row.cluster_id])
  return { list: rows }
}
