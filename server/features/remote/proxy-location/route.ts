import { db } from '../../../db/pool.ts'
import { stored } from '../../../db/sentences.ts'
import { transaction } from '../../../db/transaction.ts'
import { deviceUnreachable, PanelError } from '../../../domain/shared/errors.ts'
import type { BmcTarget } from '../../../drivers/bmc/types.ts'
import { type OpenRelay, openRelay, type RelayMode } from '../../../drivers/control-host/relay.ts'
import { bus } from '../../../events/bus.ts'
import { changed } from '../../../events/changes.ts'
import { kept } from '../../../shared/kept.ts'
import { msg } from '../../../shared/text.ts'
import { controlHostOf } from '../../datacenter/location/control-host.ts'

type Route = NonNullable<BmcTarget['route']>
type Entry = { opening: Promise<OpenRelay>; since: string }

const OPEN_MS = 25_000
/** After a failure, other waiting callers do not retry at once. */
const REST_MS = 5_000
const CHANGED = 'proxy_route_changed'

const place = kept<Map<number, Entry>>('routes')
const routes = () => {
  place.value ??= new Map()
  return place.value
}

type Row = { location_id: number; mode: RelayMode; installed: boolean; since: string }

/**
 * The route to the controller of a server; undefined when its location has no relay and is used directly. A location
 * whose relay has never been set up completely has no route at all: the same address may be another device's from here.
 */
export async function routeToServer(server_id: number): Promise<Route | undefined> {
  const row = await relayRow(server_id)
  if (!row) return undefined
  const relay = () => {
    if (!row.installed)
      throw deviceUnreachable(msg`The proxy of the location is not set up, and its controllers are reached through it`)
    return relayOf(row)
  }
  return {
    tcp: async (address, port, signal) => (await relay()).route.tcp(address, port, signal),
    udp: async (address, port, signal) => (await relay()).route.udp(address, port, signal),
  }
}

/** A name of the way to the controller of a server: as long as it is the same, so is the way. */
export async function routeKey(server_id: number): Promise<string> {
  const row = await relayRow(server_id)
  return row ? `relay ${row.location_id} ${row.since}` : 'direct'
}

async function relayRow(server_id: number): Promise<Row | undefined> {
  const { rows } = await db().pool.query<Row>(
    `select d.location_id, d.mode, d.installed_at is not null as installed,
            concat_ws(' ', d.installed_at, l.ssh_address, l.ssh_port, l.ssh_user, l.host_key) as since
       from server s join proxy_location d on d.location_id = s.location_id join location l on l.id = s.location_id
      where s.id = $1`,
    [server_id],
  )
  return rows[0]
}

/** One connection for all who want to go there. */
function relayOf({ location_id, mode, since }: Row): Promise<OpenRelay> {
  const known = routes().get(location_id)
  if (known && known.since === since) return known.opening
  known?.opening.then(
    (relay) => relay.close(),
    () => {},
  )
  const opening = open(location_id, mode)
  const entry = { opening, since }
  routes().set(location_id, entry)
  const forget = () => {
    if (routes().get(location_id) === entry) routes().delete(location_id)
  }
  opening.then(
    (relay) => relay.closed.then(forget, forget),
    () => void setTimeout(forget, REST_MS).unref(),
  )
  return opening
}

async function open(location_id: number, mode: RelayMode): Promise<OpenRelay> {
  try {
    const relay = await openRelay(await controlHostOf(location_id), mode, AbortSignal.timeout(OPEN_MS))
    await note(location_id, null)
    return relay
  } catch (fault) {
    const words = fault instanceof PanelError ? fault.text : msg`The control host did not answer in time`
    await note(location_id, stored(words))
    throw fault instanceof PanelError ? fault : deviceUnreachable(words, { cause: fault })
  }
}

/** Whether one gets through is the state of a relay that has been set up. */
async function note(location_id: number, fault: string | null): Promise<void> {
  const status = fault === null ? 'ok' : 'fail'
  await transaction(async (work) => {
    const rows = await work.sql(
      `update proxy_location set status = $2, fault = $3
        where location_id = $1::int and status <> 'setting_up' and (status, fault) is distinct from ($2, $3) returning location_id`,
      [location_id, status, fault],
    )
    if (rows.length > 0)
      changed(work, { entity: 'proxy_location', entity_id: location_id, event: 'update', data: { status, fault } })
  })
}

/** Cuts the ways through a location's relay, in every process: the next use opens a new one with what the record says then. */
export async function dropRoute(location_id: number): Promise<void> {
  closeRoute(location_id)
  await bus().notify(CHANGED, String(location_id))
}

function closeRoute(location_id: number): void {
  const known = routes().get(location_id)
  routes().delete(location_id)
  known?.opening.then(
    (relay) => relay.close(),
    () => {},
  )
}

/** Hears of relays that other processes have changed. Returns the way to stop, which closes all ways. */
export function startRoutes(): () => void {
  const stop = bus().on(CHANGED, (id) => closeRoute(Number(id)))
  return () => {
    stop()
    for (const id of [...routes().keys()]) closeRoute(id)
  }
}
