import type { Sql, Work } from '../../../db/transaction.ts'
import {
  type Cell,
  cellsOf,
  type DeviceKind,
  faces,
  type Half,
  type Spot,
  within,
} from '../../../domain/placement/cells.ts'
import { inUse, missingLink, type PanelError, refused } from '../../../domain/shared/errors.ts'
import { joined, msg } from '../../../shared/text.ts'

export type Rack = { id: number; name: string; size: number; location_id: number }
/** Which device; of a reservation its own id. */
export type Who = { kind: DeviceKind; ref: number }
/** A device that is not placed yet, and its wanted placement. */
export type Newcomer = Omit<Spot, 'half'> & { who: Who; name: string; rack_id: number }
export type Placed = { rack: Rack; half: Half; cells: readonly Cell[] }

type Occupant = Who & { name?: string | null }

const keyOf = (rack_id: number, { face, unit, half }: Cell) =>
  ((rack_id * faces.length + faces.indexOf(face)) * 128 + unit) * 2 + half

/**
 * The cells of some racks, so that many devices can be placed with a few statements: each in its turn, those before it taken into account.
 * Nothing is written here.
 */
export class Occupancy {
  private readonly racks = new Map<number, Rack>()
  private readonly cells = new Map<number, Occupant>()

  /** Reads racks that are not known yet; `hold` keeps their places from others until the end of the transaction. */
  async learn({ sql }: Pick<Work, 'sql'>, rack_ids: readonly number[], hold: boolean): Promise<void> {
    const wanted = [...new Set(rack_ids)].filter((id) => !this.racks.has(id))
    if (wanted.length === 0) return
    const racks = await sql<Rack>(
      `select id, name, size, location_id from rack where id = any ($1::int[]) order by id ${hold ? 'for no key update' : ''}`,
      [wanted],
    )
    for (const rack of racks) this.racks.set(rack.id, rack)
    const taken = await sql<Cell & Who & { rack_id: number }>(
      'select rack_id, face, unit, half, kind, ref from rack_cell where rack_id = any ($1::int[])',
      [wanted],
    )
    for (const { rack_id, kind, ref, ...cell } of taken) this.cells.set(keyOf(rack_id, cell), { kind, ref })
  }

  /**
   * Takes the place that a device wants; a half-width one the left half, or else the right one.
   * @returns where it stands, or why it cannot: `refused` outside of the rack, `in_use` naming who is in the way
   */
  async place(work: Pick<Work, 'sql'>, one: Newcomer): Promise<Placed | PanelError> {
    const rack = this.racks.get(one.rack_id)
    if (!rack) return missingLink('rack', msg`Rack`, one.rack_id)
    if (!within(one, rack.size)) return outside(rack, one)
    const halves: Half[] = one.width === 'half' ? [0, 1] : [0]
    for (const half of halves) {
      const cells = cellsOf({ ...one, half })
      const keys = cells.map((cell) => keyOf(rack.id, cell))
      if (keys.some((key) => this.cells.has(key))) continue
      for (const key of keys) this.cells.set(key, { ...one.who, name: one.name })
      return { rack, half, cells }
    }
    const wanted = halves.flatMap((half) => cellsOf({ ...one, half }))
    return unitsTaken(rack.name, await this.inTheWay(work.sql, rack.id, wanted))
  }

  private async inTheWay(sql: Sql, rack_id: number, wanted: readonly Cell[]): Promise<InTheWay[]> {
    const found = new Map<string, Occupant & { unit: number }>()
    for (const cell of [...wanted].sort((a, b) => a.unit - b.unit)) {
      const occupant = this.cells.get(keyOf(rack_id, cell))
      const key = `${occupant?.kind}:${occupant?.ref}`
      if (occupant && !found.has(key)) found.set(key, { ...occupant, unit: cell.unit })
    }
    const list = [...found.values()].slice(0, MOST_NAMED)
    return Promise.all(
      list.map(async (one) => ({ ...one, name: one.name === undefined ? await nameOf(sql, one) : one.name })),
    )
  }
}

const outside = (rack: Rack, { size, unit }: Pick<Spot, 'unit' | 'size'>) =>
  refused(msg`Rack ${rack.name} has ${rack.size} units: a device of ${size} does not fit at unit ${unit}`, 'unit')

/** @throws PanelError when a device sticks out of its rack */
export function rejectOutside(rack: Rack, wanted: Pick<Spot, 'unit' | 'size'>) {
  if (!within(wanted, rack.size)) throw outside(rack, wanted)
}

const tables: Record<Exclude<DeviceKind, 'reserved'>, string> = {
  server: 'server',
  switch: 'net_switch',
  pdu: 'pdu',
  chassis: 'chassis',
}

async function nameOf(sql: Sql, { kind, ref }: Who): Promise<string | null> {
  const [row] = await sql<{ name: string | null }>(
    kind === 'reserved'
      ? 'select note as name from rack_reservation where id = $1::int'
      : `select name from ${tables[kind]} where id = $1::int`,
    [ref],
  )
  return row?.name ?? null
}

export const MOST_NAMED = 4
export type InTheWay = { unit: number; kind: DeviceKind; name: string | null }

const kindNames = { server: msg`server`, switch: msg`switch`, pdu: msg`PDU`, chassis: msg`chassis` }

/** Who is in the way, in words. */
export function unitsTaken(rack: string, list: readonly InTheWay[]): PanelError {
  const words = list.map(({ unit, kind, name }) =>
    kind === 'reserved'
      ? name
        ? msg`unit ${unit} is reserved (${name})`
        : msg`unit ${unit} is reserved`
      : name === null
        ? msg`unit ${unit} is taken by another device of these`
        : msg`unit ${unit} is taken by ${kindNames[kind]} ${name}`,
  )
  return inUse(
    msg`No room in rack ${rack}: ${words.length > 0 ? joined(words, ', ') : msg`the place was just taken by another device`}`,
    'unit',
  )
}
