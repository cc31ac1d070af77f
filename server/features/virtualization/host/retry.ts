import { type host, Prisma } from '../../../../generated/prisma/client.ts'
import type { Context } from '../../../api/context.ts'
import { seal } from '../../../db/secrets.ts'
import type { Work } from '../../../db/transaction.ts'
import type { Tuning } from '../../../domain/host/tuning-rules.ts'
import { needsOf } from '../../../domain/node/capabilities.ts'
import { wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { nodesWithout, type System, systemOfImage, systemOfOs } from '../image/system.ts'
import { ensureSystem, imageFor, requireUsable } from '../image/use.ts'
import { rejectReserved } from '../os/choose.ts'
import { queueScriptsAgain } from '../recipe/after.ts'
import { requestedAddresses } from './addresses.ts'
import { claimHost, hostChanged, noteHistory } from './claim.ts'
import { hostCreateTask } from './create-task.ts'
import { bridgeOfNetwork } from './network/bridges.ts'
import { place } from './placement.ts'
import { nameLast } from './queue.ts'

/**
 * Creates a VM whose creation failed once more, as it was asked for, with its scripts; its node is chosen anew. The password was forgotten with the
 * failure: without another one the guest gets none.
 */
export async function retryHost(ctx: Context, id: number, password?: string) {
  return ctx.mutate(async (work) => {
    const { row } = await claimHost(work, ctx, id, 'retry')
    const system = await systemOf(work, ctx, row)
    const { id: node_id, bridge } = await placeAgain(work, ctx, row, system)
    await work.tx.host.update({
      where: { id },
      data: {
        node_id,
        fault: Prisma.DbNull,
        guest_password: password ? seal(password, { table: 'host', id, column: 'guest_password' }) : null,
      },
    })
    await putOnBridges(work, id, node_id, bridge)
    await work.tx.disk.updateMany({ where: { host_id: id }, data: { state: 'creating', node_id } })
    const copy = system && (await ensureSystem(work, system, node_id, ctx.actor.isAdmin ? ctx.actor.account_id : null))
    const task = await enqueue(
      work,
      hostCreateTask,
      { host_id: id, image_id: system?.image?.id ?? null, addresses: await askedBefore(work, id), copy },
      {
        registry_id: id,
        entity: 'host',
        account_id: row.account_id,
        ...(copy !== null && { after: copy, afterAny: true }),
      },
    )
    await nameLast(work, id, task.id)
    await noteHistory(work, { host_id: id, name: 'host_create', user: ctx.actor.email, task: task.id })
    hostChanged(work, row, { state: 'creating', disabled: true })
    const scripts = await queueScriptsAgain(work, ctx, row, task.id)
    return { id, task: task.consul_id, recipe_task_list: scripts, recipe_task: scripts[0] ?? null }
  })
}

async function systemOf(work: Work, ctx: Context, row: host): Promise<System | null> {
  // Made without a system.
  if (row.os_name === null) return null
  if (row.image_name !== null) {
    const image = row.image_id === null ? null : await imageFor(work, ctx.actor, row.image_id)
    if (!image)
      throw wrongState(
        msg`The image of the VM, ${row.image_name}, is gone: delete the VM and create another one`,
        'image',
      )
    requireUsable(image)
    return systemOfImage(image)
  }
  const system = row.os_id === null ? null : await work.tx.os.findUnique({ where: { id: row.os_id } })
  if (system?.state !== 'active')
    throw wrongState(
      msg`The system of the VM is no longer in the catalogue: delete the VM and create another one`,
      'os',
    )
  rejectReserved(ctx.actor, system)
  return systemOfOs(system)
}

/** Bridges are those of the new node: the same networks of the cluster, else the same names. */
async function putOnBridges(work: Work, host_id: number, node_id: number, main: string) {
  for (const one of await work.tx.host_interface.findMany({ where: { host_id } })) {
    const { id, cluster_interface } = one
    const bridge = cluster_interface === 1 ? (await bridgeOfNetwork(work, node_id, 1, 'interfaces')).name : main
    if (cluster_interface !== null) await work.tx.host_interface.update({ where: { id }, data: { bridge } })
  }
}

async function placeAgain(work: Work, ctx: Context, row: host, system: System | null) {
  const home = await work.tx.cluster.findUniqueOrThrow({ where: { id: row.cluster_id } })
  const disks = await work.tx.disk.findMany({
    where: { host_id: row.id },
    select: { storage_id: true, size_mib: true },
  })
  // Its own earlier use of the node does not count as an obstacle.
  await work.tx.host.update({ where: { id: row.id }, data: { node_id: null } })
  return place(
    work,
    {
      cluster_id: home.id,
      cpu_number: row.cpu_number,
      ram_mib: row.ram_mib,
      disks,
      needs: needsOf({ ...(row.tuning as Tuning), ...row, cpu_mode: row.cpu_mode as 'default', packet_rules: [] }),
      os_tag: system?.tags ?? [],
      os: system?.image ? null : (system?.os_id ?? null),
      without: system?.image ? await nodesWithout(work, system.image.id) : [],
      preset: row.preset_id,
      explain: ctx.actor.isAdmin,
    },
    home.host_distribution_policy,
  )
}

/** The addresses that the creation asked for; its task stands with the history of the VM. */
async function askedBefore(work: Work, host_id: number) {
  const last = await work.tx.task.findFirst({
    where: { entity: 'host', registry_id: host_id, name: 'host_create' },
    orderBy: { id: 'desc' },
  })
  const asked = requestedAddresses.safeParse((last?.input as { addresses?: unknown } | undefined)?.addresses)
  return asked.success ? asked.data : { pools: null, public_only: true, count: null, named: null }
}
