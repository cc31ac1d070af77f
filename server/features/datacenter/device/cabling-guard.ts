import type { Work } from '../../../db/transaction.ts'
import type { DeviceKind } from '../../../domain/placement/cells.ts'
import { inUse } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'

const switchLinks =
  'switch_connection k join switch_port p on p.id = k.switch_port_id join net_switch d on d.id = p.switch_id'
const pduLinks = 'pdu_connection k join pdu_port p on p.id = k.pdu_port_id join pdu d on d.id = p.pdu_id'

/** Cables of a device: who is at the other end, and where that is. */
const cables: Record<Exclude<DeviceKind, 'reserved'>, string> = {
  switch: `select s.name, s.location_id from ${switchLinks} join server s on s.id = k.server_id where d.id = $1::int`,
  pdu: `select s.name, s.location_id from ${pduLinks} join server s on s.id = k.server_id where d.id = $1::int`,
  server: `select d.name, d.location_id from ${switchLinks} where k.server_id = $1::int
    union all select d.name, d.location_id from ${pduLinks} where k.server_id = $1::int`,
  chassis: `select d.name, d.location_id from ${switchLinks} join server s on s.id = k.server_id where s.chassis_id = $1::int
    union all select d.name, d.location_id from ${pduLinks} join server s on s.id = k.server_id where s.chassis_id = $1::int`,
}

/** Refuses to carry a device into another location while cables tie it to this one. */
export async function rejectCablesToOtherLocation(
  work: Work,
  kind: keyof typeof cables,
  id: number,
  location_id: number,
) {
  const [other] = await work.sql<{ name: string }>(
    `select name from (${cables[kind]}) c where c.location_id <> $2::int order by 1 limit 1`,
    [id, location_id],
  )
  if (other)
    throw inUse(msg`It is connected to ${other.name}, which is in another location: disconnect it first`, 'rack')
}
