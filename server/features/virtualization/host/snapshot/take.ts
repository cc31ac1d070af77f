import { randomBytes } from 'node:crypto'
import type { host } from '../../../../../generated/prisma/client.ts'
import type { Context } from '../../../../api/context.ts'
import type { Work } from '../../../../db/transaction.ts'
import { noResources, notFound, refused } from '../../../../domain/shared/errors.ts'
import { MOST_SNAPSHOTS, mostSnapshots, notAllowed } from '../../../../domain/snapshot/limits.ts'
import type { SnapshotCreate } from '../../../../domain/snapshot/schema.ts'
import { msg } from '../../../../shared/text.ts'
import { requireNotRead } from '../../backup/reading.ts'
import { claimHost, ownHost, queueHostTask } from '../claim.ts'
import { requireCapability } from '../placement.ts'
import { COUNTS } from './counted.ts'
import { snapshotCreateTask } from './create-task.ts'
import { requireKeepsStates } from './keeps-states.ts'
import { requireSnapshotRoom } from './room.ts'

/** Accepts a snapshot of a VM: its record is made at once, and its content when the task runs. */
export async function takeSnapshot(ctx: Context, host_id: number, body: SnapshotCreate) {
  return ctx.mutate(async (work) => {
    const own = await work.tx.host.findFirst({ where: ownHost(ctx.actor, host_id) })
    if (!own) throw notFound(msg`VM`, host_id)
    if (body.with_ram) await requireCapability(work, own, 'snapshot_ram')
    const { row } = await claimHost(work, ctx, host_id, body.with_ram ? 'snapshot_ram' : 'snapshot')
    await requireNotRead(work, host_id)
    await requireAllowed(work, row, body.with_ram)
    await requireKeepsStates(work, host_id)
    await requireSnapshotRoom(work, row, body.with_ram)
    const current = await work.tx.snapshot.findFirst({ where: { host_id, is_curr: true } })
    const made = await work.tx.snapshot.create({
      data: {
        host_id,
        parent_id: current?.id ?? null,
        name: body.name,
        description: body.description || null,
        with_ram: body.with_ram,
        // A database that was restored gives numbers again.
        capture: `dh-${host_id}-${randomBytes(6).toString('hex')}`,
        cpu_number: row.cpu_number,
        ram_mib: row.ram_mib,
        made_by: ctx.actor.email,
      },
    })
    const task = await queueHostTask(work, ctx, row, {
      definition: snapshotCreateTask,
      input: { host_id, snapshot_id: made.id, freeze: body.quiesce },
      params: { snapshot: body.name, with_ram: body.with_ram },
    })
    return { id: made.id, task: task.consul_id }
  })
}

/** Judged while the row of the VM is held. @throws PanelError refused, or no_resources when it has as many as it may */
async function requireAllowed(work: Work, row: host, with_ram: boolean): Promise<void> {
  const [{ counted, all } = { counted: 0, all: 0 }] = await work.sql<{ counted: number; all: number }>(
    `select (count(*) filter (where ${COUNTS}))::int as counted, count(*)::int as "all" from snapshot x where x.host_id = $1::int`,
    [row.id],
  )
  // Records of failed ones are bounded too.
  const snapshot_count = all < MOST_SNAPSHOTS ? counted : all
  switch (notAllowed({ ...row, snapshot_count }, with_ram)) {
    case 'snapshots_allowed':
      throw refused(msg`Snapshots are turned off for this VM`, 'snapshots_allowed')
    case 'snapshot_ram':
      throw refused(msg`Snapshots with memory are turned off for this VM: take it without`, 'with_ram')
    case 'snapshot_limit':
      throw noResources(
        msg`The VM has ${snapshot_count} snapshots and may have ${mostSnapshots(row)}: delete one first`,
        'snapshot_limit',
      )
  }
}
