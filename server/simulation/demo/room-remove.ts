import type { Work } from '../../db/transaction.ts'
import type { ChangeKind } from '../../domain/shared/change-kinds.ts'
import { changed } from '../../events/changes.ts'
import type { RoomContents } from './room-load.ts'

const here = 'location_id = any($1::int[])'
const racks = `(select id from rack where ${here})`

/**
 * In the order of their references; ports, outlets, cards and cables go with their device. `$1` are the demo's
 * locations: objects added there are removed with them, and addresses of other pools become free.
 */
const INSIDE = [
  `update ip set server_id = null where server_id in (select id from server where ${here})`,
  `update server set main_ip_id = null where ${here} and main_ip_id is not null`,
  `delete from rack_cell where rack_id in ${racks}`,
  `delete from net_switch where ${here}`,
  `delete from pdu where ${here}`,
  `delete from chassis_slot where chassis_id in (select id from chassis where rack_id in ${racks})`,
  `delete from server where ${here}`,
  `delete from chassis where rack_id in ${racks}`,
  `delete from rack where ${here}`,
  `delete from vlan where ${here}`,
]

/** Takes the demo's data centre away. */
export async function removeRoom(work: Work, room: RoomContents) {
  await work.sql(`select id from rack where ${here} order by id for update`, [room.locations])
  const gone = await work.sql<{ entity: ChangeKind; id: number }>(
    `select 'server' as entity, id from server where ${here} union all select 'switch', id from net_switch where ${here}
     union all select 'pdu', id from pdu where ${here} union all select 'rack', id from rack where ${here}
     union all select 'location', id from location where id = any($1::int[])`,
    [room.locations],
  )
  for (const statement of INSIDE) await work.sql(`${statement} returning 1`, [room.locations])
  await work.sql('delete from ip where ippool_id = any($1::int[]) and host_id is null returning 1', [room.pools])
  await work.sql('delete from iprange where ippool_id = any($1::int[]) returning 1', [room.pools])
  await work.sql('delete from ippool where id = any($1::int[]) returning 1', [room.pools])
  await work.sql('delete from ipnet where id = any($1::int[]) returning 1', [room.nets])
  for (const table of ['ippool', 'ipnet'])
    await work.sql(`update ${table} set location_id = null where ${here} returning 1`, [room.locations])
  await work.sql('delete from location where id = any($1::int[]) returning 1', [room.locations])
  await work.sql(
    'delete from platform f where id = any($1::int[]) and not exists (select from server s where s.platform_id = f.id) returning 1',
    [room.platforms],
  )
  await work.sql(
    'delete from cpu_socket k where id = any($1::int[]) and not exists (select from platform f where f.cpu_socket = k.id) returning 1',
    [room.sockets],
  )
  for (const { entity, id } of gone) changed(work, { entity, entity_id: id, event: 'delete' })
}
