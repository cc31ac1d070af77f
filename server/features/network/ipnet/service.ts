import type { Context } from '../../../api/context.ts'
import { isUniqueViolation, type Work } from '../../../db/transaction.ts'
import {
  asNetwork,
  contains,
  type Network,
  networkText,
  parseAddress,
  parseCidr,
  parseRange,
  unusable,
} from '../../../domain/ip/address.ts'
import type { NetCreate, NetEdit } from '../../../domain/ipnet/schema.ts'
import { PUBLIC } from '../../../domain/ippool/schema.ts'
import { notFound, PanelError } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { isOverlap, lockStructure, refuseLocation, refuseUsed } from '../structure.ts'

const invalid = (field: string, words: string) =>
  new PanelError('invalid_input', `${field}: ${words}`, { value: field })

/** Reads the name of a network: CIDR, or `first-last` where that is one. */
function readNetwork(name: string): Network {
  const text = name.trim()
  const cidr = parseCidr(text)
  if (cidr && !cidr.exact)
    throw invalid('name', `${text.slice(0, 60)} is an address within ${networkText(cidr)}; give the network`)
  const range = cidr ?? (text.includes('-') ? parseRange(text) : null)
  const network = range && asNetwork(range)
  if (!network) throw invalid('name', `${text.slice(0, 60)} is no network, like 192.0.2.0/24 or 2001:db8::/64`)
  const kind = unusable(network)
  if (kind) throw invalid('name', `${networkText(network)} touches ${kind} addresses, which no machine can have`)
  return network
}

/** Reads a gateway: an address of the network itself, since machines reach it without a route. Null and '' are none. */
function readGateway(text: string | null | undefined, network: Network, needReserve: boolean): string | null {
  if (!text?.trim()) return null
  const address = parseAddress(text.trim())
  if (!address) throw invalid('gateway', `${text.slice(0, 60)} is no address`)
  if (!contains(network, { ...address, first: address.value, last: address.value }))
    throw invalid('gateway', `${address.text} does not lie in ${networkText(network)}`)
  const end =
    network.family === 2 && network.prefix < 31 && (address.value === network.first || address.value === network.last)
  if (end && needReserve) throw invalid('gateway', `${address.text} is the network's own or its broadcast address`)
  return address.text
}

function readVlan(vlan: string | number | undefined): string | null | undefined {
  if (vlan === undefined) return undefined
  const text = String(vlan).trim()
  if (text === '') return null
  if (!/^[1-9]\d{0,3}$/.test(text) || Number(text) > 4094) throw invalid('vlan', 'a number from 1 to 4094')
  return text
}

/** Makes a network. Ranges that lie within it belong to it from then on. */
export async function createNetwork(ctx: Context, body: NetCreate, userspace = PUBLIC) {
  const network = readNetwork(body.name)
  const need_reserve = body.need_reserve ?? true
  const gateway = readGateway(body.gateway, network, need_reserve)
  const vlan = readVlan(body.vlan) ?? null
  refuseLocation(body.location)
  return guarded(network, () =>
    ctx.mutate(async (work, note) => {
      await lockStructure(work)
      await refuseOverlap(work, network, null)
      await reserveGateway(work, gateway)
      const name = networkText(network)
      const data = {
        name,
        net: name,
        gateway,
        family: network.family,
        need_reserve,
        vlan,
        note: body.note ?? '',
        userspace,
      }
      const { id } = await work.tx.ipnet.create({ data: { ...data, is_public: userspace === PUBLIC } })
      await adopt(work, id)
      note.entity = 'ipnet'
      note.entity_id = id
      changed(work, { entity: 'ipnet', entity_id: id, event: 'create', data: { name } })
      return { id }
    }),
  )
}

/** Changes a network; its ranges and addresses have to stay within it. Machines get a changed gateway when they are configured next. */
export async function editNetwork(ctx: Context, id: number, body: NetEdit) {
  const wanted = body.name === undefined ? undefined : readNetwork(body.name)
  const vlan = readVlan(body.vlan)
  await guarded(wanted, () =>
    ctx.mutate(async (work) => {
      await lockStructure(work)
      const [before] = await work.sql<{ name: string; gateway: string | null; need_reserve: boolean; version: number }>(
        'select name, host(gateway) as gateway, need_reserve, version from ipnet where id = $1::int for update',
        [id],
      )
      if (!before) throw notFound('Network', id)
      if (ctx.expectedVersion !== null && ctx.expectedVersion !== before.version)
        throw new PanelError('stale', 'The network was changed meanwhile: read it again')
      const network = wanted ?? readNetwork(before.name)
      const need_reserve = body.need_reserve ?? before.need_reserve
      const gateway = readGateway(body.gateway === undefined ? before.gateway : body.gateway, network, need_reserve)
      if (wanted) await refuseOverlap(work, wanted, id)
      if (gateway !== before.gateway) await reserveGateway(work, gateway)
      const name = networkText(network)
      if (name !== before.name) await refuseOutside(work, id, name)
      await work.tx.ipnet.update({
        where: { id },
        data: {
          name,
          net: name,
          gateway,
          need_reserve,
          family: network.family,
          version: { increment: 1 },
          ...(vlan !== undefined && { vlan }),
          ...(body.note !== undefined && { note: body.note }),
        },
      })
      // Addresses follow their network, but for those that were given a gateway or mask of their own.
      await work.sql(
        `update ip i set gateway = case when i.gateway is not distinct from $2 then host(n.gateway) else i.gateway end,
                         mask = case when i.mask = ip_mask($3::inet, i.family) then ip_mask(n.net, i.family) else i.mask end
           from ipnet n where n.id = $1::int and i.ipnet_id = n.id
            and (host(n.gateway) is distinct from $2 or n.net <> $3::inet) returning i.id`,
        [id, before.gateway, before.name],
      )
      if (gateway !== before.gateway) await freeGateway(work, before.gateway)
      await adopt(work, id)
      changed(work, { entity: 'ipnet', entity_id: id, event: 'update', data: { name } })
    }),
  )
  return { id }
}

