import { db } from '../../../db/pool.ts'
import type { Work } from '../../../db/transaction.ts'
import type { MacReading, NeighbourReading } from '../../../drivers/switch/types.ts'
import { changed } from '../../../events/changes.ts'
import { toJson } from '../../../tasks/json.ts'

/** More than any switch has beside its uplinks; the rest is not looked at. */
const MOST_NEIGHBOURS = 1024
const MOST_MACS = 4096
/** Addresses that are still where they were are written down again so often. */
const FRESH = "interval '1 hour'"
/** A neighbour that is still there is not written anew: it goes when the switch no longer names it. */
const about = ['port_description', 'system_name', 'system_description'] as const

/** Stores who the switch hears by LLDP; others go. @param at when the device was asked */
export async function writeNeighbours(
  work: Work,
  switch_id: number,
  neighbours: readonly NeighbourReading[],
  at: Date,
) {
  const given = toJson(neighbours.slice(0, MOST_NEIGHBOURS))
  const rows = await work.sql<{ if_index: string }>(
    `with g as (
       select distinct on (g.if_index, g.chassis_id, g.port_id) g.* from jsonb_to_recordset($2::jsonb)
           as g(if_index text, chassis_id text, port_id text, ${about.map((name) => `${name} text`).join(', ')})
        order by g.if_index, g.chassis_id, g.port_id),
     gone as (
       delete from switch_neighbour n where n.switch_id = $1::int and n.seen_at <= $3::timestamptz
          and not exists(select from g where (g.if_index, g.chassis_id, g.port_id) = (n.if_index, n.chassis_id, n.port_id))
       returning n.if_index),
     written as (
       insert into switch_neighbour as n (switch_id, if_index, chassis_id, port_id, ${about.join(', ')}, seen_at)
       select $1::int, g.if_index, g.chassis_id, g.port_id, ${about.map((name) => `g.${name}`).join(', ')}, $3::timestamptz from g
       on conflict (switch_id, if_index, chassis_id, port_id)
       do update set ${about.map((name) => `${name} = excluded.${name}`).join(', ')}, seen_at = excluded.seen_at
        where (${about.map((name) => `n.${name}`).join(', ')}) is distinct from (${about.map((name) => `excluded.${name}`).join(', ')})
       returning n.if_index)
     select if_index from gone union select if_index from written`,
    [switch_id, given, at.toISOString()],
  )
  if (rows.length > 0)
    changed(work, { entity: 'switch', entity_id: switch_id, event: 'update', data: { neighbours: rows.length } })
}

/**
 * Stores which addresses were learned where, but for those of uplinks, behind which is everything. One that is no
 * longer learned stays with the time when it was last seen. They change often, so no notification is sent.
 */
export async function writeMacs(work: Work, switch_id: number, macs: readonly MacReading[], at: Date) {
  const uplinks = await work.sql<{ if_index: string }>(
    'select if_index from switch_port where switch_id = $1::int and is_uplink',
    [switch_id],
  )
  const behind = new Set(uplinks.map((port) => port.if_index))
  // Several VLANs may know one address: the last one counts, so that each is there once.
  const one = new Map(macs.filter((mac) => !behind.has(mac.if_index)).map((mac) => [mac.mac, mac]))
  await work.sql(
    `insert into switch_mac as m (switch_id, mac, if_index, vlan_id, seen_at)
     select $1::int, g.mac, g.if_index, g.vlan_id, $3::timestamptz
       from jsonb_to_recordset($2::jsonb) as g(mac text, if_index text, vlan_id int) order by g.mac
     on conflict (switch_id, mac) do update set if_index = excluded.if_index, vlan_id = excluded.vlan_id, seen_at = excluded.seen_at
      where m.seen_at <= excluded.seen_at and ((m.if_index, m.vlan_id) is distinct from (excluded.if_index, excluded.vlan_id)
         or m.seen_at < excluded.seen_at - ${FRESH}) returning 1`,
    [switch_id, toJson([...one.values()].slice(0, MOST_MACS)), at.toISOString()],
  )
}

/** Addresses not seen for a week are forgotten. */
export async function forgetOldMacs(): Promise<void> {
  await db().pool.query("delete from switch_mac where seen_at < now() - interval '7 days'")
}
