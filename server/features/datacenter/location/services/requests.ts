import { setTimeout as sleep } from 'node:timers/promises'
import { db } from '../../../../db/pool.ts'
import type { BootHost } from '../../../../drivers/control-host/boot/host.ts'
import { keaOf } from '../../../../drivers/control-host/boot/kea.ts'
import { log } from '../../../../process/log.ts'
import type { Packets } from '../../../../protocols/kea/client.ts'

const MINUTE = 60_000
/** A timer may ring a little before its time. */
const EARLY_MS = 500
/** So many minutes are kept and shown. */
const KEPT_MINUTES = 60
/** For both questions: a server that is slow misses a minute, not the next one. */
const ASK_MS = 20_000

/** Counts the DHCP requests of a location minute by minute, until it is stopped. */
export async function countRequests(location_id: number, host: BootHost, signal: AbortSignal): Promise<void> {
  let before: Packets | null = null
  while (!signal.aborted) {
    before = await countMinute(location_id, host, before, signal).catch((err) => {
      if (!signal.aborted) log.debug({ err, location: location_id }, 'DHCP requests could not be counted')
      return null
    })
    await sleep(MINUTE - (Date.now() % MINUTE), undefined, { signal }).catch(() => {})
  }
}

/**
 * Notes what came since an earlier count as requests of the minute that is over.
 * @param before null: nothing to compare with; it is only counted
 * @returns what is counted now
 * @throws KeaError, SshError when the server cannot be asked
 */
export async function countMinute(
  location_id: number,
  host: BootHost,
  before: Packets | null,
  signal: AbortSignal,
): Promise<Packets> {
  const now = await keaOf(host).packets({ signal, timeoutMs: ASK_MS })
  if (!before) return now
  // One that was started anew counts from 0.
  const since = now.received < before.received || now.sent < before.sent ? { received: 0, sent: 0 } : before
  const [received, answered] = [now.received - since.received, now.sent - since.sent]
  const minute = new Date((Math.floor((Date.now() + EARLY_MS) / MINUTE) - 1) * MINUTE)
  await db().pool.query(
    `with old as (delete from location_dhcp_minute where location_id = $1::int and at < $2::timestamptz - make_interval(mins => $5))
     insert into location_dhcp_minute as m (location_id, at, answered, unanswered) values ($1::int, $2::timestamptz, $3::int, $4::int)
     on conflict (location_id, at) do update set answered = m.answered + excluded.answered, unanswered = m.unanswered + excluded.unanswered`,
    [location_id, minute, answered, Math.max(0, received - answered), KEPT_MINUTES],
  )
  return now
}

/** The last hour, minute by minute: null where nothing was counted. Empty when that is all of it. */
export async function requestsOf(location_id: number) {
  const { rows } = await db().pool.query<{ at: Date; answered: number | null; unanswered: number | null }>(
    `select g.at, m.answered, m.unanswered
       from generate_series(date_trunc('minute', now()) - make_interval(mins => $2), date_trunc('minute', now()) - interval '1 minute',
                            interval '1 minute') g(at)
       left join location_dhcp_minute m on m.location_id = $1::int and m.at = g.at
      where exists (select from location_dhcp_minute k where k.location_id = $1::int) order by g.at`,
    [location_id, KEPT_MINUTES],
  )
  return rows.map(({ at, ...counted }) => ({ at: at.toISOString(), ...counted }))
}
