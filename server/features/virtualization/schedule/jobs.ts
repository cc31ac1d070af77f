import { db } from '../../../db/pool.ts'
import { cronExpression } from '../../../domain/schedule/slots.ts'
import { timeOf } from './time.ts'

/** The schedules that start by themselves, as jobs of a scheduler: what each calls, and when, in the words of cron. */
export async function scheduledJobs() {
  const rows = await db().prisma.schedule.findMany({ where: { enabled: true }, orderBy: { id: 'asc' } })
  return {
    shedule_list: rows.map((row) => ({
      name: row.name ?? `schedule_${row.id}`,
      handler: 'schedule',
      service: 'vm',
      method: 'POST',
      instance_id: row.id,
      url_query_params: {},
      post_params: {},
      cron_expression: cronExpression(timeOf(row)),
      time_zone: row.time_zone,
    })),
  }
}
