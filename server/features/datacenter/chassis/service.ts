import type { z } from 'zod'
import type { Context } from '../../../api/context.ts'
import { rejectInUse, uniqueName, usedBy, writeEdit } from '../../../api/edit.ts'
import { db } from '../../../db/pool.ts'
import type { ChassisCreate, ChassisEdit, chassisSlot } from '../../../domain/chassis/schema.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { place, vacate } from '../placement/service.ts'

const naming = { entity: 'chassis', what: msg`Chassis` } as const

export async function createChassis(ctx: Context, rack_id: number, body: ChassisCreate) {
  return uniqueName(msg`A chassis`, body.name, () =>
    ctx.mutate(async (work) => {
      const [rack] = await work.sql('select id from rack where id = $1::int for key share', [rack_id])
      if (!rack) throw notFound(msg`Rack`, rack_id)
      const { id } = await work.tx.chassis.create({ data: { ...body, rack_id } })
      const { unit, size } = body
      await place(work, { kind: 'chassis', ref: id }, rack_id, {
        unit,
        size,
        face: 'front',
        width: 'full',
        depth: 'full',
      })
      changed(work, { entity: 'chassis', entity_id: id, event: 'create', data: { name: body.name, rack: rack_id } })
      return { id }
    }),
  )
}

export async function editChassis(ctx: Context, id: number, body: ChassisEdit) {
  await uniqueName(msg`A chassis`, body.name, () =>
    ctx.mutate((work) => writeEdit(ctx, work, work.tx.chassis, naming, id, body)),
  )
  return { id }
}

/** Removes an empty chassis. */
export async function deleteChassis(ctx: Context, id: number) {
  await ctx.mutate(async (work) => {
    const [chassis] = await work.sql<{ name: string }>('select name from chassis where id = $1::int for update', [id])
    if (!chassis) throw notFound(msg`Chassis`, id)
    rejectInUse(msg`Chassis`, chassis.name, [
      await usedBy(work, 'server', 'select name from server where chassis_id = $1::int', id),
    ])
    await vacate(work, { kind: 'chassis', ref: id })
    await work.tx.chassis.delete({ where: { id } })
    changed(work, { entity: 'chassis', entity_id: id, event: 'delete' })
  })
  return { id }
}

/** Every slot of a chassis and the blade in it; a blade over two slots stands in both. */
export async function chassisSlots(id: number): Promise<{ list: z.infer<typeof chassisSlot>[] }> {
  const { rows } = await db().pool.query(
    `select n.slot, case when s.id is not null then json_build_array(json_build_object(
              'id', s.id, 'name', s.name, 'size', s.size, 'slot', s.slot)) end as devices
       from chassis c cross join lateral generate_series(1, c.server_slot_count) n(slot)
       left join chassis_slot cs on cs.chassis_id = c.id and cs.slot = n.slot
       left join server s on s.id = cs.server_id
      where c.id = $1::int order by n.slot`,
    [id],
  )
  if (rows.length === 0) throw notFound(msg`Chassis`, id)
  return { list: rows }
}
