import { db } from '../../../db/pool.ts'
import type { Work } from '../../../db/transaction.ts'
import { type Family, IPV4 } from '../../../domain/ip/family.ts'
import { noResources } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { offeredIn } from '../ipnet/offered.ts'
import { type Address, byAdmin, FIELDS, given, noted, type Recipient } from './address.ts'

/**
 * Gives `count` free addresses of one family from the pools, those of the first pool first, or none at all. Atomic within the
 * caller's transaction, and never waits for another one: an address that another transaction is about to take counts as taken.
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

/** Addresses prepared at once: enough for callers that come while the next ones are fetched. */
const STOCK = 256
const restocking = new Map<number, Promise<boolean>>()

/**
 * Prepares free addresses of a range, in a transaction of its own: it blocks no one, and the caller's transaction may
 * last. Callers of this process share one statement a range.
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
    return noResources(
      msg`There are not enough free ${kind} addresses for the ${server_id ? msg`server` : msg`VM`} at the moment`,
    )
  const known = await work.tx.ippool.findMany({
    where: { id: { in: [...pools] } },
    select: { name: true },
    orderBy: { id: 'asc' },
  })
  if (!known.length) return noResources(msg`No pool with ${kind} addresses was chosen, and the cluster has none`)
  const list = known.map((pool) => pool.name).join(', ')
  const names = known.length === 1 ? msg`the pool ${list}` : msg`the pools ${list}`
  const words = found
    ? msg`Only ${found} of ${count} ${kind} addresses are free in ${names}`
    : msg`No free ${kind} address in ${names}`
  return noResources(words)
}

/** Pools that a cluster draws from by itself when a request names none, oldest first; with `publicOnly` those open to all accounts. */
export async function poolsFor(
  work: Work,
  wanted: { cluster_id: number; interface?: number; family: Family; publicOnly?: boolean },
): Promise<number[]> {
  const rows = await work.sql<{ id: number }>(
    `select p.id from ippool p join ippool_cluster c on c.ippool_id = p.id
      where c.cluster_id = $1::int and c.interface = $2::int and p.auto_selection_allowed
        and (p.is_public or not $4::boolean) and exists (select from iprange r left join ipnet n on n.id = r.ipnet_id
          where r.ippool_id = p.id and r.family = $3::int and ${offeredIn('$1::int')}) order by p.id`,
    [wanted.cluster_id, wanted.interface ?? 0, wanted.family, wanted.publicOnly ?? false],
  )
  return rows.map((row) => row.id)
}
