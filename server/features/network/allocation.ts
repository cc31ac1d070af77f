import { db } from '../../db/pool.ts'
import type { Work } from '../../db/transaction.ts'
import { type Family, IPV4 } from '../../domain/ip/family.ts'
import { PanelError } from '../../domain/shared/errors.ts'
import { changed } from '../../events/changes.ts'

/** An address that was given: what a machine has to be configured with. Names as in the API's address record. */
export type Address = {
  id: number
  ip_addr: string
  family: Family
  /** Dotted for IPv4, the prefix length as text for IPv6. */
  mask: string
  /** Prefix length of the network; 32 or 128 when the address belongs to none. */
  prefix: number
  gateway: string | null
  ippool: number | null
  network: number | null
  host_id: number | null
  host_interface_id: number | null
  cluster_interface: number | null
  server_id: number | null
  account_id: number | null
  state: string
}

/** Who gets the addresses and what is written beside them. */
export type Recipient = {
  host_id?: number | null
  /** `host_interface.id`. */
  interface_id?: number | null
  /** 0 = main network interface, 1 = second. */
  cluster_interface?: number | null
  /** A physical server, instead of a machine. */
  server_id?: number | null
  account_id?: number | null
  domain?: string | null
  /** `allocating` by default: the task that configures the machine says `ok` at its end (`settleAddresses`). */
  state?: 'allocating' | 'ok'
  note?: string
}

/** One address asked for by name, as document 2 spells it (`ip_addr` of a machine). */
export type NamedAddress = {
  name: string
  /** Pool or network that has to contain the address. */
  ip_pool?: number | undefined
  ip_network?: number | undefined
  /** The address may lie outside of all pools: it is only noted as used. */
  without_allocation?: boolean | undefined
}

const FIELDS = `i.id, host(i.ip_addr) as ip_addr, i.family, i.mask, i.gateway, i.ippool_id as ippool, i.ipnet_id as network, i.host_id,
  i.host_interface_id, i.cluster_interface, i.server_id, i.account_id, i.state`
const COLUMNS = `${FIELDS}, masklen(coalesce(n.net, i.ip_addr)) as prefix`

const given = (to: Recipient) =>
  JSON.stringify({
    host_id: to.host_id ?? null,
    host_interface_id: to.interface_id ?? null,
    cluster_interface: to.cluster_interface ?? null,
    server_id: to.server_id ?? null,
    account_id: to.account_id ?? null,
    domain: to.domain ?? null,
    state: to.state ?? 'allocating',
    note: to.note ?? '',
  })

/**
 * Gives `count` free addresses of one family from the pools, those of the first pool first, or none at all. Atomic within the
 * caller's transaction, and never waits for another one: an address that somebody else is about to take counts as taken.
 * With `nets` only ranges of these networks count, 0 being ranges of none.
 * @throws PanelError `no_resources` when the pools hold fewer; the caller's transaction then has to be undone
 */
export async function allocate(
  work: Work,
  wanted: Recipient & { pools: readonly number[]; nets?: readonly number[]; count: number; family: Family },
): Promise<Address[]> {
  const rows: Address[] = []
  while (rows.length < wanted.count) {
    const missing = wanted.count - rows.length
    const answer = await work.sql<Given>(
      `select ${FIELDS}, a.prefix, a.restock, host(a.seen) as seen
         from ip_allocate($1::int[], $2::int, $3::int, jsonb_populate_record(null::ip, $4::jsonb), $5::int[]) a cross join lateral (select (a.got).*) i`,
      [wanted.pools, wanted.family, missing, given(wanted), wanted.nets ?? null],
    )
    rows.push(...answer.filter((row) => row.id !== null).map(({ restock: _, seen: __, ...address }) => address))
    const low = answer.findLast((row) => row.restock !== null)
    const more = low !== undefined && (await restock(low.restock, low.seen, missing))
    if (rows.length < wanted.count && !more) throw await exhausted(work, wanted, rows.length)
  }
  return rows.map((row) => noted(work, row, 'create'))
}

type Given = Address & { restock: number; seen: string }

/** Addresses brought into stock at once: enough for whoever comes while the next ones are fetched. */
const STOCK = 256
const restocking = new Map<number, Promise<boolean>>()

/**
 * Fills the stock of a range, in a transaction of its own: it takes nothing from anybody, and the caller's transaction may last.
 * Callers of this process share one statement a range.
 */
