import type { Work } from '../../../db/transaction.ts'
import { inUse, invalidInput, missingLink, notFound, PanelError, refused } from '../../../domain/shared/errors.ts'
import { withSavepoint } from '../../../events/savepoint.ts'
import { msg, type Text } from '../../../shared/text.ts'
import type { Occupancy, Placed } from '../placement/occupancy.ts'
import { place } from '../placement/service.ts'

type Platform = { id: number; name: string; type: string; server_size: number; width: string }
type Where = { [field in 'rack' | 'unit' | 'chassis' | 'slot']?: number | undefined }
/** Columns of a server that say where it stands and how much room it takes. */
export type ServerPlacement = {
  location_id: number
  type: string
  size: number
  width: string
  rack_id: number | null
  unit: number | null
  chassis_id: number | null
  slot: number | null
}

/** The platform of a server, held so that it is neither removed nor made wider meanwhile. */
export async function requirePlatform(work: Work, id: number): Promise<Platform> {
  const [row] = await work.sql<Platform>(
    'select id, name, type, server_size, width from platform where id = $1::int for key share',
    [id],
  )
  if (!row) throw missingLink('platform', msg`Platform`, id)
  return row
}

/**
 *
 * Places a server: one of a rack platform at a unit, a blade into slots.
 * @throws PanelError 400 naming the field that is missing or does not fit the kind, 409 `in_use` when the place is
 * taken
 */
export async function placement(
  work: Work,
  server_id: number,
  platform: Platform,
  where: Where,
): Promise<ServerPlacement> {
  return platform.type === 'blade'
    ? intoChassis(work, server_id, platform, where)
    : intoRack(work, server_id, platform, where)
}

/** A server that is not placed yet. */
type NewServer = { id: number; name: string; platform: Platform; where: Where }

/** Racks that new servers want, whatever else is wrong with them. */
export const racksOf = (list: readonly Pick<NewServer, 'where'>[]) => list.flatMap(({ where: { rack } }) => rack ?? [])

/**
 *
 * Finds the place of a new server: in a rack by `occupancy`, to be written afterwards; a blade takes its slots at once.
 * @returns its columns, or why it cannot be placed; then nothing of it is left
 */
export async function placeNew(
  work: Work,
  { id, name, platform, where }: NewServer,
  occupancy: Occupancy,
): Promise<{ placement: ServerPlacement; placed?: Placed } | PanelError> {
  try {
    if (platform.type === 'blade')
      return { placement: await withSavepoint(work, (part) => intoChassis(part, id, platform, where)) }
    const room = roomIn(platform, where)
    const placed = await occupancy.place(work, { ...room, who: { kind: 'server', ref: id }, name })
    return placed instanceof PanelError
      ? placed
      : { placement: rackPlacement(platform, room, placed.rack.location_id), placed }
  } catch (fault) {
    if (fault instanceof PanelError && fault.http < 500) return fault
    throw fault
  }
}

async function intoRack(work: Work, ref: number, platform: Platform, where: Where): Promise<ServerPlacement> {
  const room = roomIn(platform, where)
  const { location_id } = await place(work, { kind: 'server', ref }, room.rack_id, room)
  return rackPlacement(platform, room, location_id)
}

function roomIn(platform: Platform, where: Where) {
  rejectOther(where, ['chassis', 'slot'], msg`${platform.name} is not a blade: install it in a rack`)
  const rack_id = need(where.rack, 'rack', msg`A server needs a rack and a unit`)
  const unit = need(where.unit, 'unit', msg`A server needs a rack and a unit`)
  const width = platform.width === 'half' ? ('half' as const) : ('full' as const)
  return { rack_id, unit, size: platform.server_size, face: 'front' as const, width, depth: 'full' as const }
}

const rackPlacement = (
  { type, server_size }: Platform,
  { rack_id, unit, width }: ReturnType<typeof roomIn>,
  location_id: number,
): ServerPlacement => ({ location_id, type, size: server_size, width, rack_id, unit, chassis_id: null, slot: null })

async function intoChassis(work: Work, ref: number, platform: Platform, where: Where): Promise<ServerPlacement> {
  rejectOther(where, ['rack', 'unit'], msg`${platform.name} is a blade: install it in a chassis`)
  const chassis_id = need(where.chassis, 'chassis', msg`A blade needs a chassis and a slot`)
  const slot = need(where.slot, 'slot', msg`A blade needs a chassis and a slot`)
  const [chassis] = await work.sql<{ name: string; server_slot_count: number; location_id: number }>(
    `select c.name, c.server_slot_count, r.location_id from chassis c join rack r on r.id = c.rack_id where c.id = $1::int for key share of c`,
    [chassis_id],
  )
  if (!chassis) throw notFound(msg`Chassis`, chassis_id)
  const size = platform.server_size
  if (slot + size - 1 > chassis.server_slot_count)
    throw refused(
      msg`Chassis ${chassis.name} has ${chassis.server_slot_count} slots: a blade of ${size} does not fit at slot ${slot}`,
      'slot',
    )
  await work.tx.chassis_slot.deleteMany({ where: { server_id: ref } })
  const taken = await work.sql(
    `insert into chassis_slot (chassis_id, slot, server_id) select $1::int, n, $4::int from generate_series($2::int, $3::int) n
     on conflict do nothing returning slot`,
    [chassis_id, slot, slot + size - 1, ref],
  )
  if (taken.length < size) {
    const [other] = await work.sql<{ slot: number; name: string }>(
      `select cs.slot, s.name from chassis_slot cs join server s on s.id = cs.server_id
        where cs.chassis_id = $1::int and cs.slot between $2::int and $3::int and cs.server_id <> $4::int order by 1 limit 1`,
      [chassis_id, slot, slot + size - 1, ref],
    )
    const words = other
      ? msg`slot ${other.slot} is taken by ${other.name}`
      : msg`the slot was just taken by another device`
    throw inUse(msg`No room in chassis ${chassis.name}: ${words}`, 'slot')
  }
  return {
    location_id: chassis.location_id,
    type: 'blade',
    size,
    width: 'full',
    rack_id: null,
    unit: null,
    chassis_id,
    slot,
  }
}

function rejectOther(where: Where, fields: readonly (keyof Where)[], words: Text) {
  const field = fields.find((name) => where[name] !== undefined)
  if (field) throw invalidInput(words, field)
}

function need(value: number | undefined, field: string, words: Text): number {
  if (value === undefined) throw invalidInput(words, field)
  return value
}

/** Blades are where their chassis is. */
export const moveBlades = (work: Work, chassis_id: number, location_id: number) =>
  work.tx.server.updateMany({ where: { chassis_id }, data: { location_id } })
