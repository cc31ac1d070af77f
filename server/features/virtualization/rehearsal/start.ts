import { randomBytes, randomUUID } from 'node:crypto'
import type { rehearsal } from '../../../../generated/prisma/client.ts'
import type { Context } from '../../../api/context.ts'
import { alone } from '../../../db/advisory.ts'
import { stored } from '../../../db/sentences.ts'
import type { Work } from '../../../db/transaction.ts'
import { needsOf } from '../../../domain/node/capabilities.ts'
import { inUse, notFound, refused } from '../../../domain/shared/errors.ts'
import { filesBeside, volumePath } from '../../../domain/storage/volumes.ts'
import { msg, type Text } from '../../../shared/text.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { storagePath } from '../host/files.ts'
import { place, requireCapability } from '../host/placement.ts'
import { storageFor } from '../storage/choose.ts'
import { readPlan } from './plan.ts'
import { rehearsalChanged } from './record.ts'
import { type RehearsalSource, sourceOf } from './source.ts'
import { rehearsalTask } from './task.ts'

/** Begins a rehearsal of the backups that were made together with one. */
export async function rehearse(ctx: Context, backup_id: number) {
  return ctx.mutate(async (work) => {
    const one = await work.tx.backup.findFirst({ where: { id: backup_id, deleted_at: null } })
    if (!one) throw notFound(msg`Backup`, backup_id)
    const source = await sourceOf(work, one.run_id)
    return begin(work, source, { started_by: 'person', made_by: ctx.actor.email })
  })
}

type By = Pick<rehearsal, 'started_by' | 'made_by'>

const about = ({ main, host, disks }: RehearsalSource) => ({
  run_id: main.run_id,
  backup_id: main.id,
  host_id: main.host_id,
  host_name: main.host_name ?? host.name,
  account_id: main.account_id,
  uuid: randomUUID(),
  cpu_number: host.cpu_number,
  ram_mib: host.ram_mib,
  hdd_mib: disks.reduce((sum, one) => sum + one.size_mib, 0),
  backup_made_at: main.made_at,
})

/**
 * Finds a node with room and queues the rehearsal. It counts against no limit of the owner; what it takes counts for placements as long as it
 * is there. @throws PanelError `in_use`, `refused`, `no_resources`
 */
export async function begin(work: Work, source: RehearsalSource, by: By): Promise<{ id: number; task: number }> {
  const { main, host, disks } = source
  await alone(work, 'rehearsal', main.subject)
  const others = await work.tx.rehearsal.findFirst({
    where: { ended_at: null, ...(main.host_id === null ? { run_id: main.run_id } : { host_id: main.host_id }) },
  })
  if (others) throw inUse(msg`A rehearsal of this VM is under way: wait until it has ended`)
  const home = main.cluster_id && (await work.tx.cluster.findUnique({ where: { id: main.cluster_id } }))
  if (!home) throw refused(msg`The cluster of the backup is gone: restore it as a new VM in another one`)
  await requireCapability(work, { cluster_id: home.id }, 'disk_export')
  const storage_id = await storageFor(work, home.id, {})
  const row = about(source)
  const { efi_boot, secure_boot, nesting, cpu_mode } = host
  const { id: node_id } = await place(
    work,
    {
      ...{ cluster_id: home.id, explain: true, os_tag: undefined },
      ...{ cpu_number: row.cpu_number, ram_mib: row.ram_mib },
      disks: [{ storage_id, size_mib: row.hdd_mib }],
      needs: needsOf({ efi_boot, secure_boot, nesting, cpu_mode } as Parameters<typeof needsOf>[0]),
    },
    home.host_distribution_policy,
  )
  const folder = await storagePath(home.id, storage_id)
  const [{ id } = { id: 0 }] = await work.sql<{ id: number }>("select nextval('rehearsal_id_seq')::int as id", [])
  const internal_name = `rehearsal-${id}-${randomBytes(3).toString('hex')}`
  const volumes = disks.map((_, n) => volumePath(folder, `${internal_name}-${n}`))
  const { limit_minutes } = await readPlan(work.tx)
  const made = await work.tx.rehearsal.create({
    data: {
      ...row,
      ...by,
      ...{ id, node_id, storage_id, internal_name, cluster_id: home.id },
      files: [...volumes, `${filesBeside(folder)}/${internal_name}-seed.iso`],
    },
  })
  const options = { registry_id: id, entity: 'rehearsal', account_id: null }
  const input = { rehearsal_id: id, node_id, backup_ids: disks.map((one) => one.backup_id), limit_minutes }
  const task = await enqueue(work, rehearsalTask, input, options)
  rehearsalChanged(work, made, 'create')
  await work.tx.rehearsal.update({ where: { id }, data: { task: task.id } })
  return { id, task: task.consul_id }
}

/** Notes a rehearsal of the plan that could not begin, so that it is seen, and not tried again at once. */
export async function noteNotBegun(work: Work, source: RehearsalSource, why: Text): Promise<void> {
  const now = new Date()
  const over = { state: 'failed', reason: stored(why), ended_at: now, cleared_at: now }
  const { cluster_id } = source.main
  rehearsalChanged(
    work,
    await work.tx.rehearsal.create({ data: { ...about(source), cluster_id, started_by: 'plan', ...over } }),
    'create',
  )
}
