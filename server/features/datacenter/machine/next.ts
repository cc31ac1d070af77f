import { db } from '../../../db/pool.ts'
import type { Next } from '../../../protocols/netboot/desk.ts'
import { WANTED } from './session.ts'

/**
 * What a machine is to do that has reported. One that became a server with an operation starts anew as soon as the DHCP server knows of that,
 * unless its controller has done it already.
 */
export async function nextOf({ id }: { id: number }): Promise<Next> {
  const { rows } = await db().pool.query<{ next: Next }>(
    `select case when m.state = 'waiting' and ${WANTED} then 'wait'
                 when m.state <> 'adopted' or s.operation_id is null then 'poweroff'
                 when exists (select from operation_step p where p.operation_id = s.operation_id and p.name = 'power') then 'reboot'
                 else 'wait' end as next
       from machine m join location l on l.id = m.location_id left join server s on s.id = m.server_id where m.id = $1::int`,
    [id],
  )
  return rows[0]?.next ?? 'poweroff'
}
