import type { Work } from '../../../db/transaction.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import type { OutletReading, PduReading } from '../../../drivers/pdu/types.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { toJson } from '../../../tasks/json.ts'
import { refreshPower } from '../../remote/power/refresh.ts'

const older = '(p.seen_at is null or p.seen_at <= $3::timestamptz)'

/**
 *
 * Stores the reading of single outlets: no earlier reading replaces it.
 * @param at when the device was read
 */
export async function storeOutlets(work: Work, pdu_id: number, outlets: readonly OutletReading[], at: Date) {
  await writeOutlets(work, pdu_id, outlets, at)
  await work.sql(
    `update pdu_port p set seen_at = $3::timestamptz
      where p.pdu_id = $1::int and p.identity = any($2::int[]) and ${older} returning p.id`,
    [pdu_id, outlets.map(({ identity }) => identity), at.toISOString()],
  )
}

/**
 *
 * Writes outlets as they were read. Those that were switched after `at` keep their values; notes, marks and connections
 * belong to the panel. Servers powered by the outlets get their power status.
 * @param at when the device was read
 */
async function writeOutlets(work: Work, pdu_id: number, outlets: readonly OutletReading[], at: Date) {
  // Lock order: the PDU before its outlets. A removal would deadlock with this otherwise.
  const held = await work.sql('select id from pdu where id = $1::int for no key update', [pdu_id])
  if (held.length === 0) return
  const rows = outlets.map(({ power_w, ...outlet }) => ({
    ...outlet,
    load_watt: power_w === null ? null : Math.round(power_w),
  }))
  const written = await work.sql<{ id: number }>(
    `insert into pdu_port as p (pdu_id, identity, name, power_status, load_watt, gone, seen_at)
     select $1::int, g.identity, g.name, g.power_status, g.load_watt, false, $3::timestamptz
       from jsonb_to_recordset($2::jsonb) as g(identity int, name text, power_status text, load_watt int) order by g.identity
     on conflict (pdu_id, identity) do update set name = excluded.name, power_status = excluded.power_status,
            load_watt = excluded.load_watt, gone = false, seen_at = excluded.seen_at
      where (p.name, p.power_status, p.load_watt, p.gone)
            is distinct from (excluded.name, excluded.power_status, excluded.load_watt, false) and ${older}
     returning p.id`,
    [pdu_id, toJson(rows), at.toISOString()],
  )
  await tellOutlets(work, pdu_id, written)
}

/**
 *
 * Stores the result of a poll cycle: outlets come and go, load of the unit.
 * @param at when the device was read
 * @throws PanelError 404 when the unit was removed meanwhile
 */
export async function storePduReading(work: Work, pdu_id: number, { outlets, load }: PduReading, at: Date) {
  await writeOutlets(work, pdu_id, outlets, at)
  const gone = await work.sql<{ id: number }>(
    `update pdu_port p set gone = true, power_status = 'unknown', load_watt = null
      where p.pdu_id = $1::int and not p.gone and p.identity <> all($2::int[]) and ${older} returning p.id`,
    [pdu_id, outlets.map((outlet) => outlet.identity), at.toISOString()],
  )
  await tellOutlets(work, pdu_id, gone)
  const load_watt = load.power_w === null ? null : Math.round(load.power_w)
  const [unit] = await work.sql<{ news: boolean; failed: boolean }>(
    `update pdu u set status = 'ok', status_info = '{}', load_watt = $2::int, last_update = now(), last_success_update = now()
       from ${before} o where u.id = o.id returning o.status <> 'ok' or o.load_watt is distinct from $2::int as news,
             o.status <> 'ok' as failed`,
    [pdu_id, load_watt],
  )
  if (!unit) throw notFound(msg`PDU`, pdu_id)
  if (unit.news) changed(work, { entity: 'pdu', entity_id: pdu_id, event: 'update', data: { status: 'ok', load_watt } })
  if (unit.failed) await refreshFed(work, pdu_id)
}

/** As long as it does not answer, the power of servers at its outlets is unknown. */
async function refreshFed(work: Work, pdu_id: number) {
  const fed = await work.sql<{ server_id: number }>(
    'select distinct k.server_id from pdu_connection k join pdu_port p on p.id = k.pdu_port_id where p.pdu_id = $1::int',
    [pdu_id],
  )
  await refreshPower(
    work,
    fed.map(({ server_id }) => server_id),
  )
}

/** The row before it is written, locked: what was so already is no news. */
const before = '(select id, status, status_info, load_watt from pdu where id = $1::int for no key update)'

/** A round has failed: nothing is known of the load or of servers by their outlets; the outlets keep what they were. @param fault why, in words for people */
export async function pduPollFailed(work: Work, pdu_id: number, fault: string) {
  const [unit] = await work.sql<{ news: boolean }>(
    `update pdu u set status = 'fail', status_info = jsonb_build_object('fault', $2::text), load_watt = null, last_update = now()
       from ${before} o where u.id = o.id
     returning o.status <> 'fail' or o.status_info->>'fault' is distinct from $2::text as news`,
    [pdu_id, fault],
  )
  if (unit?.news)
    changed(work, {
      entity: 'pdu',
      entity_id: pdu_id,
      event: 'update',
      data: { status: 'fail', status_info: { fault } },
    })
  if (unit?.news) await refreshFed(work, pdu_id)
}

async function tellOutlets(work: Work, pdu_id: number, outlets: readonly { id: number }[]) {
  if (outlets.length === 0) return
  const ids = outlets.map(({ id }) => id)
  for (const id of ids)
    changed(work, { entity: 'pdu_port', entity_id: id, event: 'update', relations: { pdu: pdu_id } })
  const fed = await work.sql<{ server_id: number }>(
    'select server_id from pdu_connection where pdu_port_id = any($1::int[])',
    [ids],
  )
  await refreshPower(
    work,
    fed.map(({ server_id }) => server_id),
  )
}

/** The page of the PDU says as well why an outlet was not switched; null: it was. */
export async function noteOutletFault(
  work: Work,
  { port_id, pdu_id }: { port_id: number; pdu_id: number },
  fault: string | null,
): Promise<void> {
  const rows = await work.sql(
    'update pdu_port set fault = $2 where id = $1::int and fault is distinct from $2 returning id',
    [port_id, fault],
  )
  const relations = { pdu: pdu_id }
  if (rows.length > 0)
    changed(work, { entity: 'pdu_port', entity_id: port_id, event: 'update', data: { fault }, relations })
}
