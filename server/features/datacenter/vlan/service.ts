import type { Context } from '../../../api/context.ts'
import { expected, rejectInUse, stale, usedBy } from '../../../api/edit.ts'
import { isUniqueViolation, type Work } from '../../../db/transaction.ts'
import { alreadyExists, notFound } from '../../../domain/shared/errors.ts'
import type { VlanCreate, VlanEdit } from '../../../domain/vlan/schema.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'

/** Which VLAN: numbers are unique within a location only. */
export type VlanKey = { location_id: number; vlan_id: number }

/** Notes a VLAN of a location. Devices learn of it when a port is put into it. */
export async function createVlan(ctx: Context, location_id: number, { id: vlan_id, ...body }: VlanCreate) {
  try {
    return await ctx.mutate(async (work) => {
      const [location] = await work.sql('select id from location where id = $1::int for key share', [location_id])
      if (!location) throw notFound(msg`Location`, location_id)
      await work.tx.vlan.create({ data: { ...body, location_id, vlan_id } })
      changed(work, { entity: 'vlan', entity_id: vlan_id, event: 'create', data: { name: body.name, location_id } })
      return { id: vlan_id }
    })
  } catch (fault) {
    throw taken(fault, vlan_id, body.name)
  }
}

export async function editVlan(ctx: Context, key: VlanKey, body: VlanEdit) {
  try {
    await ctx.mutate(async (work) => {
      const { count } = await work.tx.vlan.updateMany({
        where: { ...key, ...expected(ctx) },
        data: { ...body, version: { increment: 1 } },
      })
      if (count === 0) {
        if ((await work.tx.vlan.count({ where: key })) === 0) throw notFound(msg`VLAN`, key.vlan_id)
        throw stale(msg`VLAN`, key.vlan_id)
      }
      changed(work, {
        entity: 'vlan',
        entity_id: key.vlan_id,
        event: 'update',
        data: { ...body, location_id: key.location_id },
      })
    })
  } catch (fault) {
    throw taken(fault, key.vlan_id, body.name)
  }
  return { id: key.vlan_id }
}

/** Removes a VLAN that no port carries. */
export async function deleteVlan(ctx: Context, key: VlanKey) {
  await ctx.mutate(async (work) => {
    const [vlan] = await work.sql<{ name: string }>(
      'select name from vlan where location_id = $1::int and vlan_id = $2::int for update',
      [key.location_id, key.vlan_id],
    )
    if (!vlan) throw notFound(msg`VLAN`, key.vlan_id)
    const ports = `select w.name || ' ' || p.name as name from switch_port p join net_switch w on w.id = p.switch_id
      where w.location_id = $1::int and (p.vlan_id = ${key.vlan_id} or (p.is_trunk and p.trunk_members @> array[${key.vlan_id}]))`
    rejectInUse(msg`VLAN`, `${key.vlan_id} (${vlan.name})`, [await usedBy(work, 'port', ports, key.location_id)])
    await work.tx.vlan.delete({ where: { location_id_vlan_id: key } })
    changed(work, { entity: 'vlan', entity_id: key.vlan_id, event: 'delete', data: { location_id: key.location_id } })
  })
  return { id: key.vlan_id }
}

function taken(fault: unknown, vlan_id: number, name: string | undefined) {
  if (isUniqueViolation(fault, 'name'))
    return alreadyExists(msg`The location already has a VLAN named ${name ?? ''}`, 'name')
  if (isUniqueViolation(fault)) return alreadyExists(msg`The location already has VLAN ${vlan_id}`, 'id')
  return fault
}

/** Forgets the VLANs of a location that is removed. */
export const deleteVlansOf = (work: Work, location_id: number) => work.tx.vlan.deleteMany({ where: { location_id } })
