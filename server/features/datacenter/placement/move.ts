import type { Context } from '../../../api/context.ts'
import { rejectStale } from '../../../api/edit.ts'
import type { Work } from '../../../db/transaction.ts'
import type { DeviceKind, Face, Half } from '../../../domain/placement/cells.ts'
import type { PlacementEdit } from '../../../domain/rack/schema.ts'
import { notFound, refused } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { rejectCablesToOtherLocation } from '../device/cabling-guard.ts'
import { moveBlades } from '../server/placement.ts'
import { place } from './service.ts'

export type MovableKind = Exclude<DeviceKind, 'reserved'>

const tables = { server: 'server', switch: 'net_switch', pdu: 'pdu', chassis: 'chassis' } as const
const words = { server: msg`Server`, switch: msg`Switch`, pdu: msg`PDU`, chassis: msg`Chassis` }

/** Their records say on which face they are; the others stand on the front, through to the rear. */
const hasFace = (kind: MovableKind) => kind === 'switch' || kind === 'pdu'

type Held = {
  name: string
  size: number
  version: number
  rack_id: number | null
  owner_id: number | null
  face: Face | null
  depth: 'full' | 'half' | null
}
/** Face of a switch or PDU; by default the front, in full depth. */
export type Mounting = { face?: Face | undefined; depth?: 'full' | 'half' | undefined }

/** @throws PanelError 400 when the kind cannot be mounted there */
export function mountingOf(kind: MovableKind, { face = 'front', depth = 'full' }: Mounting) {
  if ((face === 'left' || face === 'right') && kind !== 'pdu')
    throw refused(msg`Only PDUs can be mounted on the side rails`, 'face')
  return { face, depth }
}

type Mounted = { face: Face; half: Half; width: 'full' | 'half'; depth: 'full' | 'half' }

/**
 * Moves a device to other units or into another rack. What `to` leaves open stays as it is.
 * @throws PanelError 400 when it sticks out, 409 `in_use` with who is in the way, 409 `stale`
 */
export async function moveDevice(ctx: Context, kind: MovableKind, id: number, to: PlacementEdit) {
  await ctx.mutate(async (work) => {
    const now = await hold(work, kind, id)
    rejectStale(ctx, now, words[kind], id)
    if (now.rack_id === null) throw refused(msg`${now.name} is a blade: install it in a chassis`)
    const stands = {
      ...(await mounted(work, kind, id)),
      ...(now.face && { face: now.face }),
      ...(now.depth && { depth: now.depth }),
    }
    const { face } = mountingOf(kind, { face: to.face ?? stands.face })
    const { location_id } = await place(work, { kind, ref: id }, to.rack, {
      unit: to.unit,
      size: now.size,
      face,
      width: stands.width,
      depth: to.depth ?? stands.depth,
      half: to.half ?? stands.half,
    })
    await rejectCablesToOtherLocation(work, kind, id, location_id)
    const columns = {
      rack_id: to.rack,
      unit: to.unit,
      ...(kind !== 'chassis' && { location_id }),
      ...(hasFace(kind) && { face, depth: to.depth ?? stands.depth }),
    }
    const names = Object.keys(columns)
    await work.sql(
      `update ${tables[kind]} t set (${names.join(', ')}) = (${names.map((name) => `v.${name}`).join(', ')}), version = t.version + 1
         from jsonb_populate_record(null::${tables[kind]}, $2::jsonb) v where t.id = $1::int returning t.id`,
      [id, JSON.stringify(columns)],
    )
    // Blades go where their chassis goes.
    if (kind === 'chassis') await moveBlades(work, id, location_id)
    const data = { rack: to.rack, unit: to.unit }
    changed(work, { entity: kind, entity_id: id, event: 'update', data, account_id: now.owner_id })
    for (const rack_id of new Set([now.rack_id, to.rack]))
      changed(work, { entity: 'rack', entity_id: rack_id, event: 'update', data: { moved: { kind, id } } })
  })
  return { id }
}

async function hold(work: Work, kind: MovableKind, id: number): Promise<Held> {
  const owner = kind === 'server' ? 'owner_id' : 'null::int as owner_id'
  const face = hasFace(kind) ? 'face, depth' : 'null as face, null as depth'
  const [row] = await work.sql<Held>(
    `select name, size, version, rack_id, ${owner}, ${face} from ${tables[kind]} where id = $1::int for update`,
    [id],
  )
  if (!row) throw notFound(words[kind], id)
  return row
}

async function mounted(work: Work, kind: MovableKind, ref: number): Promise<Mounted> {
  const [row] = await work.sql<Mounted>(
    `select min(face) as face, min(half) as half,
            case when bool_or(face in ('front', 'rear')) and count(distinct half) = 1 then 'half' else 'full' end as width,
            case when count(distinct face) = 2 then 'full' else 'half' end as depth
       from rack_cell where kind = $1 and ref = $2::int having count(*) > 0`,
    [kind, ref],
  )
  return row ?? { face: 'front', half: 0, width: 'full', depth: 'full' }
}
