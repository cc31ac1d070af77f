import { liveKeys } from '../../db/secrets.ts'
import { bus } from '../../events/bus.ts'
import { kept } from '../../shared/kept.ts'
import { openLeases } from '../../tasks/leases.ts'
import type { LineRules } from './line-rules.ts'
import { LineHouse } from './session-manager.ts'

const LEASE_MS = 15_000
/** What is said again to who comes back, and for how long. */
const remembered = { replayBytes: 64 * 1024, keepMs: 5 * 60_000 }

/** A port of a machine of the panel's own: whoever may type there may do so at once. */
export const serialRules: LineRules = { ...remembered, lingerMs: 0, oneTypes: false }
/**
 * A controller's only serial session. It outlives a reload of the page, since closing and opening it takes a controller a while,
 * and loses what the machine says meanwhile.
 */
export const solRules: LineRules = { ...remembered, lingerMs: 10_000, oneTypes: true }

const place = kept<LineHouse>('lines')

/** The lines of this process, tied to the other processes by bus and leases. */
export function consoleLines(): LineHouse {
  place.value ??= new LineHouse({
    bus: bus(),
    leases: openLeases(LEASE_MS),
    leaseMs: LEASE_MS,
    keys: () => liveKeys('console lines'),
  })
  return place.value
}

/** Ends the lines of this process, so that others may open them at once. */
export async function stopConsoleLines(): Promise<void> {
  const lines = place.value
  place.value = undefined
  await lines?.stop()
}
