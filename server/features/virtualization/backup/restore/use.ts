import type { backup } from '../../../../../generated/prisma/client.ts'
import type { Actor } from '../../../../api/context.ts'
import type { Work } from '../../../../db/transaction.ts'
import { type BackupMetadata, backupMetadata } from '../../../../domain/backup/metadata.ts'
import type { BackupContent } from '../../../../domain/backup/states.ts'
import { backupContentOf, refusalMessage } from '../../../../domain/node/capabilities.ts'
import { invalidField, refused, wrongState } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import { ownBackup } from '../own.ts'
import { changeBackups } from '../record.ts'

/**
 * A backup that the caller may restore.
 * @param absent thrown when there is none: a body names it in a field, a path is that of nothing
 * @throws PanelError `wrong_state` for one that holds nothing
 */
export async function backupToRestore(
  work: Work,
  actor: Actor,
  id: number,
  absent = invalidField('backup', msg`there is no such backup`),
): Promise<backup> {
  const found = await work.tx.backup.findFirst({ where: { ...ownBackup(actor, id), deleted_at: null } })
  if (!found) throw absent
  requireWhole(found)
  return found
}

/**
 * States in which a backup can be read by one more: what others do with it then takes nothing away. When they have ended it may be deleted,
 * but its index stays for days, longer than a restore may take.
 */
export const readable: readonly string[] = ['active', 'in_use', 'copying']

function requireWhole({ state, name }: backup): void {
  if (state === 'creating') throw wrongState(msg`The backup ${name} is still being made`, 'state')
  if (state === 'crashed')
    throw wrongState(msg`The backup ${name} could not be made, so there is nothing to restore`, 'state')
  if (!readable.includes(state))
    throw wrongState(msg`Another action is using the backup ${name}: try again when it has ended`, 'state')
}

/** Tasks that read a backup until they end; their input names it as `backup_id`, or in a list of `disks`. */
export const restoreTasks = { host: 'host_restore', disk: 'disk_restore' } as const

/** Holds backups for a task: they are not deleted or moved until `letGo`. Those that others work on are handed over by these (`handOver`). */
export async function hold(work: Work, ids: readonly number[], task: number): Promise<void> {
  // A task that ends at this moment sees this one, or is seen to have ended.
  await work.sql('select id from backup where id = any($1::int[]) order by id for update', [[...ids]])
  const where = { id: { in: [...ids] }, state: 'active', deleted_at: null }
  await changeBackups(work, where, { state: 'in_use', task })
  const whole = { id: { in: [...ids] }, state: { in: [...readable] }, deleted_at: null }
  if ((await work.tx.backup.count({ where: whole })) < new Set(ids).size)
    throw wrongState(msg`Another action is using a backup: try again when it has ended`, 'state')
}

/** Backups that a restore reads, by its input. */
const named = (input: string) =>
  `select value::int as backup_id from jsonb_path_query(${input}, '$.disks[*].backup_id') value
   union select value::int from jsonb_path_query(${input}, '$.backup_id') value`
/** The steps in which restores let go, after which nothing is handed over to them. */
const LETTING_GO = ['settle:let_go', 'settle:end']

/** Lets go of what a task held, in one of the steps above. Repeatable. */
export async function letGo(work: Work, task: number): Promise<void> {
  // Who hands a backup over to this task at this moment has done so, or sees that it has let go.
  await work.sql(
    `select b.id from backup b where b.id in (select r.backup_id from task t cross join lateral (${named('t.input')}) r where t.id = $1::int)
      order by b.id for update`,
    [task],
  )
  const rows = await changeBackups(work, { state: 'in_use', task }, { state: 'active', task: null })
  await handOver(
    work,
    rows.map(({ id }) => id),
    task,
  )
}

/**
 * Backups that a task has done with are held by a restore that still reads them: else they would be moved, or their location forgotten, while a
 * VM waits for content. Called where they are set to `active`, in the same transaction.
 * @param but the task that is ending
 */
export async function handOver(work: Work, ids: readonly number[], but: number): Promise<void> {
  const rows = await work.sql<{ backup_id: number; task: number }>(
    `select r.backup_id, min(t.id) as task from task t
      cross join lateral (${named('t.input')}) r
      where t.ended_at is null and t.name = any($2::text[]) and t.id <> $3::int and r.backup_id = any($1::int[])
        and not exists (select from task_step s where s.task_id = t.id and s.name = any($4::text[]) and s.state = 'done')
      group by r.backup_id`,
    [[...ids], Object.values(restoreTasks), but, LETTING_GO],
  )
  for (const { backup_id, task } of rows)
    await changeBackups(work, { id: backup_id, state: 'active', deleted_at: null }, { state: 'in_use', task })
}

/** What a backup is of: nothing is said of it in those that are older than that they could be of a container. */
export const contentIn = ({ metadata }: Pick<backup, 'metadata'>): BackupContent =>
  (metadata as { content?: unknown } | null)?.content === 'archive' ? 'archive' : 'disk'

/** What is done with disks alone. @throws PanelError `refused` for the backup of a container */
export function requireDisk(one: Pick<backup, 'metadata'>): void {
  if (contentIn(one) === 'archive') throw refused(refusalMessage('disk_export'))
}

/** @throws PanelError `refused` when backups are of containers and the cluster runs VMs, or the other way round */
export async function requireKind(
  work: Work,
  { cluster_id }: { cluster_id: number },
  backups: readonly Pick<backup, 'metadata'>[],
): Promise<void> {
  const { virtualization_type } = await work.tx.cluster.findUniqueOrThrow({ where: { id: cluster_id } })
  const content = backupContentOf(virtualization_type)
  if (backups.every((one) => contentIn(one) === content)) return
  throw refused(
    content === 'disk'
      ? msg`The backup is of a container, and the cluster runs virtual machines: choose a cluster with containers`
      : msg`The backup is of a virtual machine, and the cluster runs containers: choose a cluster with virtual machines`,
    'cluster',
  )
}

/** What a backup says of disk and VM. @throws PanelError `refused` for one that another version has written */
export function metadataOf({ metadata, name }: Pick<backup, 'metadata' | 'name'>): BackupMetadata {
  const { success, data } = backupMetadata.safeParse(metadata)
  if (!success) throw refused(msg`What the backup ${name} says of its VM cannot be read by this version`)
  return data
}
