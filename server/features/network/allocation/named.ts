import type { Work } from '../../../db/transaction.ts'
import { inUse, refused } from '../../../domain/shared/errors.ts'
import { msg, type Text } from '../../../shared/text.ts'
import { bootRangesSql } from '../boot-ranges.ts'
import { type Address, byAdmin, COLUMNS, given, noted, type Recipient } from './address.ts'

/** One address requested by name, as document 2 spells it (`ip_addr` of a VM). */
export type NamedAddress = {
  name: string
  /** Pool or network that has to contain the address. */
  ip_pool?: number | undefined
  ip_network?: number | undefined
  /** The address may lie outside of all pools: it is only noted as used. */
  without_allocation?: boolean | undefined
}

/**
 *
 * Allocates one address by name, waiting for a transaction that is taking or releasing it.
 * @throws PanelError `refused` when it is reserved or not in the requested place, `in_use` when it is taken
 */
export async function allocateNamed(work: Work, address: NamedAddress, to: Recipient): Promise<Address> {
  return (await allocateAllNamed(work, [{ ...address, to }]))[0]!
}

/** The same of many, all or none, in two statements. Answers them in the order given. */
export async function allocateAllNamed(
  work: Work,
  wanted: readonly (NamedAddress & { to: Recipient })[],
): Promise<Address[]> {
  await checkPlaces(work, wanted)
  const rows = await work.sql<Address & { asked: number }>(
    `select ${COLUMNS}, a.n::int as asked from unnest($1::text[], $2::text[]) with ordinality a(name, given, n)
       cross join lateral ip_claim(a.name::inet, jsonb_populate_record(null::ip, a.given::jsonb)) i left join ipnet n on n.id = i.ipnet_id`,
    [wanted.map(({ name }) => name), wanted.map(({ to }) => given(to))],
  )
  const found = new Map(rows.map(({ asked, ...row }) => [asked, row]))
  const missing = wanted.find((_, n) => !found.has(n + 1))
  if (missing) throw await taken(work, missing.name, missing.to.account_id ?? null)
  // It became the gateway while the claim waited for the change of its network.
  if (rows.some(({ ip_addr, gateway }) => ip_addr === gateway)) await checkPlaces(work, wanted)
  return wanted.map((_, n) => noted(work, found.get(n + 1)!, 'create'))
}

/** Keeps the network of an address as it is. It comes before rows of addresses, as where a network is changed. */
export const holdNetwork = (work: Work, name: string) =>
  work.sql('select id from ipnet where net >>= $1::inet for key share', [name])

/**
 * Replaces an address by another one; its id and VM stay; gateway, mask, pool and network become those of the new
 * address. The same rules as for `allocateNamed`, except that it may lie outside of all pools when the old one did.
 */
export async function moveAddress(
  work: Work,
  row: { id: number; ip_addr: string; ippool_id: number | null },
  name: string,
): Promise<void> {
  await holdNetwork(work, name)
  await checkPlaces(work, [{ name, without_allocation: row.ippool_id === null }])
  const [moved] = await work.sql<{ id: number }>('select ip_move($1::int, $2::inet) as id', [row.id, name])
  if (!moved?.id) throw await taken(work, name, null)
}

/** Name of the VM or server that has an address; nothing where that must not be shown. */
export type User = { host: string | null; server: string | null }

export const userLabel = ({ host, server }: User): Text | null =>
  host !== null ? msg`the VM ${host}` : server !== null ? msg`the server ${server}` : null

/** The user of an address is shown to administrators and to its owner. */
async function taken(work: Work, name: string, account_id: number | null) {
  const [row] = await work.sql<User>(
    `select h.name as host, s.name as server from ip i
       left join host h on h.id = i.host_id and (h.account_id = $2::int or ${byAdmin('$2')})
       left join server s on s.id = i.server_id and (s.owner_id = $2::int or ${byAdmin('$2')})
      where i.ip_addr = $1::inet`,
    [name, account_id],
  )
  const by = row && userLabel(row)
  return inUse(by ? msg`${name} is already used by ${by}` : msg`${name} is already used`, name)
}

type Place = {
  ippool_id: number | null
  ipnet_id: number | null
  ipnet_name: string | null
  gateway: boolean
  reserved: boolean
  /** Location in whose boot range it lies. */
  boots: string | null
}

/** The rules of named addresses, one statement. */
async function checkPlaces(work: Work, wanted: readonly NamedAddress[]) {
  const rows = await work.sql<Place & { asked: number }>(
    `select a.n::int as asked, i.ippool_id, n.id as ipnet_id, n.name as ipnet_name, coalesce(n.gateway = a.addr, false) as gateway,
            coalesce(a.addr = any (ipnet_reserved(n.net, n.gateway, n.need_reserve)), false) as reserved,
            (select b.location from ${bootRangesSql} b where a.addr between b.first and b.last limit 1) as boots
       from (select x.name::inet as addr, x.n from unnest($1::text[]) with ordinality x(name, n)) a
       left join ipnet n on n.net >>= a.addr left join iprange i on inetrange(i.first, i.last, '[]') @> a.addr`,
    [wanted.map(({ name }) => name)],
  )
  const places = new Map(rows.map((row) => [row.asked, row]))
  for (const [n, address] of wanted.entries()) rejectPlace(address, places.get(n + 1))
}

function rejectPlace({ name, ip_pool, ip_network, without_allocation }: NamedAddress, at: Place | undefined) {
  const reject = (words: Text) => refused(msg`${name} ${words}`, name)
  if (at?.gateway) throw reject(msg`is the gateway of ${at.ipnet_name ?? ''}`)
  if (at?.reserved)
    throw reject(msg`is reserved in ${at.ipnet_name ?? ''}: it is the network's own or its broadcast address`)
  if (typeof at?.boots === 'string') throw reject(msg`lies in a boot range of the location ${at.boots}`)
  if (ip_network !== undefined && at?.ipnet_id !== ip_network) throw reject(msg`is not in the chosen network`)
  if (ip_pool !== undefined && at?.ippool_id !== ip_pool) throw reject(msg`is not in the chosen pool`)
  if (!without_allocation && !at?.ippool_id) throw reject(msg`is not in any address pool`)
}
