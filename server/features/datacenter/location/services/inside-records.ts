import { db } from '../../../../db/pool.ts'
import type { BootInterface } from '../../../../drivers/control-host/boot/types.ts'

type Named = { id: number; name: string }

/** Servers of the panel by their network cards, `card` counted from 0. */
export async function serversByMac(macs: readonly string[]): Promise<Map<string, Named & { card: number }>> {
  const { rows } = await db().pool.query<Named & { mac: string; card: number }>(
    `select m.mac, s.id, s.name, m.position as card from server_mac m join server s on s.id = m.server_id
      where m.mac = any($1::text[])`,
    [macs],
  )
  return new Map(rows.map(({ mac, ...server }) => [mac, server]))
}

/** Machines of a location that are no servers of the panel yet, by all cards that they were seen with; the one that was seen last. */
export async function machinesByMac(
  location_id: number,
  macs: readonly string[],
): Promise<Map<string, { id: number; product: string; serial: string }>> {
  const { rows } = await db().pool.query<{ mac: string; id: number; product: string; serial: string }>(
    `select distinct on (c.mac) c.mac, m.id, m.product, m.serial
       from machine m cross join lateral unnest(m.mac || m.boot_macs || m.macs) as c(mac)
      where m.location_id = $1::int and m.state <> 'adopted' and c.mac = any($2::text[])
      order by c.mac, m.seen_at desc`,
    [location_id, macs],
  )
  return new Map(rows.map(({ mac, ...machine }) => [mac, machine]))
}

/** What the OS templates of a location call their files, by the sum of each. */
export async function filesByRecord(
  location_id: number,
  sums: readonly string[],
): Promise<Map<string, { file: string; bytes: number; templates: Named[] }>> {
  type Row = { sha256: string; file: string; bytes: number; templates: Named[] }
  const { rows } = await db().pool.query<Row>(
    `select f.value->>'sha256' as sha256, min(f.value->>'file') as file, max((f.value->>'bytes')::float8) as bytes,
            jsonb_agg(distinct jsonb_build_object('id', t.id, 'name', t.name)) as templates
       from os_template_location o join os_template t on t.id = o.template_id
      cross join lateral (values (o.content), (o.wanted)) c(content)
      cross join lateral jsonb_each(case jsonb_typeof(c.content) when 'object' then c.content else '{}' end) f
      where o.location_id = $1::int and jsonb_typeof(f.value) = 'object' and f.value->>'sha256' = any($2::text[])
      group by 1`,
    [location_id, sums],
  )
  return new Map(rows.map(({ sha256, ...file }) => [sha256, file]))
}

/** Networks of a location in which its control host has addresses, by the name of the interface. */
export async function networksOfInterfaces(
  location_id: number,
  interfaces: readonly BootInterface[],
): Promise<Map<string, Named>> {
  const held = interfaces.flatMap(({ name, addresses }) =>
    addresses.map((address) => ({ name, address: address.split('/')[0] })),
  )
  const { rows } = await db().pool.query<Named & { interface: string }>(
    `select distinct on (h.name) h.name as interface, n.id, n.name
       from jsonb_to_recordset($2::jsonb) as h(name text, address text)
       join ipnet n on n.location_id = $1::int and n.family = 2 and h.address::inet << n.net
      order by h.name, masklen(n.net) desc, n.id`,
    [location_id, JSON.stringify(held)],
  )
  return new Map(rows.map(({ interface: name, ...network }) => [name, network]))
}
