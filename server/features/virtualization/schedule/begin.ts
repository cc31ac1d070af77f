import type { schedule } from '../../../../generated/prisma/client.ts'
import type { Work } from '../../../db/transaction.ts'
import { type Cut, spread } from '../../../domain/schedule/spread.ts'
import { changed } from '../../../events/changes.ts'
import { coveredDisks } from './covered.ts'

/** Disks of a VM that are backed up at one moment, or one disk by itself. */
const CUTS = `
  select c.node_id, c.host_id, case when c.by_itself then 'disk' else s.backup_mode end as mode, array_agg(c.disk_id order by c.disk_id) as disk_ids
    from (${coveredDisks({ schedule: '$1::int' })}) c join schedule s on s.id = c.schedule_id
   group by c.node_id, c.host_id, s.backup_mode, c.by_itself, case when c.by_itself then c.disk_id end order by c.host_id, min(c.disk_id)`

type Begin = { started_by: 'clock' | 'person'; planned_for: Date; reason: string | null }

/** Writes down a run with the starts it consists of, in the caller's transaction, which has locked the schedule's row. */
export async function beginRun(work: Work, { id, starts_per_hour }: schedule, begin: Begin): Promise<number> {
  const cuts = await work.sql<Cut>(CUTS, [id])
  const disks = cuts.reduce((sum, { disk_ids }) => sum + disk_ids.length, 0)
  const now = new Date()
  const run = await work.tx.schedule_run.create({
    data: {
      ...{ schedule_id: id, ...begin, started_at: now, disks },
      ...(disks === 0 ? { state: 'done', ended_at: now } : { state: 'running' }),
    },
  })
  const starts = spread(cuts, starts_per_hour)
  await work.sql(
    `insert into schedule_start (run_id, host_id, node_id, mode, disk_ids, due_at)
     select $1::int, s.host_id, s.node_id, s.mode, s.disk_ids, now() + s.after_ms * interval '1 millisecond'
       from jsonb_to_recordset($2::jsonb) as s(host_id int, node_id int, mode text, disk_ids int[], after_ms bigint)`,
    [run.id, JSON.stringify(starts)],
  )
  await work.tx.schedule.update({ where: { id }, data: { last_run: now } })
  changed(work, { entity: 'schedule', entity_id: id, event: 'update', data: { state: run.state } })
  return run.id
}

/** Writes down a start that did not happen. */
export async function noteMissed(
  work: Work,
  schedule_id: number,
  planned: readonly Date[],
  reason: string,
): Promise<void> {
  const ended_at = new Date()
  const data = planned.map((planned_for) => ({ schedule_id, planned_for, ended_at, state: 'missed', reason }))
  await work.tx.schedule_run.createMany({ data })
  if (planned.length > 0)
    changed(work, { entity: 'schedule', entity_id: schedule_id, event: 'update', data: { state: 'missed' } })
}
