import type { Context } from '../../../api/context.ts'
import { rejectStale } from '../../../api/edit.ts'
import { isUniqueViolation } from '../../../db/transaction.ts'
import { type Network, networkText } from '../../../domain/ip/address.ts'
import type { NetCreate, NetEdit } from '../../../domain/ipnet/schema.ts'
import { PUBLIC } from '../../../domain/ippool/schema.ts'
import { inUse, notFound } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { isOverlap, lockStructure, rejectUsed, requireLocation } from '../structure.ts'
import { adopt, freeGateway, overlap, rejectOutside, rejectOverlap, reserveGateway } from './checks.ts'
import { readGateway, readNetwork, readVlan } from './read.ts'

/** Makes a network. Ranges that lie within it belong to it from then on. */
export async function createNetwork(ctx: Context, body: NetCreate, userspace = PUBLIC) {
  const network = readNetwork(body.name)
  const need_reserve = body.need_reserve ?? true
  const gateway = readGateway(body.gateway, network, need_reserve)
  const vlan = readVlan(body.vlan) ?? null
  return guarded(network, () =>
    ctx.mutate(async (work) => {
      await lockStructure(work)
      await requireLocation(work, body.location)
      await rejectOverlap(work, network, null)
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
      const { id } = await work.tx.ipnet.create({
        data: { ...data, is_public: userspace === PUBLIC, location_id: body.location ?? null },
      })
      await adopt(work, id)
      changed(work, { entity: 'ipnet', entity_id: id, event: 'create', data: { name } })
      return { id }
    }),
  )
}

/**
 * Changes a network; its ranges and addresses have to stay within it. VMs get a changed gateway when they are
 * configured next.
 */
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
      if (!before) throw notFound(msg`Network`, id)
      rejectStale(ctx, before, msg`Network`, id)
      const network = wanted ?? readNetwork(before.name)
      const need_reserve = body.need_reserve ?? before.need_reserve
      const gateway = readGateway(body.gateway === undefined ? before.gateway : body.gateway, network, need_reserve)
      if (wanted) await rejectOverlap(work, wanted, id)
      if (gateway !== before.gateway) await reserveGateway(work, gateway)
      await requireLocation(work, body.location)
      const name = networkText(network)
      if (name !== before.name) await rejectOutside(work, id, name)
      await work.tx.ipnet.update({
        where: { id },
        data: {
          name,
          net: name,
          gateway,
          need_reserve,
          family: network.family,
          version: { increment: 1 },
          vlan,
          note: body.note,
          location_id: body.location,
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
    if (!net) throw notFound(msg`Network`, id)
    await rejectUsed(
      work,
      msg`Network ${net.name}`,
      'i.ip_addr between $1::inet and $2::inet and i.ipnet_id = $3::int',
      [net.first, net.last, id],
    )
    const ranges = await work.sql<{ name: string; pool: string }>(
      'select r.name, p.name as pool from iprange r join ippool p on p.id = r.ippool_id where r.ipnet_id = $1::int order by r.first limit 3',
      [id],
    )
    if (ranges.length)
      throw inUse(
        msg`Network ${net.name} still has ranges: ${ranges.map((r) => `${r.name} of the pool ${r.pool}`).join(', ')}. Remove them first`,
      )
    await work.tx.ipnet.delete({ where: { id } })
    changed(work, { entity: 'ipnet', entity_id: id, event: 'delete' })
  })
  return { id, deleted: [{ id }] }
}

/** Turns what the constraints saw into words. */
async function guarded<T>(network: Network | undefined, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (fault) {
    if (network && (isOverlap(fault, 'ipnet_overlap') || isUniqueViolation(fault, 'name'))) throw overlap(network)
    throw fault
  }
}
