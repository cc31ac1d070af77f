import type { Work } from '../../db/transaction.ts'
import { lockStructure } from '../../features/network/structure.ts'
import type { DemoRoom } from './plan/room.ts'
import { rooms, vlanOf } from './plan/room-plan.ts'
import type { LocationOf } from './room-devices.ts'
import { type Ids, idOf } from './room-rows.ts'
import { rowWriter } from './room-write.ts'

const PUBLIC_DOMAIN = 'dc.example'

/**
 * A pool with one range for each location, an address of it for each server in a rack. Where a network or range exists
 * there already, that location's servers have none.
 */
export async function writeNetworks(work: Work, room: DemoRoom, locationOf: LocationOf, servers: Ids, suffix: string) {
  const { rows } = rowWriter(work)
  await lockStructure(work)
  const pools: number[] = []
  const nets: number[] = []
  for (const [place, { name, network }] of rooms.entries()) {
    const [taken] = await work.sql(
      `select 1 from ipnet where net && $1::inet union all select 1 from iprange where first <= $3::inet and last >= $2::inet limit 1`,
      [`${network}.0/24`, `${network}.10`, `${network}.250`],
    )
    if (taken) continue
    const location_id = locationOf(place)
    const gateway = `${network}.1`
    const cidr = `${network}.0/24`
    const [net = 0] = await rows('ipnet', [
      { name: cidr, net: cidr, gateway, family: 2, vlan: String(vlanOf(null)), note: 'Demo', location_id },
    ])
    const [pool = 0] = await rows('ippool', [{ name: (name + suffix).toLowerCase(), note: 'Demo', location_id }])
    const given = room.servers.filter((server) => server.room === place)
    const range = { first: `${network}.10`, last: `${network}.250`, frontier: `${network}.${10 + given.length}` }
    const [iprange = 0] = await rows('iprange', [
      { ippool_id: pool, ipnet_id: net, name: `${range.first}-${range.last}`, ...range, size: 241, family: 2 },
    ])
    await rows(
      'ip',
      given.map((server, n) => ({
        ip_addr: `${network}.${10 + n}`,
        family: 2,
        ippool_id: pool,
        ipnet_id: net,
        iprange_id: iprange,
        gateway,
        mask: '255.255.255.0',
        state: 'ok',
        server_id: idOf(servers, server.name),
        domain: `${server.name}.${PUBLIC_DOMAIN}`,
      })),
    )
    pools.push(pool)
    nets.push(net)
  }
  await work.sql(
    `update server s set main_ip_id = i.id, domain = i.domain from ip i where i.server_id = s.id and i.ippool_id = any($1::int[]) returning s.id`,
    [pools],
  )
  await work.sql(
    'update ip i set account_id = s.owner_id from server s where i.server_id = s.id and i.ippool_id = any($1::int[]) returning i.id',
    [pools],
  )
  return { pools, nets }
}