function restock(range_id: number, seen: string, missing: number): Promise<boolean> {
  const running = restocking.get(range_id)
  if (running) return running
  const started = db()
    .pool.query<{ more: boolean }>('select ip_restock($1, $2, $3) as more', [range_id, seen, Math.max(STOCK, missing)])
    .then(({ rows }) => rows[0]?.more ?? false)
    .finally(() => restocking.delete(range_id))
  restocking.set(range_id, started)
  return started
}

/**
 * Gives one address by name, waiting for whoever is just taking or releasing it.
 * @throws PanelError `refused` when it is reserved or not where it was asked for, `in_use` when it is taken
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
  return wanted.map((_, n) => noted(work, found.get(n + 1)!, 'create'))
}

/**
 * Gives back addresses by their ids, or all of a machine. Answers what was given back; unknown ids are passed over. A server whose
 * main address goes gets the oldest IPv4 address that it keeps as its main one.
 */
export async function release(work: Work, which: { host_id: number } | { ids: readonly number[] }): Promise<Address[]> {
  const ids =
    'ids' in which ? which.ids : (await work.tx.ip.findMany({ where: which, select: { id: true } })).map((x) => x.id)
  if (!ids.length) return []
  const servers = 'ids' in which ? await lockServersOf(work, ids) : []
  const rows = await work.sql<Address>(
    `select ${COLUMNS} from ip_release($1::int[]) i left join ipnet n on n.id = i.ipnet_id order by i.id`,
    [ids],
  )
  if (servers.length) await keepMain(work, servers)
  return rows.map((row) => noted(work, row, 'delete'))
}

type Server = { id: number; owner_id: number | null }

/** The servers that have the addresses, locked: always the server first, then its addresses. */
const lockServersOf = (work: Work, ids: readonly number[]) =>
  work.sql<Server>(
    'select id, owner_id from server where id in (select server_id from ip where id = any ($1::int[])) order by id for update',
    [ids],
  )

async function keepMain(work: Work, servers: readonly Server[]) {
  await work.sql(
    `update server s set main_ip_id = (select i.id from ip i where i.server_id = s.id and i.family = 2
              and i.state not in ('deleting', 'allocation_fail') order by i.id limit 1)
      where s.id = any ($1::int[]) and s.main_ip_id is null returning s.id`,
    [servers.map(({ id }) => id)],
  )
  // All of them changed: a server shows all its addresses.
  for (const { id, owner_id } of servers)
    changed(work, { entity: 'server', entity_id: id, event: 'update', account_id: owner_id })
}

/**
 * Puts another address in the place of a given one, whose id and machine stay; gateway, mask, pool and network become those of
 * the new address. The same rules as for `allocateNamed`, but that it may lie outside of all pools when the old one did.
 */
export async function moveAddress(
  work: Work,
  row: { id: number; ip_addr: string; ippool_id: number | null },
  name: string,
): Promise<void> {
  await checkPlaces(work, [{ name, without_allocation: row.ippool_id === null }])
  const [moved] = await work.sql<{ id: number }>('select ip_move($1::int, $2::inet) as id', [row.id, name])
  if (!moved?.id) throw await taken(work, name, null)
}

/**
 * Says how the configuration of addresses ended, or that it begins anew. Failure of an address that was never configured is
 * `allocation_fail`, as its state table has it.
 */
export async function settleAddresses(
  work: Work,
  which: { host_id: number } | { ids: readonly number[] },
  state: 'ok' | 'fail' | 'in_progress',
): Promise<void> {
  const [column, value] = 'ids' in which ? ['id', which.ids] : ['host_id', [which.host_id]]
  const rows = await work.sql<Address>(
    `with moved as (update ip set state = case when state = 'allocating' and $2 = 'fail' then 'allocation_fail' else $2 end
                     where ${column} = any ($1::int[]) and state <> $2 returning *)
     select ${COLUMNS} from moved i left join ipnet n on n.id = i.ipnet_id order by i.id`,
    [value, state],
  )
  for (const row of rows) noted(work, row, 'update')
}

/** Pools that a cluster draws from by itself when a request names none, oldest first. */
export async function poolsFor(
  work: Work,
  wanted: { cluster_id: number; interface?: number; family: Family },
): Promise<number[]> {
  const rows = await work.sql<{ id: number }>(
    `select p.id from ippool p join ippool_cluster c on c.ippool_id = p.id
      where c.cluster_id = $1::int and c.interface = $2::int and p.auto_selection_allowed
        and exists (select from iprange r where r.ippool_id = p.id and r.family = $3::int) order by p.id`,
    [wanted.cluster_id, wanted.interface ?? 0, wanted.family],
  )
  return rows.map((row) => row.id)
}

