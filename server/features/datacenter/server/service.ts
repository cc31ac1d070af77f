import type { Context } from '../../../api/context.ts'
import { uniqueName, writeEdit } from '../../../api/edit.ts'
import { isUniqueViolation, lockRow, type Work } from '../../../db/transaction.ts'
import { serverFields } from '../../../domain/server/fields.ts'
import { type ServerWhyNot, whyNotServer } from '../../../domain/server/rules.ts'
import type { ServerCreate, ServerEdit } from '../../../domain/server/schema.ts'
import { serverLifecycle } from '../../../domain/server/states.ts'
import {
  alreadyExists,
  inUse,
  missingLink,
  notFound,
  type PanelError,
  wrongState,
} from '../../../domain/shared/errors.ts'
import { toColumns } from '../../../domain/shared/field.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { release } from '../../network/allocation/release.ts'
import { passAddressesOn } from '../../network/ip/owner.ts'
import { rejectCablesToOtherLocation } from '../device/cabling-guard.ts'
import { vacate } from '../placement/service.ts'
import { addServers } from './add.ts'
import { addMacs, macsOf } from './macs.ts'
import { placement, requirePlatform } from './placement.ts'

const naming = { entity: 'server', what: msg`Server` } as const

/** Adds a server where it stands. */
export async function createServer(ctx: Context, body: ServerCreate) {
  return uniqueName(msg`A server`, body.name, () =>
    ctx.mutate(async (work) => {
      const [id] = await addServers(work, [{ body }])
      if (typeof id !== 'number') throw id
      return { id }
    }),
  )
}

/** Changes a server. Naming a rack, unit, chassis or slot moves it; another platform needs room for its size. */
export async function editServer(ctx: Context, id: number, body: ServerEdit) {
  const { platform: platform_id, rack, unit, chassis, slot, mac, ...plain } = body
  await uniqueName(msg`A server`, body.name, () =>
    ctx.mutate(async (work) => {
      const now = await lockServer(work, id)
      const moves = [platform_id, rack, unit, chassis, slot].some((one) => one !== undefined)
      const where = moves && {
        ...(await placement(work, id, await requirePlatform(work, platform_id ?? now.platform_id), {
          ...placementOf(now, body),
        })),
        platform_id: platform_id ?? now.platform_id,
      }
      if (where) await rejectCablesToOtherLocation(work, 'server', id, where.location_id)
      await writeEdit(ctx, work, work.tx.server, { ...naming, account_id: now.owner_id }, id, {
        ...toColumns(serverFields, plain),
        ...where,
      })
      await writeMacs(work, id, mac)
    }),
  )
  return { id }
}

/** What the caller left open stays as it is, within the same kind of place. */
function placementOf(
  now: { type: string } & Record<'rack_id' | 'unit' | 'chassis_id' | 'slot', number | null>,
  to: ServerEdit,
) {
  return now.type === 'blade'
    ? {
        chassis: to.chassis ?? now.chassis_id ?? undefined,
        slot: to.slot ?? now.slot ?? undefined,
        rack: to.rack,
        unit: to.unit,
      }
    : {
        rack: to.rack ?? now.rack_id ?? undefined,
        unit: to.unit ?? now.unit ?? undefined,
        chassis: to.chassis,
        slot: to.slot,
      }
}

/** Removes a server: its links to ports and outlets go with it, its addresses are free again. */
export async function deleteServer(ctx: Context, id: number) {
  await ctx.mutate(async (work) => {
    const now = await lockServer(work, id)
    const node = now.node_id === null ? null : { id: now.node_id }
    const why = whyNotServer('delete', { ...now, node }, ctx.actor)
    if (why) throw keepsServer(why, now)
    if (now.operation_id !== null)
      throw inUse(msg`An operation is under way on the server ${now.name}: cancel it first`)
    const addresses = await work.tx.ip.findMany({ where: { server_id: id }, select: { id: true } })
    await release(work, { ids: addresses.map((address) => address.id) })
    await vacate(work, { kind: 'server', ref: id })
    await work.tx.server.delete({ where: { id } })
    changed(work, { entity: 'server', entity_id: id, event: 'delete', account_id: now.owner_id })
  })
  return { id }
}

/**
 * Gives a server to a user, or takes it away with null. Both see the change; the previous owner does not see the new
 * one.
 */
export async function setOwner(ctx: Context, id: number, owner_id: number | null) {
  await ctx.mutate(async (work) => {
    const now = await lockServer(work, id)
    if (owner_id !== null && (await work.tx.account.count({ where: { id: owner_id } })) === 0)
      throw missingLink('owner', msg`User`, owner_id)
    if (now.owner_id === owner_id) return
    await work.tx.server.update({ where: { id }, data: { owner_id, version: { increment: 1 } } })
    const addresses = await passAddressesOn(work, { server_id: id }, owner_id)
    for (const account_id of [now.owner_id, owner_id])
      if (account_id !== null)
        for (const [entity, ids] of [
          ['server', [id]],
          ['ip', addresses],
        ] as const)
          for (const entity_id of ids)
            changed(work, {
              entity,
              entity_id,
              event: 'update',
              account_id,
              ...(account_id === owner_id && { data: { owner: owner_id } }),
            })
  })
  return { id }
}

/** Says which node of a cluster runs on the server, so that one can go from an outlet to a virtual machine. */
export async function setNode(ctx: Context, id: number, node_id: number | null) {
  try {
    await ctx.mutate(async (work) => {
      await lockServer(work, id)
      if (node_id !== null && (await work.tx.node.count({ where: { id: node_id } })) === 0)
        throw missingLink('node', msg`Node`, node_id)
      await writeEdit(ctx, work, work.tx.server, naming, id, { node_id })
    })
  } catch (fault) {
    if (isUniqueViolation(fault, 'node_id'))
      throw alreadyExists(msg`Node ${node_id ?? ''} already runs on another server`, 'node')
    throw fault
  }
  return { id }
}

/** Under repair, or in service again. */
export async function setMaintenance(ctx: Context, id: number, maintenance: boolean) {
  await ctx.mutate((work) => writeEdit(ctx, work, work.tx.server, naming, id, { maintenance }))
  return { id }
}

function keepsServer(why: ServerWhyNot, { name, state }: { name: string; state: string }): PanelError {
  if (why === 'protected') return wrongState(msg`Server ${name} is protected: turn off protection first`)
  if (why === 'isNode') return inUse(msg`Server ${name} is a node of a cluster: remove the link to the node first`)
  return wrongState(serverLifecycle.actions.delete.error, state)
}

async function lockServer(work: Work, id: number) {
  await lockRow(work, 'server', id)
  const row = await work.tx.server.findUnique({ where: { id } })
  if (!row) throw notFound(msg`Server`, id)
  return { ...row, state: row.state as (typeof serverLifecycle.states)[number] }
}

async function writeMacs(work: Work, server_id: number, macs: readonly string[] | undefined) {
  if (macs === undefined) return
  await work.tx.server_mac.deleteMany({ where: { server_id } })
  await addMacs(
    work,
    macsOf(macs).map((mac, position) => ({ mac, server_id, position })),
  )
}
