import type { Work } from '../../../db/transaction.ts'
import { type Cell, cellsOf, type DeviceKind, type Half, type Spot, within } from '../../../domain/placement/cells.ts'
import { notFound, PanelError } from '../../../domain/shared/errors.ts'

/** Which device; of a reservation its own id. */
export type Who = { kind: DeviceKind; ref: number }

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
  if (!rack) throw notFound('Rack', rack_id)
  refuseOutside(rack, wanted)
  await vacate(work, who)
  const halves: Half[] = wanted.width === 'half' ? (wanted.half === undefined ? [0, 1] : [wanted.half]) : [0]
  for (const half of halves) {
    const cells = cellsOf({ ...wanted, half })
    if ((await take(work, who, rack_id, cells)) === cells.length) return { location_id: rack.location_id, half }
    await vacate(work, who)
  }
  const cells = halves.flatMap((half) => cellsOf({ ...wanted, half }))
  throw new PanelError('in_use', await refusal(work, rack_id, rack.name, cells), { value: 'unit' })
}

/** A device that stands nowhere yet, and where it is to stand. */
export type Newcomer = Omit<Spot, 'half'> & { who: Who; rack_id: number }

/**
 * Puts new full-width devices into racks, all or none, with as many statements for many as for one.
 * @returns the locations of the racks, in the order given
 * @throws PanelError as `place`, of the first that cannot stand where it was wanted
 */
export async function placeAll(work: Work, list: readonly Newcomer[]): Promise<number[]> {
  const rows = await work.sql<Rack>(
    'select id, name, size, location_id from rack where id = any ($1::int[]) order by id for no key update',
    [list.map(({ rack_id }) => rack_id)],
  )
  const racks = new Map(rows.map((rack) => [rack.id, rack]))
  const rackOf = ({ rack_id }: Newcomer) => {
    const rack = racks.get(rack_id)
    if (!rack) throw notFound('Rack', rack_id)
    return rack
  }
  for (const one of list) refuseOutside(rackOf(one), one)
  const wanted = list.map((one) => cellsOf({ ...one, half: 0 }))
  const taken = await work.sql<Who>(
    `insert into rack_cell (rack_id, face, unit, half, kind, ref)
     select c.rack_id, c.face, c.unit, c.half, c.kind, c.ref
       from jsonb_to_recordset($1::jsonb) as c(rack_id int, face text, unit int, half int, kind text, ref int)
      order by c.rack_id, c.face, c.unit, c.half on conflict do nothing returning kind, ref`,
    [JSON.stringify(list.flatMap(({ who, rack_id }, n) => wanted[n]!.map((cell) => ({ ...cell, ...who, rack_id }))))],
  )
  const had = new Map<string, number>()
  const key = ({ kind, ref }: Who) => `${kind}:${ref}`
  for (const who of taken) had.set(key(who), (had.get(key(who)) ?? 0) + 1)
  const out = list.findIndex(({ who }, n) => had.get(key(who)) !== wanted[n]!.length)
  if (out >= 0) {
    const rack = rackOf(list[out]!)
    throw new PanelError('in_use', await refusal(work, rack.id, rack.name, wanted[out]!, list[out]!.who), {
      value: 'unit',
    })
  }
  return list.map((one) => rackOf(one).location_id)
}

function refuseOutside(rack: Rack, wanted: Pick<Spot, 'unit' | 'size'>) {
  if (!within(wanted, rack.size))
    throw new PanelError(
      'refused',
      `Rack ${rack.name} has ${rack.size} units: a device of ${wanted.size} does not fit at unit ${wanted.unit}`,
      { value: 'unit' },
    )
}

type Rack = { id: number; name: string; size: number; location_id: number }

/** Holds the rack that a device goes to and the one it leaves, in one order for everybody: two that change places would wait for each other. */
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

/** Takes what is free of the cells and answers how many those were; waits for somebody who is just taking one of them. */
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

/** Who is in the way of a device; what it took already of the place is not. */
async function refusal(work: Work, rack_id: number, rack: string, cells: readonly Cell[], who?: Who): Promise<string> {
  const taken = await work.sql<{ unit: number; kind: DeviceKind; name: string | null }>(
    `select min(rc.unit) as unit, rc.kind, coalesce(d.name, r.note) as name
       from rack_cell rc join jsonb_to_recordset($2::jsonb) as c(face text, unit int, half int) using (face, unit, half)
       left join ${deviceNames} d on d.kind = rc.kind and d.id = rc.ref
       left join rack_reservation r on rc.kind = 'reserved' and r.id = rc.ref
      where rc.rack_id = $1::int and (rc.kind, rc.ref) is distinct from ($3, $4::int)
      group by rc.kind, rc.ref, d.name, r.note order by 1 limit 4`,
    [rack_id, asRows(cells), who?.kind ?? null, who?.ref ?? null],
  )
  const words = taken.map(({ unit, kind, name }) =>
    kind === 'reserved'
      ? `unit ${unit} is reserved${name ? ` (${name})` : ''}`
      : name === null
        ? `unit ${unit} is taken by another device of these`
        : `unit ${unit} is taken by ${kind} ${name}`,
  )
  return `No room in rack ${rack}: ${words.join(', ') || 'somebody else took the place just now'}`
}
