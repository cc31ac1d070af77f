import type { z } from 'zod'
import type { Actor } from '../../../api/context.ts'
import type { Work } from '../../../db/transaction.ts'
import type { HostCreate } from '../../../domain/host/schema.ts'
import { parseAddress } from '../../../domain/ip/address.ts'
import { IPV4 } from '../../../domain/ip/family.ts'
import { forbidden, invalidField, missingLink } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { poolsFor } from '../../network/allocation/allocate.ts'
import type { NamedAddress } from '../../network/allocation/named.ts'
import { offeredIn, requireOffered } from '../../network/ipnet/offered.ts'
import type { requestedAddresses } from './addresses.ts'
import type { AskedInterfaces } from './network/of-new.ts'

/** Maximum number of addresses of one VM: more than any has, and few enough to be allocated in one go. */
const MOST = 256

/**
 * What a creation asks for in the way of addresses, checked as far as that can be done at once. Users draw only from
 * pools of the VM's cluster that are open to all accounts (`is_public`); administrators from any, and from addresses that lie in none.
 */
export async function askedAddresses(
  work: Work,
  actor: Actor,
  cluster_id: number,
  body: HostCreate,
  { usual, ipv4 }: Pick<AskedInterfaces, 'usual' | 'ipv4'> = { usual: true, ipv4: 0 },
): Promise<z.infer<typeof requestedAddresses>> {
  const count = body.ipv4_number ?? null
  if (count !== null && (count < 0 || count > MOST)) throw invalidField('ipv4_number', msg`from 0 to ${MOST}`)
  const public_only = !actor.isAdmin
  const pools = body.ipv4_pool ? [...new Set(body.ipv4_pool)] : null
  if (pools) await checkPools(work, actor, cluster_id, pools, 'ipv4_pool')
  else if (count && !body.ip_addr?.name) await checkOwnPools(work, cluster_id, public_only)
  const named = body.ip_addr ? await checkNamed(work, actor, cluster_id, body.ip_addr, 'ip_addr') : null
  const own = count ?? (named || !usual ? null : await usualCount(work, cluster_id, pools, public_only))
  return {
    pools,
    public_only,
    named,
    count: own ?? (named ? null : 0),
    more: [],
    own: !usual,
    total: (named ? 1 : (own ?? 0)) + ipv4,
  }
}

/** One address, unless there is no pool to take it from: then DHCP gives it. */
async function usualCount(work: Work, cluster_id: number, pools: readonly number[] | null, publicOnly: boolean) {
  if (pools?.length) return 1
  return (await poolsFor(work, { cluster_id, interface: 0, family: IPV4, publicOnly })).length > 0 ? 1 : 0
}

/** How many addresses that makes. */
export const addressCount = ({ count, named, total }: z.infer<typeof requestedAddresses>) =>
  total ?? (named ? 1 : (count ?? 0))

/** That the pools have run out shows only when an address is taken; that there are none shows now. */
async function checkOwnPools(work: Work, cluster_id: number, publicOnly: boolean) {
  if ((await poolsFor(work, { cluster_id, family: IPV4, publicOnly })).length > 0) return
  throw invalidField(
    'ipv4_number',
    msg`the cluster has no pool of IPv4 addresses: connect one to it, or give one in ipv4_pool`,
  )
}

/** Users draw from public pools of the cluster, administrators from any. */
export async function checkPools(
  work: Work,
  actor: Actor,
  cluster_id: number,
  pools: readonly number[],
  field: string,
) {
  const known = await work.sql<{ id: number }>(
    `select id from ippool p where id = any($1::int[]) and ($2 or is_public and exists (select from ippool_cluster c
       where c.ippool_id = p.id and c.cluster_id = $3::int))`,
    [pools, actor.isAdmin, cluster_id],
  )
  const missing = pools.find((id) => !known.some((row) => row.id === id))
  if (missing !== undefined) throw invalidField(field, msg`pool ${missing} does not exist`)
}

async function checkNamedPlaces(work: Work, { ip_pool, ip_network }: Partial<NamedAddress>) {
  if (ip_pool !== undefined && (await work.tx.ippool.count({ where: { id: ip_pool } })) === 0)
    throw missingLink('ip_addr.ip_pool', msg`Pool`, ip_pool)
  if (ip_network !== undefined && (await work.tx.ipnet.count({ where: { id: ip_network } })) === 0)
    throw missingLink('ip_addr.ip_network', msg`Network`, ip_network)
}

/**
 * One address by name, in its usual spelling; null where the name is empty. Users name addresses of public pools of the cluster,
 * administrators any.
 *
 * @param field in which it is named, for the refusal; of an object its `name` is
 */
export async function checkNamed<T extends Partial<NamedAddress>>(
  work: Work,
  actor: Actor,
  cluster_id: number,
  asked: T,
  field: string,
): Promise<(T & { name: string }) | null> {
  await checkNamedPlaces(work, asked)
  if (!asked.name) return null
  const address = parseAddress(asked.name.trim())
  const place = field === 'ip_addr' ? 'ip_addr.name' : field
  if (!address) throw invalidField(place, msg`an address, such as 192.0.2.7`)
  if (actor.isAdmin && !asked.without_allocation) await requireOffered(work, cluster_id, address.text, place)
  if (actor.isAdmin) return { ...asked, name: address.text }
  if (asked.without_allocation) throw forbidden(msg`Only administrators can assign addresses outside all pools`, field)
  const [found] = await work.sql(
    `select r.id from iprange r join ippool_cluster c on c.ippool_id = r.ippool_id
       join ippool p on p.id = r.ippool_id and p.is_public left join ipnet n on n.id = r.ipnet_id
      where coalesce(n.is_public, true) and ${offeredIn('$1::int')} and c.cluster_id = $1::int and inetrange(r.first, r.last, '[]') @> $2::inet limit 1`,
    [cluster_id, address.text],
  )
  if (!found) throw invalidField(place, msg`${address.text} is not one of the addresses of the cluster`)
  return { ...asked, name: address.text }
}
