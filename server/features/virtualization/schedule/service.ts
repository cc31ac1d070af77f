import type { schedule } from '../../../../generated/prisma/client.ts'
import type { Context } from '../../../api/context.ts'
import { writeEdit } from '../../../api/edit.ts'
import { db } from '../../../db/pool.ts'
import type { Work } from '../../../db/transaction.ts'
import { scheduleFields } from '../../../domain/schedule/fields.ts'
import type { ScheduleCreate, ScheduleEdit } from '../../../domain/schedule/schema.ts'
import { nextSlot, type ScheduleTime } from '../../../domain/schedule/slots.ts'
import { invalidField, notFound, wrongState } from '../../../domain/shared/errors.ts'
import { toColumns } from '../../../domain/shared/field.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { beginRun } from './begin.ts'
import { coveredDisks } from './covered.ts'
import { nudgeSchedules } from './nudge.ts'
import { rejectUnknownTargets, setTargets } from './targets.ts'
import { timeOf } from './time.ts'

const what = msg`Schedule`
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Adds a schedule, and plans its first run. */
export async function createSchedule(ctx: Context, body: ScheduleCreate) {
  const { start_time, time_zone = ownZone(), enabled = true, ...rest } = body
  const { own, targets } = parted(rest)
  const time = { ...start_time, type: body.type, time_zone }
  rejectIncomplete(time)
  return ctx.mutate(async (work) => {
    await rejectUnknownTargets(work, targets)
    const next_run = enabled ? nextSlot(time, new Date()) : null
    const { id } = await work.tx.schedule.create({
      data: { ...toColumns(scheduleFields, own), ...time, enabled, next_run },
    })
    await setTargets(work, id, targets)
    changed(work, { entity: 'schedule', entity_id: id, event: 'create', data: { name: body.name ?? null } })
    return { id }
  })
}

/** Changes a schedule; what the body does not name stays. Another time, or enabling it, plans its next run anew. */
export async function editSchedule(ctx: Context, id: number, body: ScheduleEdit) {
  const { start_time, ...rest } = body
  const { own, targets } = parted(rest)
  return ctx.mutate(async (work) => {
    const now = await lock(work, id)
    const time = timeOf({ ...now, ...start_time, ...pick(body) })
    rejectIncomplete(time)
    await rejectUnknownTargets(work, targets)
    const enabled = body.enabled ?? now.enabled
    const isPlanned = sameTime(time, timeOf(now)) && now.next_run !== null
    const next_run = !enabled ? null : isPlanned ? now.next_run : nextSlot(time, new Date())
    const data = { ...toColumns(scheduleFields, own), ...start_time, next_run }
    await writeEdit(ctx, work, work.tx.schedule, { entity: 'schedule', what }, id, data)
    await setTargets(work, id, targets)
    return { id }
  })
}

/** Deletes a schedule with its history. Its backups stay, and are deleted by people only. */
export async function deleteSchedule(ctx: Context, id: number) {
  await ctx.mutate(async (work) => {
    const { count } = await work.tx.schedule.deleteMany({ where: { id } })
    if (count === 0) throw notFound(what, id)
    changed(work, { entity: 'schedule', entity_id: id, event: 'delete' })
  })
  return { id }
}

/** Starts a schedule now, whatever its time and whether it is enabled. */
export async function runSchedule(ctx: Context, id: number) {
  return ctx.mutate(async (work) => {
    const row = await lock(work, id)
    const isRunning = await work.tx.schedule_run.count({ where: { schedule_id: id, state: 'running' } })
    if (isRunning) throw wrongState(msg`The schedule runs already: wait until its backups are made`, 'running')
    await beginRun(work, row, { started_by: 'person', planned_for: new Date(), reason: null })
    await nudgeSchedules(work)
    return { id }
  })
}

/** How many VMs have disks that a schedule backs up. */
export async function countHosts(id: number) {
  const { rows } = await db().pool.query<{ known: boolean; hosts: number }>(
    `select exists (select from schedule where id = $1) as known, (select count(distinct host_id)::int from (${coveredDisks({ schedule: '$1' })}) c) as hosts`,
    [id],
  )
  if (!rows[0]?.known) throw notFound(what, id)
  return { affected_hosts_count: rows[0].hosts }
}

async function lock(work: Work, id: number): Promise<schedule> {
  const [row] = await work.sql<schedule>('select * from schedule where id = $1::int for update', [id])
  if (!row) throw notFound(what, id)
  return row
}

type Rest = Omit<ScheduleEdit, 'start_time'>
function parted({ backup_locations, clusters, nodes, hosts, presets, disks, ...own }: Rest) {
  return { own, targets: { backup_locations, clusters, nodes, hosts, presets, disks } }
}

const pick = ({ type, time_zone }: ScheduleEdit) => ({ ...(type && { type }), ...(time_zone && { time_zone }) })

const sameTime = (a: ScheduleTime, b: ScheduleTime) =>
  (['type', 'day', 'week_day', 'hour', 'minute', 'time_zone'] as const).every((name) => a[name] === b[name])

function rejectIncomplete({ type, day, week_day }: ScheduleTime) {
  if (type === 'weekly' && (week_day ?? null) === null)
    throw invalidField('start_time.week_day', msg`a weekly schedule needs a day of the week`)
  if (type === 'monthly' && (day ?? null) === null)
    throw invalidField('start_time.day', msg`a monthly schedule needs a day of the month`)
}
