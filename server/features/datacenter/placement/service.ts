import type { Work } from '../../../db/transaction.ts'
import { type Cell, cellsOf, type DeviceKind, type Half, type Spot } from '../../../domain/placement/cells.ts'
import { missingLink, type PanelError } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { MOST_NAMED, type Placed, type Rack, rejectOutside, unitsTaken, type Who } from './occupancy.ts'

/**
 * Puts a device into a rack, or moves it there: the cells it had before are given up first, so that a
 * move by one unit does not meet itself. The primary key of `rack_cell` decides between two who want the same place.
 * A half-width device whose half is not said takes the left one, or else the right one.
 * @returns the rack's location, and the half that was taken
 * @throws PanelError 400 when it sticks out of the rack, 409 `in_use` naming who is in the way
 */
export async function place(
  work: Work,
  who: Who,
  rack_id: number,
  wanted: Omit<Spot, 'half'> & { half?: Half | undefined },
): Promise<{ location_id: number; half: Half }> {
  const rack = (await holdRacks(work, who, rack_id)).find(({ id }) => id === rack_id)
  if (!rack) throw missingLink('rack', msg`Rack`, rack_id)
  rejectOutside(rack, wanted)
  await vacate(work, who)
  const halves: Half[] = wanted.width === 'half' ? (wanted.half === undefined ? [0, 1] : [wanted.half]) : [0]
  for (const half of halves) {
    const cells = cellsOf({ ...wanted, half })
    if ((await take(work, who, rack_id, cells)) === cells.length) return { location_id: rack.location_id, half }
    await vacate(work, who)
  }
  const cells = halves.flatMap((half) => cellsOf({ ...wanted, half }))
  throw await error(work, rack_id, rack.name, cells)
}

/**
 * Writes places that an `Occupancy` gave, all or none.
 * @throws PanelError when one is not free after all
 */
export async function takeAll(work: Work, list: readonly { who: Who; placed: Placed }[]): Promise<void> {
  const cells = list.flatMap(({ who, placed }) =>
    placed.cells.map((cell) => ({ ...cell, ...who, rack_id: placed.rack.id })),
  )
  const taken = await work.sql<{ count: number }>(
    `with taken as (
       insert into rack_cell (rack_id, face, unit, half, kind, ref)
       select c.rack_id, c.face, c.unit, c.half, c.kind, c.ref
         from jsonb_to_recordset($1::jsonb) as c(rack_id int, face text, unit int, half int, kind text, ref int)
        order by c.rack_id, c.face, c.unit, c.half on conflict do nothing returning 1)
     select count(*)::int as count from taken`,
    [JSON.stringify(cells)],
  )
  if (taken[0]?.count !== cells.length) throw unitsTaken(list[0]?.placed.rack.name ?? '', [])
}

/**
 * Locks the rack that a device goes to and the one it leaves, in a fixed order: two devices that swap places would
 * deadlock otherwise.
 */
const holdRacks = (work: Work, { kind, ref }: Who, rack_id: number) =>
  work.sql<Rack>(
    `select id, name, size, location_id from rack
      where id = $1::int or id in (select rack_id from rack_cell where kind = $2 and ref = $3::int) order by id for no key update`,
    [rack_id, kind, ref],
  )

/** Gives up the place of a device. */
export async function vacate(work: Work, { kind, ref }: Who): Promise<void> {
  await work.tx.rack_cell.deleteMany({ where: { kind, ref } })
}

const asRows = (cells: readonly Cell[]) => JSON.stringify(cells)

/** Takes the free cells and answers how many those were; waits for a transaction that is taking one of them. */
async function take(work: Work, who: Who, rack_id: number, cells: readonly Cell[]): Promise<number> {
  const rows = await work.sql(
    `insert into rack_cell (rack_id, face, unit, half, kind, ref)
     select $1::int, c.face, c.unit, c.half, $2, $3::int
       from jsonb_to_recordset($4::jsonb) as c(face text, unit int, half int) order by c.face, c.unit, c.half
     on conflict do nothing returning unit`,
    [rack_id, who.kind, who.ref, asRows(cells)],
  )
  return rows.length
}

/** Names of everything that stands in racks, for refusals and lists: kind, id, name. */
export const deviceNames = `(select 'server' as kind, id, name from server union all select 'switch', id, name from net_switch
  union all select 'pdu', id, name from pdu union all select 'chassis', id, name from chassis)`

/** Who is in the way of a device. */
async function error(work: Work, rack_id: number, rack: string, cells: readonly Cell[]): Promise<PanelError> {
  const taken = await work.sql<{ unit: number; kind: DeviceKind; name: string | null }>(
    `select min(rc.unit) as unit, rc.kind, coalesce(d.name, r.note) as name
       from rack_cell rc join jsonb_to_recordset($2::jsonb) as c(face text, unit int, half int) using (face, unit, half)
       left join ${deviceNames} d on d.kind = rc.kind and d.id = rc.ref
       left join rack_reservation r on rc.kind = 'reserved' and r.id = rc.ref
      where rc.rack_id = $1::int
      group by rc.kind, rc.ref, d.name, r.note order by 1 limit ${MOST_NAMED}`,
    [rack_id, asRows(cells)],
  )
  return unitsTaken(rack, taken)
}

/** Gives up what is kept free in a rack that is removed. */
export const vacateRack = (work: Work, rack_id: number) => work.tx.rack_cell.deleteMany({ where: { rack_id } })
