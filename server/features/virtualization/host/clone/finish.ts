import type { Work } from '../../../../db/transaction.ts'
import { settleAddresses } from '../../../network/allocation/settle.ts'
import { hostChanged } from '../claim.ts'
import { leaveQueue } from '../queue.ts'
import type { ClonePlan } from './plan.ts'

/** The clone is there and runs. The history of its source says how its disks were copied. */
export async function finish(
  work: Work,
  { row, disks }: ClonePlan,
  { task, port, frozen }: { task: number; port: number | null; frozen: boolean | null },
): Promise<void> {
  for (const one of disks)
    await work.tx.disk.update({
      where: { id: one.id },
      // What was copied while the VM ran stands on nothing.
      data: { state: 'active', path: one.path, ...(frozen !== null && { image_id: null }) },
    })
  await work.tx.host.update({
    where: { id: row.id },
    data: {
      state: 'active',
      is_built: true,
      vnc_port: port,
      guest_password: null,
      started_at: new Date(),
      state_at: new Date(),
      version: { increment: 1 },
    },
  })
  await settleAddresses(work, { host_id: row.id }, 'ok')
  if (frozen !== null)
    await work.sql(
      `update host_history set params = params || jsonb_build_object('frozen', $2::boolean) where task = $1::int returning id`,
      [task, frozen],
    )
  const queue = await leaveQueue(work, row.id, task)
  hostChanged(work, row, { state: 'active', disabled: queue.length > 0 })
}