function noted(work: Work, row: Address, event: 'create' | 'update' | 'delete'): Address {
  changed(work, {
    entity: 'ip',
    entity_id: row.id,
    event,
    account_id: row.account_id,
    data: { ip_addr: row.ip_addr, state: row.state },
    relations: {
      ...(row.host_id && { host: row.host_id }),
      ...(row.server_id && { server: row.server_id }),
      ...(row.ippool && { ippool: row.ippool }),
    },
  })
  return row
}

async function exhausted(
  work: Work,
  {
    pools,
    family,
    count,
    account_id,
    server_id,
  }: Recipient & { pools: readonly number[]; family: Family; count: number },
  found: number,
) {
  const kind = family === IPV4 ? 'IPv4' : 'IPv6'
  const [open] = await work.sql<{ all: boolean }>(`select ${byAdmin('$1')} as all`, [account_id ?? null])
  // Pools are the administrators' business.
  if (!open?.all && pools.length)
    return new PanelError(
      'no_resources',
      `There are not enough free ${kind} addresses for the ${server_id ? 'server' : 'machine'} at the moment`,
    )
  const known = await work.tx.ippool.findMany({
    where: { id: { in: [...pools] } },
    select: { name: true },
    orderBy: { id: 'asc' },
  })
  if (!known.length)
    return new PanelError('no_resources', `No pool with ${kind} addresses was chosen, and the cluster has none`)
  const names = `the ${known.length === 1 ? 'pool' : 'pools'} ${known.map((pool) => pool.name).join(', ')}`
  const words = found
    ? `Only ${found} of ${count} ${kind} addresses are free in ${names}`
    : `No free ${kind} address in ${names}`
  return new PanelError('no_resources', words)
}

/** Who has an address is told to administrators and to its owner. */
async function taken(work: Work, name: string, account_id: number | null) {
  const [row] = await work.sql<{ by: string | null }>(
    `select coalesce('the virtual machine ' || h.name, 'the server ' || s.name) as by from ip i
       left join host h on h.id = i.host_id and (h.account_id = $2::int or ${byAdmin('$2')})
       left join server s on s.id = i.server_id and (s.owner_id = $2::int or ${byAdmin('$2')})
      where i.ip_addr = $1::inet`,
    [name, account_id],
  )
  const by = row?.by ? ` by ${row.by}` : ''
  return new PanelError('in_use', `${name} is used${by} already`, { value: name })
}

type Place = {
  ippool_id: number | null
  ipnet_id: number | null
  ipnet_name: string | null
  gateway: boolean
  reserved: boolean
}

/** SQL: what is done is done by the panel itself or for an administrator, to whom everything may be named. */
const byAdmin = (account: string) =>
  `(${account}::int is null or exists (select from account where id = ${account}::int and '@admin' = any (roles)))`

/** The rules of named addresses, one statement. */
async function checkPlaces(work: Work, wanted: readonly NamedAddress[]) {
  const rows = await work.sql<Place & { asked: number }>(
    `select a.n::int as asked, i.ippool_id, n.id as ipnet_id, n.name as ipnet_name, coalesce(n.gateway = a.addr, false) as gateway,
            coalesce(a.addr = any (ipnet_reserved(n.net, n.gateway, n.need_reserve)), false) as reserved
       from (select x.name::inet as addr, x.n from unnest($1::text[]) with ordinality x(name, n)) a
       left join ipnet n on n.net >>= a.addr left join iprange i on inetrange(i.first, i.last, '[]') @> a.addr`,
    [wanted.map(({ name }) => name)],
  )
  const places = new Map(rows.map((row) => [row.asked, row]))
  for (const [n, address] of wanted.entries()) refusePlace(address, places.get(n + 1))
}

function refusePlace({ name, ip_pool, ip_network, without_allocation }: NamedAddress, at: Place | undefined) {
  const refuse = (words: string) => new PanelError('refused', `${name} ${words}`, { value: name })
  if (at?.gateway) throw refuse(`is the gateway of ${at.ipnet_name}`)
  if (at?.reserved) throw refuse(`is reserved in ${at.ipnet_name}: it is the network's own or its broadcast address`)
  if (ip_network !== undefined && at?.ipnet_id !== ip_network) throw refuse('does not lie in the chosen network')
  if (ip_pool !== undefined && at?.ippool_id !== ip_pool) throw refuse('does not lie in the chosen pool')
  if (!without_allocation && !at?.ippool_id) throw refuse('lies in no address pool')
}
