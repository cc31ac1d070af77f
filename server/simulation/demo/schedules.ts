import { db } from '../../db/pool.ts'
import { stored } from '../../db/sentences.ts'
import type { Work } from '../../db/transaction.ts'
import { scheduleEndpoints } from '../../features/virtualization/schedule/endpoints.ts'
import { msg } from '../../shared/text.ts'
import type { frontDoor } from './front-door.ts'
import { demoMissed, demoSchedules } from './plan/schedules.ts'

const SOME = 3
/** How long the schedule has been there. */
const OLD_DAYS = 10
const days = { daily: 1, weekly: 7, monthly: 30 } as const

/** Makes the schedules of the demo over its cluster. @returns their ids, in the order of the plan */
export async function loadSchedules(
  ask: Awaited<ReturnType<typeof frontDoor>>,
  cluster: number,
  locations: readonly number[],
): Promise<number[]> {
  const { prisma } = db()
  const hosts = await prisma.host.findMany({ where: { cluster_id: cluster }, orderBy: { id: 'asc' }, take: SOME })
  const free = await prisma.disk.findMany({
    where: { cluster_id: cluster, host_id: null },
    orderBy: { id: 'asc' },
    take: SOME,
  })
  const targets = {
    cluster: { clusters: [cluster] },
    some: { hosts: hosts.map(({ id }) => id) },
    disks: { disks: free.map(({ id }) => id) },
  }
  const ids: number[] = []
  for (const { targets: of, location, runs: _, ...plan } of demoSchedules) {
    const known = await prisma.schedule.findFirst({ where: { name: plan.name } })
    const place = location === null ? undefined : locations[location]
    const body = { ...plan, ...targets[of], ...(place !== undefined && { backup_locations: [place] }) }
    ids.push((known ?? (await ask(scheduleEndpoints.create, { body }))).id)
  }
  return ids
}

/** Writes what they have done so far, as if the panel had run for weeks. */
export async function writeScheduleHistory(work: Work, ids: readonly number[]): Promise<void> {
  const failed = stored(msg`The backup location does not answer`)
  const missed = stored(msg`The panel was not running then`)
  for (const [n, { type, start_time, runs }] of demoSchedules.entries()) {
    const schedule_id = ids[n]
    if (schedule_id === undefined || (await work.tx.schedule_run.count({ where: { schedule_id } })) > 0) continue
    const data = runs.map((state, back) => {
      const planned_for = new Date()
      planned_for.setUTCDate(planned_for.getUTCDate() - (back + 1) * days[type])
      planned_for.setUTCHours(start_time.hour, start_time.minute, 0, 0)
      const ended_at = new Date(planned_for.getTime() + 25 * 60_000)
      const disks = 12
      const done = state === 'done' ? disks : disks - 2
      const run = { ...{ schedule_id, planned_for, ended_at, state } }
      if (state === 'missed') return { ...run, started_at: null, reason: missed }
      return {
        ...run,
        started_at: planned_for,
        disks,
        done,
        failed: disks - done,
        reason: state === 'failed' ? failed : null,
      }
    })
    await work.tx.schedule_run.createMany({ data })
    await work.tx.schedule.update({ where: { id: schedule_id }, data: { last_run: data[0]?.ended_at ?? null } })
  }
}

/** Has the first of them have made the backups that the demo has of its cluster, and none of some VMs although they are older. */
export async function claimBackups(work: Work, cluster_id: number, [schedule_id]: readonly number[]): Promise<void> {
  if (schedule_id === undefined) return
  const created_at = new Date(Date.now() - OLD_DAYS * 86_400_000)
  const missed = await work.tx.host.findMany({ where: { cluster_id, name: { in: [...demoMissed] } } })
  await work.tx.disk.updateMany({ where: { host_id: { in: missed.map(({ id }) => id) } }, data: { created_at } })
  await work.tx.schedule.update({ where: { id: schedule_id }, data: { created_at } })
  await work.tx.backup.updateMany({ where: { cluster_id, schedule_id: null }, data: { schedule_id } })
}

/** Removes them with their history. */
export const removeSchedules = (work: Work, ids: readonly number[]) =>
  work.tx.schedule.deleteMany({ where: { id: { in: [...ids] } } })