/** Removes a network that no range lies in and no address belongs to. */
export async function deleteNetwork(ctx: Context, id: number) {
  await ctx.mutate(async (work) => {
    await lockStructure(work)
    const [net] = await work.sql<{ name: string; first: string; last: string }>(
      'select name, host(net) as first, host(broadcast(net)) as last from ipnet where id = $1::int for update',
      [id],
    )
    if (!net) throw notFound('Network', id)
    await refuseUsed(work, `Network ${net.name}`, 'i.ip_addr between $1::inet and $2::inet and i.ipnet_id = $3::int', [
      net.first,
      net.last,
      id,
    ])
    const ranges = await work.sql<{ name: string; pool: string }>(
      'select r.name, p.name as pool from iprange r join ippool p on p.id = r.ippool_id where r.ipnet_id = $1::int order by r.first limit 3',
      [id],
    )
    if (ranges.length)
      throw new PanelError(
        'in_use',
        `Network ${net.name} still has ranges: ${ranges.map((r) => `${r.name} of the pool ${r.pool}`).join(', ')}. Remove them first`,
      )
    await work.tx.ipnet.delete({ where: { id } })
    changed(work, { entity: 'ipnet', entity_id: id, event: 'delete' })
  })
  return { id, deleted: [{ id }] }
}

const overlap = (network: Network, other?: string) =>
  new PanelError(
    'already_exists',
    `${networkText(network)} overlaps ${other ? `the network ${other}` : 'another network'}`,
    { value: 'name' },
  )

/** Turns what the constraints saw into words. */
async function guarded<T>(network: Network | undefined, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (fault) {
    if (network && (isOverlap(fault, 'ipnet_overlap') || isUniqueViolation(fault, 'name'))) throw overlap(network)
    throw fault
  }
}

async function refuseOverlap(work: Work, network: Network, self: number | null) {
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
    throw new PanelError(
      'refused',
      `The range ${range.name} of the pool ${range.pool} would lie only partly in ${name}`,
      { value: 'name' },
    )
}

/** Takes the address of a gateway out of stock, waiting for whoever is just taking it, and refuses it when it is used. */
async function reserveGateway(work: Work, gateway: string | null) {
  if (!gateway) return
  await work.sql('delete from ip_free where ip_addr = $1::inet returning 1', [gateway])
  const [used] = await work.sql<{ host: string | null }>(
    'select h.name as host from ip i left join host h on h.id = i.host_id where i.ip_addr = $1::inet',
    [gateway],
  )
  if (!used) return
  const by = used.host ? ` by the virtual machine ${used.host}` : ''
  throw new PanelError('in_use', `${gateway} cannot be the gateway: it is used${by}`, { value: 'gateway' })
}

/** An address that is the gateway no more can be given, if it is one of a range and its turn was already. */
async function freeGateway(work: Work, gateway: string | null) {
  if (!gateway) return
  await work.sql(
    `insert into ip_free (iprange_id, ip_addr) select r.id, $1::inet from iprange r
      where inetrange(r.first, r.last, '[]') @> $1::inet and $1::inet < r.frontier and not exists (select from ip where ip_addr = $1::inet)
      on conflict do nothing returning 1`,
    [gateway],
  )
}

async function refuseOutside(work: Work, id: number, name: string) {
  const [range] = await work.sql<{ name: string; pool: string }>(
    `select r.name, p.name as pool from iprange r join ippool p on p.id = r.ippool_id
      where r.ipnet_id = $1::int and not (r.first <<= $2::inet and r.last <<= $2::inet) order by r.first limit 1`,
    [id, name],
  )
  if (range)
    throw new PanelError('in_use', `The range ${range.name} of the pool ${range.pool} would lie outside of ${name}`, {
      value: 'name',
    })
  await refuseUsed(work, 'What would lie outside', 'i.ipnet_id = $1::int and not i.ip_addr <<= $2::inet', [id, name])
}

/** Ranges and addresses within the network become its own. */
async function adopt(work: Work, id: number) {
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
