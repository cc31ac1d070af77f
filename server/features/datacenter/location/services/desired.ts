import { db } from '../../../../db/pool.ts'
import { unseal } from '../../../../db/secrets.ts'
import type { BootInterface, BootServices } from '../../../../drivers/control-host/boot/types.ts'
import type { DhcpSubnet, Reservation } from '../../../../protocols/kea/types.ts'
import { ignoredMacs } from '../../machine/ignored.ts'

/** Where the web server listens unless another port was given. */
export const WEB_PORT = 8080

export type ServiceParams = {
  interfaces_4?: string[]
  ranges?: { first: string; last: string }[]
  nameservers?: string[]
  discovery?: boolean
}
export type WebParams = { addresses?: string[]; port?: number }

type Network = {
  id: number
  cidr: string
  gateway: string | null
  /** Addresses of the control host in it. */
  own: string[] | null
  ranges: { first: string; last: string }[] | null
  reservations: { mac: string; ip: string | null; hostname: string | null }[] | null
}

/**
 * What the control host of a location should run, by the records: a segment for each IPv4 network of the location, a reservation for each network card
 * of its servers. The first card of a server gets an address that the server has in that network. A network in which the control host has no address of its own
 * is reached by the relay at its gateway.
 *
 * @param interfaces of the control host as they are now
 * @returns null without an address that machines could reach
 */
export async function bootServicesOf(
  location_id: number,
  interfaces: readonly BootInterface[],
): Promise<BootServices | null> {
  const location = await db().prisma.location.findUniqueOrThrow({ where: { id: location_id } })
  const dhcp = location.params_dhcp as ServiceParams
  const web = location.params_web as WebParams
  const chosen = interfaces.filter(({ name }) => dhcp.interfaces_4?.includes(name))
  const held = chosen.flatMap(({ name, addresses }) => addresses.map((address) => ({ name, address })))
  const plain = ({ address }: { address: string }) => address.split('/')[0] ?? ''
  const addresses = web.addresses?.length ? web.addresses : held.map(plain)
  const listens = (one: { address: string }) => addresses.includes(plain(one))
  const [first] = addresses
  if (first === undefined) return null
  const port = web.port ?? WEB_PORT
  const networks = await networksOf(location_id, held.map(plain), dhcp.ranges ?? [])
  const tickets = await ticketsOf(location_id)
  const subnets = networks.flatMap((network): DhcpSubnet[] => {
    const inside = held.filter((one) => network.own?.includes(plain(one)))
    const via = inside.find(listens) ?? inside[0]
    if (!via && network.gateway === null) return []
    // Only where the web server listens; without such an address at the interface it is the first of all.
    const at = via && (listens(via) ? via : held.find((one) => one.name === via.name && listens(one)))
    return [
      {
        id: network.id,
        cidr: network.cidr,
        via: via ? { interface: via.name } : { relays: [network.gateway as string] },
        gateway: network.gateway,
        nameservers: dhcp.nameservers ?? [],
        ranges: network.ranges ?? [],
        reservations: (network.reservations ?? []).map((one): Reservation => {
          const ticket = tickets.get(one.mac)
          return ticket === undefined ? one : { ...one, boot: { ticket } }
        }),
        ...(at && { server: plain(at) }),
      },
    ]
  })
  return {
    web: { addresses, port },
    dhcp: {
      interfaces: chosen.map(({ name }) => name),
      web: { address: first, port },
      subnets,
      discovery: dhcp.discovery ?? false,
      ...(dhcp.discovery && { ignored: await ignoredMacs(location_id) }),
    },
  }
}

/** One statement, whatever the number of servers. */
async function networksOf(
  location_id: number,
  own: readonly string[],
  ranges: readonly { first: string; last: string }[],
): Promise<Network[]> {
  const { rows } = await db().pool.query<Network>(
    `with net as (select id, net, gateway from ipnet where location_id = $1 and family = 2),
          card as (select m.mac, s.id as server_id, coalesce(s.domain, s.name) as hostname, s.main_ip_id,
                          row_number() over (partition by s.id order by m.position, m.mac) as place
                     from server s join server_mac m on m.server_id = s.id where s.location_id = $1)
     select n.id, n.net::text as cidr, host(n.gateway) as gateway,
            (select array_agg(o) from unnest($2::text[]) o where o::inet << n.net) as own,
            (select jsonb_agg(to_jsonb(r) order by r.first::inet) from jsonb_to_recordset($3::jsonb) as r(first text, last text)
              where r.first::inet << n.net and r.last::inet << n.net) as ranges,
            (select jsonb_agg(jsonb_build_object('mac', c.mac, 'ip', a.ip, 'hostname', c.hostname) order by c.mac)
               from card c
               left join lateral (select host(i.ip_addr) as ip from ip i
                                   where c.place = 1 and i.server_id = c.server_id and i.family = 2 and i.ip_addr << n.net
                                   order by (i.id = c.main_ip_id) desc nulls last, i.id limit 1) a on true) as reservations
       from net n order by n.id`,
    [location_id, own, JSON.stringify(ranges)],
  )
  return rows
}

/** Tickets of the servers that are to boot into an operation, by the card that they boot by. */
async function ticketsOf(location_id: number): Promise<Map<string, string>> {
  const rows = await db().prisma.operation.findMany({
    where: { location_id, ended_at: null, ticket: { not: null } },
    select: { id: true, mac: true, ticket: true },
  })
  return new Map(
    rows.map(({ id, mac, ticket }) => [mac, unseal(ticket ?? '', { table: 'operation', id, column: 'ticket' })]),
  )
}
