import { createHash } from 'node:crypto'

/** A number in 0…1 that is always the same for the same words. */
export function dice(...words: string[]): number {
  return createHash('sha256').update(words.join('\0')).digest().readUInt32BE(0) / 2 ** 32
}

const level = (name: string) => 0.04 + 0.5 * dice(name, 'load') ** 2
const phase = (name: string) => 6 * dice(name, 'minute')

/**
 * Load of a domain between 0 and 1 per CPU: a level of its own that breathes over minutes and the day.
 * @param seconds Unix time
 */
export const load = (name: string, seconds: number): number =>
  level(name) * (1 + 0.5 * Math.sin(seconds / 97 + phase(name)) + 0.3 * Math.sin(seconds / 13_700))

/** The integral of `load`, so that counters only grow and rates follow the load. */
export function work(name: string, from: number, to: number): number {
  const at = (s: number) => s - 0.5 * 97 * Math.cos(s / 97 + phase(name)) - 0.3 * 13_700 * Math.cos(s / 13_700)
  return level(name) * (at(to) - at(from))
}

/** MiB that the guest uses. */
export const used = (name: string, ram_mib: number): number => Math.round(ram_mib * (0.25 + 0.5 * dice(name, 'ram')))

/** What a domain does a second at full load; with `dice`, a value of its own for each. */
const FULL = { read: 3e6, write: 2e6, rx: 1.5e6, tx: 4e6 } as const
export const perSecond = (name: string, what: keyof typeof FULL): number => FULL[what] * (0.2 + dice(name, what))

/** Bytes of one operation, and milliseconds that one takes. */
export const OPERATION = { read: 24_576, write: 12_288 } as const
export const latencyMs = (name: string, what: keyof typeof OPERATION): number =>
  (what === 'read' ? 0.4 : 0.7) + 1.8 * dice(name, what, 'latency') ** 2
/** Bytes of one packet. */
export const PACKET = { rx: 620, tx: 890 } as const
/** Share of the time that a domain waits for a processor of its node. */
export const steal = (name: string): number => 0.02 * dice(name, 'steal') ** 2

/** How full the first disk of a guest is, from 0 to 1; one VM of the demo is nearly full. */
export const fill = (hostname: string, name: string): number =>
  /^monitor-2(?:\.|$)/.test(hostname) ? 0.93 : 0.15 + 0.5 * dice(name, 'fill')

/** Percent of the time in which a VM waits for memory or its disks, most of them for next to none. */
export const waits = (name: string, what: 'memory' | 'io'): number => dice(name, `waits-${what}`) ** 6 * 12
