import { db } from '../../../db/pool.ts'
import {
  addressText,
  contains,
  type Network,
  networkText,
  parseAddress,
  parseCidr,
  sizeOf,
} from '../../../domain/ip/address.ts'
import { type Family, IPV4 } from '../../../domain/ip/family.ts'
import { type IpnetMap, MAX_CELLS, type MapAddress } from '../../../domain/ipnet/map.ts'
import { invalidInput, notFound } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'

/** More runs and ranges than a page can show. */
const MOST = 500
/** Summaries are of networks of this length, or longer blocks where there would be more than fit. */
const BLOCK_PREFIX = 24

type NetworkRow = { name: string; family: Family; gateway: string | null; need_reserve: boolean }
type RangeRow = { id: number; first: string; last: string; pool_id: number; pool: string }
type Shown = Pick<IpnetMap, 'view' | 'addresses' | 'blocks' | 'runs' | 'more' | 'using_ip'>

/**
 * What lies where in a network. Three statements, whatever its size: up to 1,024 addresses one by one, larger IPv4 blocks as
 * summaries of /24, larger IPv6 blocks as runs of used addresses.
 * @param part a piece of the network in CIDR form; all of it when absent
 */
export async function mapNetwork(id: number, part: string | undefined): Promise<IpnetMap> {
  const { rows } = await db().pool.query<NetworkRow>(
    'select name, family, host(gateway) as gateway, need_reserve from ipnet where id = $1',
    [id],
  )
  const row = rows[0]
  if (!row) throw notFound(msg`Network`, id)
  const network = parseCidr(row.name)
  if (!network) throw new Error(`Network ${id} is called ${row.name}`)
  const block = part === undefined ? network : readPart(part, network)
  const found = await rangesIn(block)
  const ranges = found.slice(0, MOST)
  const used = await usedIn(block, ranges)
  return {
    id,
    name: row.name,
    family: row.family,
    block: networkText(block),
    size: String(sizeOf(block)),
    reserved: reservedOf(network, row, block),
    ranges: ranges.map(({ id, first, last, pool_id, pool }) => ({
      id,
      first,
      last,
      pool: { id: pool_id, name: pool },
      start: offsetIn(block, first),
      end: offsetIn(block, last),
    })),
    ...used,
    more: used.more || found.length > MOST,
  }
}

function readPart(text: string, network: Network): Network {
  const part = parseCidr(text)
  if (!part?.exact || !contains(network, part))
    throw invalidInput(msg`block: a part of ${networkText(network)} in CIDR form`, 'block')
  return part
}

const numberOf = (text: string) => parseAddress(text)?.value ?? 0n

/** Where an address lies in a block that is shown one by one; ends that lie outside are drawn to the edge. */
function offsetIn(block: Network, text: string): number | null {
  if (sizeOf(block) > BigInt(MAX_CELLS)) return null
  const value = numberOf(text)
  const inside = value < block.first ? block.first : value > block.last ? block.last : value
  return Number(inside - block.first)
}

function reservedOf(network: Network, row: NetworkRow, block: Network): IpnetMap['reserved'] {
  const keeps = row.need_reserve && network.prefix < (row.family === IPV4 ? 31 : 127)
  const all = [
    ...(keeps ? [{ value: network.first, kind: 'network' as const }] : []),
    ...(row.gateway ? [{ value: numberOf(row.gateway), kind: 'gateway' as const }] : []),
    ...(keeps && row.family === IPV4 ? [{ value: network.last, kind: 'broadcast' as const }] : []),
  ]
  return all
    .filter(({ value }) => value >= block.first && value <= block.last)
    .map(({ value, kind }) => {
      const name = addressText(row.family, value)
      return { name, kind, offset: offsetIn(block, name) }
    })
}

