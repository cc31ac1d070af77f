import { liveKeys } from '../../db/secrets.ts'
import { bus } from '../../events/bus.ts'
import { kept } from '../../shared/kept.ts'
import { openLeases } from '../../tasks/leases.ts'
import type { LineRules } from './line-rules.ts'
import { SerialSessionManager } from './session-manager.ts'

const LEASE_MS = 15_000
/** Size and lifetime of the history that is replayed to returning viewers. */
const remembered = { replayBytes: 64 * 1024, keepMs: 5 * 60_000 }

/** Serial port of a VM: every viewer with the right to type may do so at once. */
export const serialRules: LineRules = { ...remembered, lingerMs: 0, oneTypes: false }
/**
 * The only serial session of a controller. It outlives a reload of the page, because closing and opening it takes a
 * while, and output of the server meanwhile would be lost.
 */
export const solRules: LineRules = { ...remembered, lingerMs: 10_000, oneTypes: true }

const place = kept<SerialSessionManager>('lines')

/** Serial sessions of this process, connected to the other processes by bus and leases. */
export function consoleLines(): SerialSessionManager {
  place.value ??= new SerialSessionManager({
    bus: bus(),
    leases: openLeases(LEASE_MS),
    leaseMs: LEASE_MS,
    keys: () => liveKeys('console lines'),
  })
  return place.value
}

/** Ends the serial sessions of this process, so that others may open the lines at once. */
export async function stopConsoleLines(): Promise<void> {
  const lines = place.value
  place.value = undefined
  await lines?.stop()
}
