import type { Work } from '../../../db/transaction.ts'
import { type Network, networkText } from '../../../domain/ip/address.ts'
import { alreadyExists, inUse, refused } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { type User, userLabel } from '../allocation/named.ts'
import { rejectBootRange } from '../boot-ranges.ts'
import { rejectUsed } from '../structure.ts'

export const overlap = (network: Network, other?: string) =>
  alreadyExists(
    other
      ? msg`${networkText(network)} overlaps the network ${other}`
      : msg`${networkText(network)} overlaps another network`,
    'name',
  )

export async function rejectOverlap(work: Work, network: Network, self: number | null) {
  const name = networkText(network)
  const [other] = await work.sql<{ name: string }>(
    'select name from ipnet where net && $1::inet and id is distinct from $2::int order by net limit 1',
    [name, self],
  )
  if (other) throw overlap(network, other.name)
  const [range] = await work.sql<{ name: string; pool: string }>(
    `select r.name, p.name as pool from iprange r join ippool p on p.id = r.ippool_id
      where (r.first <<= $1::inet) <> (r.last <<= $1::inet) or (r.first < $1::inet and r.last > broadcast($1::inet) and family(r.first) = family($1::inet))
      order by r.first limit 1`,
    [name],
  )
  if (range)
    throw refused(msg`The range ${range.name} of the pool ${range.pool} would be only partly in ${name}`, 'name')
}

/**
 * Takes the address of a gateway from the free ones, waiting for a transaction that is taking it, and rejects it when
 * it is used.
 */
export async function reserveGateway(work: Work, gateway: string | null) {
  if (!gateway) return
  await rejectBootRange(work, msg`The gateway ${gateway}`, [gateway, gateway], 'gateway')
  await work.sql('delete from ip_free where ip_addr = $1::inet returning 1', [gateway])
  const [used] = await work.sql<User>(
    `select h.name as host, s.name as server from ip i
       left join host h on h.id = i.host_id left join server s on s.id = i.server_id where i.ip_addr = $1::inet`,
    [gateway],
  )
  if (!used) return
  const by = userLabel(used)
  const words = by
    ? msg`${gateway} cannot be the gateway: it is used by ${by}`
    : msg`${gateway} cannot be the gateway: it is used`
  throw inUse(words, 'gateway')
}

/** An address that is the gateway no more can be given, if it is one of a range and its turn was already. */
export async function freeGateway(work: Work, gateway: string | null) {
  if (!gateway) return
  await work.sql(
    `insert into ip_free (iprange_id, ip_addr) select r.id, $1::inet from iprange r
      where inetrange(r.first, r.last, '[]') @> $1::inet and $1::inet < r.frontier and not exists (select from ip where ip_addr = $1::inet)
      on conflict do nothing returning 1`,
    [gateway],
  )
}

export async function rejectOutside(work: Work, id: number, name: string) {
  const [range] = await work.sql<{ name: string; pool: string }>(
    `select r.name, p.name as pool from iprange r join ippool p on p.id = r.ippool_id
      where r.ipnet_id = $1::int and not (r.first <<= $2::inet and r.last <<= $2::inet) order by r.first limit 1`,
    [id, name],
  )
  if (range) throw inUse(msg`The range ${range.name} of the pool ${range.pool} would be outside ${name}`, 'name')
  await rejectUsed(work, msg`Outside the network`, 'i.ipnet_id = $1::int and not i.ip_addr <<= $2::inet', [id, name])
}

/** Ranges and addresses within the network become its own. */
export async function adopt(work: Work, id: number) {
  await work.sql(
    'update iprange r set ipnet_id = n.id from ipnet n where n.id = $1::int and r.ipnet_id is null and r.first <<= n.net and r.last <<= n.net returning r.id',
    [id],
  )
  await work.sql(
    `update ip i set ipnet_id = n.id, gateway = coalesce(i.gateway, host(n.gateway)), mask = ip_mask(n.net, i.family) from ipnet n
      where n.id = $1::int and i.ipnet_id is null and i.ip_addr between host(n.net)::inet and host(broadcast(n.net))::inet returning i.id`,
    [id],
  )
}
