import type { z } from 'zod'
import { db } from '../../../db/pool.ts'
import type { rackUnit } from '../../../domain/rack/schema.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { deviceNames } from '../placement/service.ts'

/** Every unit of a rack from the bottom up, and who stands in it. */
export async function rackUnits(rack_id: number): Promise<{ list: z.infer<typeof rackUnit>[] }> {
  const { rows } = await db().pool.query(
    `select u.unit, coalesce(c.busy, 0)::float8 as busy_space, coalesce(c.devices, '[]') as devices
       from rack r cross join lateral generate_series(1, r.size) u(unit)
       left join lateral (
         select count(distinct (x.half)) filter (where x.half is not null) / 2.0 as busy,
                jsonb_agg(distinct jsonb_build_object('id', x.ref, 'name', x.name, 'size', x.size, 'unit', x.unit, 'type', x.kind)) as devices
           from (${placed("rc.face in ('front', 'rear') and rc.unit = u.unit")}) x) c on true
      where r.id = $1::int order by u.unit`,
    [rack_id],
  )
  if (rows.length === 0) throw notFound(msg`Rack`, rack_id)
  return { list: rows }
}

const placed = (where: string) => `
  select rc.half, rc.kind, rc.ref, coalesce(d.name, v.note, '') as name, whole.unit, whole.size
    from rack_cell rc
    left join ${deviceNames} d on d.kind = rc.kind and d.id = rc.ref
    left join rack_reservation v on rc.kind = 'reserved' and v.id = rc.ref
    cross join lateral (select min(w.unit) as unit, count(distinct w.unit)::int as size from rack_cell w where w.kind = rc.kind and w.ref = rc.ref) whole
   where rc.rack_id = r.id and ${where}`
