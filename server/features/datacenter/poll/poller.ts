import { setTimeout as pause } from 'node:timers/promises'
import { db } from '../../../db/pool.ts'
import { storeSetting } from '../../../db/stored-settings.ts'
import { log } from '../../../process/log.ts'
import { panelSettings } from '../../../process/settings.ts'
import { startReconciler } from '../../../tasks/reconciler.ts'
import { pollController } from '../../remote/ipmi/poll-controller.ts'
import { isBusy } from './busy.ts'
import { Gate } from './gate.ts'
import { IPMI_POLLER, PDU_POLLER, SWITCH_POLLER } from './nudge.ts'
import { pollPdu } from './poll-pdu.ts'
import { CYCLE_MS, pollSwitch } from './poll-switch.ts'
import { openSlots } from './slots.ts'

/** A poller that stops without giving back is replaced after so long; a thousand leases are not prolonged all the time. */
const LEASE_MS = 60_000
/** Seconds that a round waits for a task on the same device. */
const PATIENCE = 20

type Place = { id: number; location_id: number; poll_limit: number }

/** What is asked, and where it stands. Devices without SNMP parameters are left alone. */
const kinds = {
  switch:
    'select d.id, d.location_id, l.poll_limit from net_switch d join location l on l.id = d.location_id where d.snmp_params is not null',
  pdu: 'select d.id, d.location_id, l.poll_limit from pdu d join location l on l.id = d.location_id where d.snmp_params is not null',
  ipmi: 'select d.id, s.location_id, l.poll_limit from ipmi d join server s on s.id = d.server_id join location l on l.id = s.location_id',
} as const

/**
 * Asks all switches, PDUs and controllers again and again, each from one process at a time: counters and loads every minute, the slow
 * tables every five, at most `poll_limit` devices of a location at once among all processes. What does not answer is asked less and
 * less often, up to five minutes apart. Returns the way to stop.
 */
export function startPoller(): () => Promise<void> {
  void noteInterval()
  const gates = new Map<number, Gate>()
  const slots = openSlots('poll', (place) => gates.get(place)?.wanted())
  const poller = (
    name: string,
    kind: keyof typeof kinds,
    cycle: (id: number, signal: AbortSignal) => Promise<unknown>,
  ) => {
    let places = new Map<string, Place>()
    return startReconciler({
      name,
      async keys() {
        const { rows } = await db().pool.query<Place>(kinds[kind])
        places = new Map(rows.map((row) => [String(row.id), row]))
        return [...places.keys()]
      },
      intervalMs: panelSettings().pollSeconds * 1000,
      leaseMs: LEASE_MS,
      // The gates are the bound.
      concurrency: Number.POSITIVE_INFINITY,
      async run(key, signal) {
        const { location_id, poll_limit } = places.get(key) ?? { location_id: 0, poll_limit: 1 }
        const gate = gates.get(location_id) ?? new Gate(location_id, slots)
        gates.set(location_id, gate)
        await untilFree(`${kind}:${key}`, signal)
        await gate.pass(poll_limit, signal, () =>
          cycle(Number(key), AbortSignal.any([signal, AbortSignal.timeout(CYCLE_MS)])),
        )
      },
    })
  }
  const running = [
    poller(SWITCH_POLLER, 'switch', (id, signal) => pollSwitch(id, signal)),
    poller(PDU_POLLER, 'pdu', pollPdu),
    poller(IPMI_POLLER, 'ipmi', (id, signal) => pollController(id, signal)),
  ]
  return async () => {
    await Promise.all(running.map((one) => one.stop()))
    await slots.close()
  }
}

/** How old a reading may be follows from how often is asked (`stale_before()`), which processes that do not ask know from here. */
async function noteInterval() {
  await storeSetting('poll_seconds', panelSettings().pollSeconds).catch((err: unknown) =>
    log.warn({ err }, 'how often devices are asked was not noted'),
  )
}

/** A task that was asked for together with a nudge has its turn first; for one that lasts, the next round makes up. */
async function untilFree(lock: string, signal: AbortSignal) {
  for (let left = PATIENCE; left > 0 && (await isBusy(lock)); left--) await pause(1_000, undefined, { signal })
}
