import type { os } from '../../../../../generated/prisma/client.ts'
import type { Context } from '../../../../api/context.ts'
import type { Work } from '../../../../db/transaction.ts'
import type { HostRescue } from '../../../../domain/host/schema.ts'
import { RESCUE_TAG } from '../../../../domain/os/tags.ts'
import { noResources, wrongState } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import { ensureImage } from '../../os/tasks.ts'
import { claimHost, queueHostTask } from '../claim.ts'
import { keepPassword } from '../passwords.ts'
import { requireCapability } from '../placement.ts'
import { hostRescueTask } from './task.ts'

/** Starts a VM from a rescue system, or brings it back to its own; what is so already is left alone. */
export async function switchRescue(ctx: Context, id: number, { rescue_mode, password }: HostRescue) {
  return ctx.mutate(async (work) => {
    const { row, already: idle } = await claimHost(work, ctx, id, rescue_mode ? 'rescue_on' : 'rescue_off')
    if (rescue_mode) await requireCapability(work, row, 'rescue')
    const task =
      rescue_mode && !idle ? await queueStart(work, ctx, row) : await queue(work, ctx, row, idle, rescue_mode)
    if (password !== undefined && rescue_mode && !idle) await keepPassword(work, id, task.id, password)
    return { id, task: task.consul_id }
  })
}

type Row = Awaited<ReturnType<typeof claimHost>>['row']

async function queueStart(work: Work, ctx: Context, row: Row) {
  if (row.node_id === null) throw wrongState(msg`The VM has no node`)
  const system = await rescueSystem(work, row)
  const copy = await ensureImage(work, system, row.node_id, ctx.actor.isAdmin ? ctx.actor.account_id : null)
  return queueHostTask(work, ctx, row, {
    definition: hostRescueTask,
    input: { host_id: row.id, on: true, os_id: system.id, copy },
    params: { rescue_mode: true, system: system.name },
    ...(copy !== null && { after: copy, afterAny: true }),
  })
}

const queue = (work: Work, ctx: Context, row: Row, idle: boolean, on: boolean) =>
  queueHostTask(work, ctx, row, {
    definition: hostRescueTask,
    input: { host_id: row.id, on, idle },
    params: { rescue_mode: on },
    ends: !idle,
  })

/**
 * The rescue system for a VM: an image of the catalogue with the tag `rescue` that is available on its cluster; one for its
 * firmware before others, then the newest. @throws PanelError no_resources
 */
async function rescueSystem(
  work: Work,
  { cluster_id, node_id, efi_boot }: Pick<Row, 'cluster_id' | 'node_id' | 'efi_boot'>,
): Promise<os> {
  const [chosen] = await work.sql<{ id: number; disabled: boolean }>(
    `select o.id, exists(select from os_node_disabled d where d.os_id = o.id and d.node_id = $4::int) as disabled
       from os o join os_cluster c on c.os_id = o.id
      where c.cluster_id = $1::int and o.state = 'active' and $2 = any(o.tags)
      order by disabled, o.efi_boot = $3::boolean desc, o.updated_at desc nulls last, o.id desc limit 1`,
    [cluster_id, RESCUE_TAG, efi_boot, node_id],
  )
  if (chosen?.disabled)
    throw noResources(
      msg`Every rescue system of the cluster is disabled on the node of the VM: ask an administrator to enable one`,
      'rescue_mode',
    )
  if (!chosen)
    throw noResources(
      msg`There is no rescue system for this cluster: an image of a repository with the tag "${RESCUE_TAG}" is one. Ask an administrator to add it`,
      'rescue_mode',
    )
  return work.tx.os.findUniqueOrThrow({ where: { id: chosen.id } })
}
