import type { host } from '../../../../../generated/prisma/client.ts'
import type { Context } from '../../../../api/context.ts'
import type { Work } from '../../../../db/transaction.ts'
import { conditionAhead } from '../../../../domain/host/allowed.ts'
import { type HostResources, processorOf } from '../../../../domain/host/resources.ts'
import { type Size, sizeError } from '../../../../domain/host/size.ts'
import { type Tuning, tuningError } from '../../../../domain/host/tuning-rules.ts'
import { allNeedsOf, needsOf, possibleCapabilities } from '../../../../domain/node/capabilities.ts'
import { invalidField, notFound } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import { claimHost, factsOf, holdHost, ownHost, queueHostTask } from '../claim.ts'
import { wantedSize } from '../domain-spec.ts'
import { takeQuotaForSize } from '../given-quota.ts'
import { makeRoom, rejectNeeds } from '../placement.ts'
import { hostResourcesTask } from './task.ts'
import { HOST_STOP } from './waiting.ts'

/**
 * Accepts a change of size, weights, limits and rules. A running VM takes over at once what it can; the rest waits for its next start,
 * sizes as `cpu_number_new` and `ram_mib_new`. With `defer` all of it waits for the next stop of a running VM.
 */
export async function changeResources(ctx: Context, id: number, { defer, ...change }: HostResources) {
  return ctx.mutate(async (work) => {
    const impossible = impossibleOf(change)
    if (impossible) throw invalidField(impossible.field, impossible.words)
    // Before its row is held, and not for the VM of another account, whose limits are not the caller's business.
    const own = await work.tx.host.findFirst({ where: ownHost(ctx.actor, id), select: { cluster_id: true } })
    if (!own) throw notFound(msg`VM`, id)
    const home = await work.tx.cluster.findUniqueOrThrow({ where: { id: own.cluster_id } })
    const possible = possibleCapabilities(home.virtualization_type)
    rejectNeeds(possible, allNeedsOf(change))
    await takeQuotaForSize(work, id, definedOf(change))
    const held = await holdHost(work, ctx, id, 'resources')
    // A limit that the VM has already may exclude another one.
    rejectNeeds(possible, allNeedsOf({ ...(held.tuning as Tuning), ...change }))
    await check(work, ctx, held, change)
    const later = defer?.action === HOST_STOP && conditionAhead(factsOf(held)) === 'active'
    const { row } = later ? { row: held } : await claimHost(work, ctx, id, 'resources')
    const task = await queueHostTask(work, ctx, row, {
      definition: hostResourcesTask,
      input: { host_id: id, change, deferred: later, before: sizeAhead(held) },
      params: change,
      ...(later && { ends: false, deferReason: HOST_STOP }),
    })
    await note(work, held, change)
    return { id, task: task.consul_id }
  })
}

const sizeAhead = ({ cpu_number_new, ram_mib_new }: host) => ({ cpu_number_new, ram_mib_new })

/** Fields of the size that are given. */
const definedOf = ({ cpu_number, ram_mib }: Partial<Size>): Partial<Size> => ({
  ...(cpu_number !== undefined && { cpu_number }),
  ...(ram_mib !== undefined && { ram_mib }),
})

/** What no VM can have, whatever it has now. A model without its mode, and a mode without its model, are judged with the VM's. */
function impossibleOf(change: HostResources) {
  const { cpu_mode, cpu_custom_model } = change
  const processor = {
    cpu_mode: cpu_mode ?? (cpu_custom_model ? 'custom' : undefined),
    cpu_custom_model: cpu_custom_model ?? (cpu_mode === 'custom' ? 'of-the-VM' : undefined),
  }
  const tuning =
    sizeError({ cpu_number: 1, ram_mib: 1, ...definedOf(change) }, null) ?? tuningError({ ...change, ...processor })
  if (tuning) return tuning
  return (change.net_bandwidth_mbitps ?? 0) < 0 ? { field: 'net_bandwidth_mbitps', words: msg`from 0` } : null
}

async function check(work: Work, ctx: Context, row: host, change: HostResources) {
  const asked = { ...wantedSize(row), ...definedOf(change) }
  const system = row.os_id === null ? null : await work.tx.os.findUnique({ where: { id: row.os_id } })
  const wrong = sizeError(asked, system) ?? tuningError({ ...change, ...processorOf(row, change) })
  if (wrong) throw invalidField(wrong.field, wrong.words)
  if (row.node_id === null) return
  const node = await work.tx.node.findUniqueOrThrow({ where: { id: row.node_id } })
  rejectNeeds(node.capabilities, needsOf(change))
  const more = {
    cpu_number: asked.cpu_number - Math.max(row.cpu_number, row.cpu_number_new ?? 0),
    ram_mib: asked.ram_mib - Math.max(row.ram_mib, row.ram_mib_new ?? 0),
  }
  await makeRoom(work, { cluster_id: row.cluster_id, node_id: node.id, more, explain: ctx.actor.isAdmin })
}

/** What is asked for counts from now on, towards limits and the room of the node. */
async function note(work: Work, row: host, change: HostResources) {
  const size = { ...wantedSize(row), ...definedOf(change) }
  await work.tx.host.update({
    where: { id: row.id },
    data: {
      cpu_number_new: size.cpu_number === row.cpu_number ? null : size.cpu_number,
      ram_mib_new: size.ram_mib === row.ram_mib ? null : size.ram_mib,
    },
  })
}
