import { db } from '../../db/pool.ts'
import { stored } from '../../db/sentences.ts'
import type { Work } from '../../db/transaction.ts'
import { PanelError } from '../../domain/shared/errors.ts'
import { rehearsalEndpoints } from '../../features/virtualization/rehearsal/endpoints.ts'
import { log } from '../../process/log.ts'
import { msg } from '../../shared/text.ts'
import { type frontDoor, tasksOver } from './front-door.ts'
import { demoRehearsed, demoUnanswered } from './plan/backups.ts'

const HOUR = 3_600_000

const newestOf = (name: string, cluster_id: number) =>
  db().prisma.backup.findFirst({
    where: { host_name: name, cluster_id, is_main: true, state: 'active', deleted_at: null },
    orderBy: { made_at: 'desc' },
  })

/** Rehearses backups of the demo as an administrator would. A node without room for one is no reason to have no demo. */
export async function makeRehearsals(
  ask: Awaited<ReturnType<typeof frontDoor>>,
  cluster: number,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(
    Object.entries(demoRehearsed).map(async ([name, hours_ago]) => {
      const backup = await newestOf(name, cluster)
      if (!backup || (await db().prisma.rehearsal.findFirst({ where: { run_id: backup.run_id } }))) return
      try {
        const { id, task } = await ask(rehearsalEndpoints.start, { params: { backup_id: backup.id }, body: {} })
        await tasksOver([task], signal)
        await makeOlder(id, hours_ago)
      } catch (err) {
        if (!(err instanceof PanelError) || signal.aborted) throw err
        log.info({ err, host: name }, 'a backup of the demo was not rehearsed')
      }
    }),
  )
}

async function makeOlder(id: number, hours_ago: number): Promise<void> {
  const row = await db().prisma.rehearsal.findUniqueOrThrow({ where: { id } })
  const earlier = (at: Date) => new Date(at.getTime() - hours_ago * HOUR)
  const moved = (at: Date | null) => at && earlier(at)
  await db().prisma.rehearsal.update({
    where: { id },
    data: {
      created_at: earlier(row.created_at),
      picture_at: moved(row.picture_at),
      started_at: moved(row.started_at),
      ended_at: moved(row.ended_at),
      cleared_at: moved(row.cleared_at),
    },
  })
}

/** Writes a rehearsal whose guest did not stay up: one that passed, with another end and no picture of its screen. */
export async function writeUnanswered({ tx }: Work, cluster_id: number): Promise<void> {
  const { like, host, hours_ago, minutes } = demoUnanswered
  const from = await tx.rehearsal.findFirst({ where: { host_name: like, cluster_id, state: 'passed' } })
  const of = await tx.host.findFirst({ where: { name: host, cluster_id } })
  const backup = await tx.backup.findFirst({ where: { host_id: of?.id ?? 0, is_main: true, state: 'active' } })
  if (!from || !of || !backup || (await tx.rehearsal.count({ where: { host_id: of.id } })) > 0) return
  const { id: _, internal_name: __, ...rest } = from
  const began = new Date(Date.now() - hours_ago * HOUR)
  const ended = new Date(began.getTime() + minutes * 60_000)
  await tx.rehearsal.create({
    data: {
      ...rest,
      ...{ run_id: backup.run_id, backup_id: backup.id, backup_made_at: backup.made_at },
      ...{ host_id: of.id, host_name: of.name, account_id: of.account_id, uuid: crypto.randomUUID() },
      ...{ cpu_number: of.cpu_number, ram_mib: of.ram_mib, hdd_mib: backup.size_mib, task: null },
      ...{ state: 'failed', answered_by: null, answer_ms: null, picture: null, picture_at: null },
      ...{ created_at: began, started_at: began, ended_at: ended, cleared_at: ended },
      reason: stored(msg`The guest was off again before it answered`),
    },
  })
}
