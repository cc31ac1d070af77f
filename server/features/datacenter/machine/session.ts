import { alone } from '../../../db/advisory.ts'
import { transaction, type Work } from '../../../db/transaction.ts'
import { changed } from '../../../events/changes.ts'
import { hashOf, newKey } from '../operation/tickets.ts'
import { BETWEEN_SESSIONS, MOST_OF_ADDRESS, MOST_SILENT, MOST_WAITING, SILENT } from './bounds.ts'

/** Whether a location wants machines that nobody knows; l is the location. */
export const WANTED = `l.status = 'ok' and (l.params_dhcp->>'discovery')::boolean is true`

/** One at a time for each location: what is counted stays as it was counted. */
export const holdInbox = (work: Work, location_id: number) => alone(work, 'machines_of_location', location_id)

/**
 * Opens the session of a machine that nobody knows: it may report what it is made of, and wait.
 * @returns its key; null where it is not wanted, is known or ignored, asks again too soon, or too many wait
 */
export function openSearchSession(location_id: number, mac: string, address: string): Promise<string | null> {
  const key = newKey()
  return transaction(async (work) => {
    await holdInbox(work, location_id)
    const [now] = await work.sql<{ id: number | null; state: string | null; soon: boolean }>(
      `select m.id, m.state, coalesce(m.asked_at > now() - ${BETWEEN_SESSIONS}, false) as soon
         from location l left join machine m on m.location_id = l.id and m.state <> 'adopted' and $2 = any(m.boot_macs)
        where l.id = $1::int and ${WANTED} and not exists (select from server_mac s where s.mac = $2)
        order by m.id limit 1`,
      [location_id, mac],
    )
    if (!now || now.state === 'ignored' || now.soon) return null
    if (now.id === null && !(await hasRoom(work, location_id, address))) return null
    const [row] = await work.sql<{ id: number; asked: number }>(
      now.id === null
        ? `insert into machine (location_id, mac, boot_macs, address, session_hash) values ($1::int, $2, array[$2], $3::inet, $4) returning id, asked`
        : `update machine set mac = $2, address = $3::inet, session_hash = $4, session_reports = 0, asked = asked + 1, asked_at = now(), seen_at = now()
            where location_id = $1::int and id = $5::int returning id, asked`,
      [location_id, mac, address, hashOf(key), ...(now.id === null ? [] : [now.id])],
    )
    if (!row) return null
    changed(work, { entity: 'machine', entity_id: row.id, event: row.asked === 1 ? 'create' : 'update' })
    return key
  })
}

/** Whether one more may wait, after those that never said anything have been forgotten. */
async function hasRoom(work: Work, location_id: number, address: string): Promise<boolean> {
  await work.sql(
    `delete from machine where location_id = $1::int and state = 'waiting' and report is null and seen_at < now() - ${SILENT} returning id`,
    [location_id],
  )
  const [has] = await work.sql<{ waiting: number; silent: number; here: number }>(
    `select count(*)::int as waiting, (count(*) filter (where report is null))::int as silent,
            (count(*) filter (where report is null and address = $2::inet))::int as here
       from machine where location_id = $1::int and state = 'waiting'`,
    [location_id, address],
  )
  return !!has && has.waiting < MOST_WAITING && has.silent < MOST_SILENT && has.here < MOST_OF_ADDRESS
}
