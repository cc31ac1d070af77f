import { setTimeout as wait } from 'node:timers/promises'
import { db } from '../../db/pool.ts'
import { stored } from '../../db/sentences.ts'
import { transaction, type Work } from '../../db/transaction.ts'
import { backupEndpoints } from '../../features/virtualization/backup/endpoints.ts'
import { locationPlace } from '../../features/virtualization/backup/place.ts'
import { backupRoundTask } from '../../features/virtualization/backup/round-task.ts'
import { msg } from '../../shared/text.ts'
import { enqueue } from '../../tasks/enqueue.ts'
import { type frontDoor, tasksOver } from './front-door.ts'
import { demoBackups, demoFailed } from './plan/backups.ts'

const DAY = 86_400_000
const READY_MS = 60_000

/**
 * Backs up VMs of the demo to its first backup location, as people would: what is there can be restored. Then the backups are made as old
 * as the plan says. Nothing is done when the location does not answer, as where no process serves the demo's devices.
 */
export async function makeBackups(
  ask: Awaited<ReturnType<typeof frontDoor>>,
  cluster: number,
  location: number | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (location === undefined || !(await isReady(location, signal))) return
  await Promise.all(
    Object.entries(demoBackups).map(async ([name, days]) => {
      const host = await db().prisma.host.findFirst({ where: { name, cluster_id: cluster } })
      if (!host) return
      // What an earlier try of this step has begun.
      const begun = await db().prisma.backup.findMany({ where: { host_id: host.id, task: { not: null } } })
      const tasks = await db().prisma.task.findMany({ where: { id: { in: begun.flatMap(({ task }) => task ?? []) } } })
      await tasksOver(
        tasks.map(({ consul_id }) => consul_id),
        signal,
      )
      const done = await db().prisma.backup.count({ where: { host_id: host.id, state: 'active' } })
      for (const days_ago of days.slice(done)) {
        const params = { host_id: host.id }
        const { id, task } = await ask(backupEndpoints.createOfHost, { params, body: { backup_locations: [location] } })
        await tasksOver([task], signal)
        await makeOlder(id, days_ago)
      }
    }),
  )
  await lookThrough(location, signal)
}

/** The daily round, which counts and verifies what is there, has been. */
async function lookThrough(location: number, signal: AbortSignal): Promise<void> {
  if (await db().prisma.store_round.findFirst({ where: { location_id: location, verified_at: { not: null } } })) return
  const options = { registry_id: location, entity: 'backup_location', account_id: null }
  const input = { place: locationPlace(location) }
  const task = await transaction((work) => enqueue(work, backupRoundTask, input, options))
  await tasksOver([task.consul_id], signal)
}

async function isReady(location: number, signal: AbortSignal): Promise<boolean> {
  for (const end = Date.now() + READY_MS; Date.now() < end; await wait(250, undefined, { signal })) {
    const row = await db().prisma.backup_location.findUnique({ where: { id: location } })
    if (row?.status === 'ok') return true
  }
  return false
}

async function makeOlder(id: number, days_ago: number): Promise<void> {
  const at = new Date(Date.now() - days_ago * DAY)
  const name = `nightly ${at.toISOString().slice(0, 10)}`
  const times = { created_at: at, made_at: at, finished_at: at }
  await db().prisma.backup.updateMany({ where: { id, state: 'active' }, data: { ...times, name } })
}

/** Writes a backup that failed, and how a backup location grew to what is there, as if it had been measured. */
export async function writeBackupHistory(work: Work, cluster: number, location: number | undefined): Promise<void> {
  if (location === undefined) return
  const like = await work.tx.backup.findFirst({ where: { host_name: demoFailed.host, cluster_id: cluster } })
  if (like) {
    const { id: _, metadata, ...rest } = like
    const at = new Date(Date.now() - demoFailed.days_ago * DAY)
    const fault = stored(msg`The node has left the network while its disks were read`)
    const times = { created_at: at, made_at: null, finished_at: at, fault_at: at }
    await work.tx.backup.create({
      data: { ...rest, ...times, fault, metadata: metadata ?? {}, run_id: crypto.randomUUID(), state: 'crashed' },
    })
  }
  await work.sql(
    `insert into store_use (location_id, day, stored_bytes, disk_bytes, backups)
     select $1::int, current_date - n, (u.stored_bytes * s.share)::bigint, (u.disk_bytes * s.share)::bigint, round(u.backups * s.share)::int
       from store_use u cross join generate_series(1, 60) n
      cross join lateral (select 1 - 0.45 * n / 60 - 0.02 * (n % 7) / 7 as share) s
      where u.location_id = $1::int and u.day = current_date
     on conflict do nothing returning 1`,
    [location],
  )
}
