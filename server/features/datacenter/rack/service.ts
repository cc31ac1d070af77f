import type { Context } from '../../../api/context.ts'
import { rejectInUse, uniqueName, usedBy, writeEdit } from '../../../api/edit.ts'
import { lockRow } from '../../../db/transaction.ts'
import type { RackCreate, RackEdit, Reservation } from '../../../domain/rack/schema.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { place, vacate, vacateRack } from '../placement/service.ts'

const naming = { entity: 'rack', what: msg`Rack` } as const

/** Adds an empty rack at the end of the first row of the floor plan. */
export async function createRack(ctx: Context, location_id: number, body: RackCreate) {
  return uniqueName(msg`A rack`, body.name, () =>
    ctx.mutate(async (work) => {
      // Locked, so that the location is not removed and no two racks get one position on the floor plan.
      const [location] = await lockRow(work, 'location', location_id)
      if (!location) throw notFound(msg`Location`, location_id)
      const last = await work.tx.rack.aggregate({ where: { location_id, hall_row: 0 }, _max: { hall_place: true } })
      const { id } = await work.tx.rack.create({
        data: { ...body, location_id, hall_place: (last._max.hall_place ?? -1) + 1 },
      })
      changed(work, { entity: 'rack', entity_id: id, event: 'create', data: { name: body.name, location_id } })
      return { id }
    }),
  )
}

export async function editRack(ctx: Context, id: number, body: RackEdit) {
  await uniqueName(msg`A rack`, body.name, () =>
    ctx.mutate((work) => writeEdit(ctx, work, work.tx.rack, naming, id, body)),
  )
  return { id }
}

/** Removes an empty rack; reservations go with it. */
export async function deleteRack(ctx: Context, id: number) {
  await ctx.mutate(async (work) => {
    const [rack] = await work.sql<{ name: string }>('select name from rack where id = $1::int for update', [id])
    if (!rack) throw notFound(msg`Rack`, id)
    const in_rack = (table: string) => `select name from ${table} where rack_id = $1::int`
    rejectInUse(msg`Rack`, rack.name, [
      await usedBy(work, 'server', in_rack('server'), id),
      await usedBy(work, 'switch', in_rack('net_switch'), id),
      await usedBy(work, 'pdu', in_rack('pdu'), id),
      await usedBy(work, 'chassis', in_rack('chassis'), id),
    ])
    await vacateRack(work, id)
    await work.tx.rack.delete({ where: { id } })
    changed(work, { entity: 'rack', entity_id: id, event: 'delete' })
  })
  return { id }
}

/** Keeps units free on purpose. */
export async function reserveUnits(ctx: Context, rack_id: number, body: Reservation) {
  return ctx.mutate(async (work) => {
    const [rack] = await work.sql('select id from rack where id = $1::int for key share', [rack_id])
    if (!rack) throw notFound(msg`Rack`, rack_id)
    const { id } = await work.tx.rack_reservation.create({ data: { rack_id, ...body } })
    const { unit, size } = body
    await place(work, { kind: 'reserved', ref: id }, rack_id, {
      unit,
      size,
      face: 'front',
      width: 'full',
      depth: 'full',
    })
    changed(work, { entity: 'rack', entity_id: rack_id, event: 'update', data: { reserved: { unit, size } } })
    return { id }
  })
}

/** Gives reserved units free again. */
export async function releaseUnits(ctx: Context, rack_id: number, reservation_id: number) {
  await ctx.mutate(async (work) => {
    const { count } = await work.tx.rack_reservation.deleteMany({ where: { id: reservation_id, rack_id } })
    if (count === 0) throw notFound(msg`Reservation`, reservation_id)
    await vacate(work, { kind: 'reserved', ref: reservation_id })
    changed(work, { entity: 'rack', entity_id: rack_id, event: 'update', data: { reserved: null } })
  })
  return { id: reservation_id }
}
