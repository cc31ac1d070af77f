import type { z } from 'zod'
import type { Actor } from '../../../api/context.ts'
import type { Work } from '../../../db/transaction.ts'
import type { HostCreate } from '../../../domain/host/schema.ts'
import { parseAddress } from '../../../domain/ip/address.ts'
import { IPV4 } from '../../../domain/ip/family.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { poolsFor } from '../../network/allocation/stock.ts'
import type { requestedAddresses } from './addresses.ts'

/** Addresses of one machine: more than any has, and few enough to be given in one go. */
const MOST = 256

const invalid = (field: string, words: string) =>
  new PanelError('invalid_input', `${field}: ${words}`, { value: field })

/**
 * What a creation asks for in the way of addresses, checked as far as that can be done at once. Users draw from the pools of
 * the machine's cluster only; administrators from any, and from addresses that lie in none.
 */
export async function askedAddresses(
  work: Work,
  actor: Actor,
  cluster_id: number,
  body: HostCreate,
): Promise<z.infer<typeof requestedAddresses>> {
  const count = body.ipv4_number ?? null
  if (count !== null && (count < 0 || count > MOST)) throw invalid('ipv4_number', `from 0 to ${MOST}`)
  const pools = body.ipv4_pool ? [...new Set(body.ipv4_pool)] : null
  if (pools) await checkPools(work, actor, cluster_id, pools)
  else if (count && !body.ip_addr?.name) await checkOwnPools(work, cluster_id)
  const named = body.ip_addr?.name ? { ...body.ip_addr, name: await checkNamed(work, actor, cluster_id, body) } : null
  return { pools, count, named }
}

/** That the pools have run out shows only when an address is taken; that there are none shows now. */
async function checkOwnPools(work: Work, cluster_id: number) {
  if ((await poolsFor(work, { cluster_id, family: IPV4 })).length > 0) return
  throw invalid(
    'ipv4_number',
    'the cluster has no pool of IPv4 addresses: connect one with it, or name one in ipv4_pool',
  )
}

async function checkPools(work: Work, actor: Actor, cluster_id: number, pools: readonly number[]) {
  const known = await work.sql<{ id: number }>(
    `select id from ippool p where id = any($1::int[]) and ($2 or exists (select from ippool_cluster c
       where c.ippool_id = p.id and c.cluster_id = $3::int))`,
    [pools, actor.isAdmin, cluster_id],
  )
  const missing = pools.find((id) => !known.some((row) => row.id === id))
  if (missing !== undefined) throw invalid('ipv4_pool', `there is no pool ${missing} to take addresses from`)
}

async function checkNamed(work: Work, actor: Actor, cluster_id: number, body: HostCreate): Promise<string> {
  const address = parseAddress(body.ip_addr?.name.trim() ?? '')
  if (!address) throw invalid('ip_addr.name', 'an address, like 192.0.2.7')
  if (actor.isAdmin) return address.text
  if (body.ip_addr?.without_allocation)
    throw new PanelError('forbidden', 'Only administrators give addresses that lie in no pool', { value: 'ip_addr' })
  const [found] = await work.sql(
    `select r.id from iprange r join ippool_cluster c on c.ippool_id = r.ippool_id
      where c.cluster_id = $1::int and inetrange(r.first, r.last, '[]') @> $2::inet limit 1`,
    [cluster_id, address.text],
  )
  if (!found) throw invalid('ip_addr.name', `${address.text} is not one of the addresses of the cluster`)
  return address.text
}
