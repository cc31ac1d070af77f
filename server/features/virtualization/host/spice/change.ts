import type { host } from '../../../../../generated/prisma/client.ts'
import type { Context } from '../../../../api/context.ts'
import type { Work } from '../../../../db/transaction.ts'
import { SPICE_PASSWORD } from '../../../../domain/host/spice.ts'
import { allNeedsOf, needsOf, possibleCapabilities } from '../../../../domain/node/capabilities.ts'
import { invalidInput, notFound, refused, wrongState } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import { claimHost, hostChanged, ownHost, queueHostTask } from '../claim.ts'
import { keepPassword } from '../passwords.ts'
import { rejectNeeds } from '../placement.ts'
import { madePassword, requireSpice, type SpiceFields, sealSpice, spiceFields } from './record.ts'
import { hostSpiceTask } from './task.ts'

type Asked = { [Field in keyof SpiceFields]?: boolean | undefined }

const asksFor = (asked: Asked) => spiceFields.some((field) => asked[field] !== undefined)

/** A body without what is brought to the node. */
export function withoutSpice<Body extends Asked>(body: Body): Omit<Body, keyof SpiceFields> {
  const { spice_enabled: _, spice_additional_enabled: __, ...rest } = body
  return rest
}

/** Refuses what cannot be had where the VM runs. @throws PanelError `invalid_input`, `refused` or `not_found` */
export async function rejectSpice(work: Work, ctx: Context, id: number, asked: Asked): Promise<void> {
  if (!asksFor(asked)) return
  const row = await work.tx.host.findFirst({ where: ownHost(ctx.actor, id) })
  if (!row) throw notFound(msg`VM`, id)
  const wanted = given(asked)
  const cluster = await work.tx.cluster.findUniqueOrThrow({ where: { id: row.cluster_id } })
  rejectNeeds(possibleCapabilities(cluster.virtualization_type), allNeedsOf(wanted))
  requireSpice(cluster, wanted)
  const node = row.node_id === null ? null : await work.tx.node.findUnique({ where: { id: row.node_id } })
  if (node) rejectNeeds(node.capabilities, needsOf(wanted))
}

const given = (asked: Asked): Partial<SpiceFields> =>
  Object.fromEntries(spiceFields.flatMap((field) => (asked[field] === undefined ? [] : [[field, asked[field]]])))

/**
 * Writes what is asked for into the record of a VM that is held, and queues the work on its node.
 * @returns the task; null when there is nothing to do
 */
export async function changeSpice(work: Work, ctx: Context, before: host, asked: Asked): Promise<number | null> {
  const wanted = given(asked)
  if (spiceFields.every((field) => wanted[field] === undefined || wanted[field] === before[field])) return null
  // The version was looked at by the change that this one is a part of.
  const { row } = await claimHost(work, { ...ctx, expectedVersion: null }, before.id, 'spice')
  const needsPassword = wanted.spice_enabled === true && row.spice_password === null
  await work.tx.host.update({
    where: { id: row.id },
    data: { ...wanted, ...(needsPassword && { spice_password: sealSpice(row.id, madePassword()) }) },
  })
  const stood = Object.fromEntries(Object.keys(wanted).map((field) => [field, before[field as keyof SpiceFields]]))
  const task = await queueHostTask(work, ctx, row, {
    definition: hostSpiceTask,
    input: { host_id: row.id, before: stood },
    params: wanted,
  })
  hostChanged(work, row, wanted)
  return task.consul_id
}

/** Gives the SPICE server of a VM another password, at once also while it runs. */
export async function changeSpicePassword(ctx: Context, id: number, password: string) {
  if (!SPICE_PASSWORD.test(password))
    throw invalidInput(msg`password: SPICE takes 8 to 60 printable characters of ASCII, without spaces`, 'password')
  return ctx.mutate(async (work) => {
    const own = await work.tx.host.findFirst({ where: ownHost(ctx.actor, id) })
    if (!own) throw notFound(msg`VM`, id)
    const cluster = await work.tx.cluster.findUniqueOrThrow({ where: { id: own.cluster_id } })
    if (!possibleCapabilities(cluster.virtualization_type).includes('spice'))
      throw refused(msg`Containers have no screen, so they have no SPICE`, 'password')
    if (!own.spice_enabled) throw wrongState(OFF, 'spice_enabled')
    const { row } = await claimHost(work, ctx, id, 'spice')
    const task = await queueHostTask(work, ctx, row, {
      definition: hostSpiceTask,
      input: { host_id: id, before: null },
    })
    await keepPassword(work, id, task.id, password)
    return { id, task: task.consul_id }
  })
}

/** Of a VM that has none. */
export const OFF = msg`SPICE is switched off for this VM: switch it on first`