async function rangesIn(block: Network): Promise<RangeRow[]> {
  const { rows } = await db().pool.query<RangeRow>(
    `select r.id, host(r.first) as first, host(r.last) as last, p.id as pool_id, p.name as pool
       from iprange r join ippool p on p.id = r.ippool_id
      where inetrange(r.first, r.last, '[]') && inetrange($1::inet, $2::inet, '[]') order by r.first limit ${MOST + 1}`,
    ends(block),
  )
  return rows
}

const ends = (block: Network) => [addressText(block.family, block.first), addressText(block.family, block.last)]

async function usedIn(block: Network, ranges: readonly RangeRow[]): Promise<Shown> {
  const nothing = { addresses: [], blocks: [], runs: [], more: false }
  if (sizeOf(block) <= BigInt(MAX_CELLS)) {
    const addresses = await addressesIn(block)
    return { ...nothing, view: 'addresses', addresses, using_ip: addresses.length }
  }
  if (block.family === IPV4) {
    const blocks = await blocksOf(block, ranges)
    return { ...nothing, view: 'blocks', blocks, using_ip: blocks.reduce((sum, one) => sum + one.using_ip, 0) }
  }
  const { runs, total } = await runsIn(block)
  return { ...nothing, view: 'runs', runs: runs.slice(0, MOST), more: runs.length > MOST, using_ip: total }
}

async function addressesIn(block: Network): Promise<MapAddress[]> {
  const { rows } = await db().pool.query<MapAddress>(
    `select i.id, host(i.ip_addr) as name, (i.ip_addr - $1::inet)::int as offset, i.state as status, coalesce(i.domain, '') as domain,
            case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end as server,
            case when h.id is not null then json_build_object('id', h.id, 'name', h.name) end as host, a.email as owner
       from ip i left join server s on s.id = i.server_id left join host h on h.id = i.host_id left join account a on a.id = i.account_id
      where i.ip_addr between $1::inet and $2::inet order by i.ip_addr`,
    ends(block),
  )
  return rows
}

/** Every block in turn, also those without a used address. */
async function blocksOf(block: Network, ranges: readonly RangeRow[]): Promise<IpnetMap['blocks']> {
  // /24, or what makes at most 1,024 of them.
  const prefix = Math.min(BLOCK_PREFIX, block.prefix + 10)
  const { rows } = await db().pool.query<{ first: string; used: number }>(
    `select host(network(set_masklen(ip_addr, $3))) as first, count(*)::int as used
       from ip where ip_addr between $1::inet and $2::inet group by 1`,
    [...ends(block), prefix],
  )
  const used = new Map(rows.map((row) => [row.first, row.used]))
  const size = 1n << BigInt(32 - prefix)
  const spans = ranges.map((range) => ({ first: numberOf(range.first), last: numberOf(range.last) }))
  return Array.from({ length: Number(sizeOf(block) / size) }, (_, at) => {
    const first = block.first + BigInt(at) * size
    const last = first + size - 1n
    const text = addressText(block.family, first)
    const inRanges = spans.reduce((sum, span) => sum + overlap(span, { first, last }), 0n)
    return { name: `${text}/${prefix}`, size: String(size), using_ip: used.get(text) ?? 0, in_ranges: String(inRanges) }
  })
}

type Span = { first: bigint; last: bigint }
function overlap(a: Span, b: Span): bigint {
  const first = a.first > b.first ? a.first : b.first
  const last = a.last < b.last ? a.last : b.last
  return last >= first ? last - first + 1n : 0n
}

async function runsIn(block: Network): Promise<{ runs: IpnetMap['runs']; total: number }> {
  const { rows } = await db().pool.query<{ first: string; last: string; count: number; total: number }>(
    `select host(min(ip_addr)) as first, host(max(ip_addr)) as last, count(*)::int as count, (sum(count(*)) over ())::int as total
       from (select ip_addr, ip_addr - row_number() over (order by ip_addr) as island from ip
              where ip_addr between $1::inet and $2::inet) i
      group by island order by min(ip_addr) limit ${MOST + 1}`,
    ends(block),
  )
  return { runs: rows.map(({ first, last, count }) => ({ first, last, count })), total: rows[0]?.total ?? 0 }
}
