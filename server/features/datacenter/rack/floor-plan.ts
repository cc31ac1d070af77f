import type { Context } from '../../../api/context.ts'
import { writeEdit } from '../../../api/edit.ts'
import type { FloorPlace } from '../../../domain/rack/diagram.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'

const naming = { entity: 'rack', what: msg`Rack` } as const

/** Puts a rack into a row of the floor plan; a rack at that position and all to its right move on by one. */
export async function placeOnFloor(ctx: Context, id: number, { hall_row, hall_place }: FloorPlace) {
  await ctx.mutate(async (work) => {
    // The location is locked, so that two moves on one floor plan run one after the other.
    const [rack] = await work.sql<{ location_id: number }>(
      'select r.location_id from rack r join location l on l.id = r.location_id where r.id = $1::int for update of l',
      [id],
    )
    if (!rack) throw notFound(msg`Rack`, id)
    const where = { location_id: rack.location_id, hall_row, id: { not: id } }
    if ((await work.tx.rack.count({ where: { ...where, hall_place } })) > 0)
      await work.tx.rack.updateMany({
        where: { ...where, hall_place: { gte: hall_place } },
        data: { hall_place: { increment: 1 } },
      })
    await writeEdit(ctx, work, work.tx.rack, naming, id, { hall_row, hall_place })
  })
  return { id }
}
