import { pause } from '../../../shared/abort.ts'
import { msg } from '../../../shared/text.ts'
import { atLeast } from '../bytes.ts'
import { completion, hasCode, IpmiError } from '../errors.ts'
import { netFn } from '../message.ts'
import type { Commander } from './commander.ts'

export type SelInfo = {
  entries: number
  /** Bytes; 65,535 means "at least so many". */
  freeBytes: number
  /** Seconds since 1970 by the controller's clock; null when never. */
  lastAdded: number | null
  lastErased: number | null
  overflow: boolean
}

export type SelEntry = {
  id: number
  /** 02h system event, C0h to DFh and E0h to FFh of the vendor. */
  type: number
  /** Seconds since 1970 by the controller's clock; null without, or from before it was set. */
  time: number | null
  event: {
    sensorType: number
    sensor: number
    /** Number of the event's type: 1 thresholds, 6Fh of the sensor's type (IPMI 2.0, table 42-1). */
    eventType: number
    /** False: the condition went away. */
    asserted: boolean
    /** Number of the state, or threshold event, within its type. */
    offset: number
    data: readonly [number, number, number]
  } | null
  /** The 16 bytes as they came, hexadecimal. */
  raw: string
}

const maxEntries = 16_384
const lastEntry = 0xffff
/** Time stamps below are seconds since the controller started, not dates (37.1). */
const firstDate = 0x2000_0000

const stamp = (seconds: number) => (seconds === 0xffff_ffff || seconds <= firstDate ? null : seconds)

const storage = (command: number, ...data: number[]) => ({ netFn: netFn.storage, command, data: Buffer.from(data) })

/** Get SEL Info (31.2). */
export async function selInfo(on: Commander, signal: AbortSignal): Promise<SelInfo> {
  const data = atLeast(await on.command(storage(0x40), signal), 14, msg`Event log`)
  return {
    entries: data.readUInt16LE(1),
    freeBytes: data.readUInt16LE(3),
    lastAdded: stamp(data.readUInt32LE(5)),
    lastErased: stamp(data.readUInt32LE(9)),
    overflow: (data[13]! & 0x80) !== 0,
  }
}

/**
 * Entries of the event log, oldest first (Get SEL Entry, 31.5).
 * @param after id of the last entry known: only what follows it; all, when it is not there any more
 */
export async function readSel(on: Commander, signal: AbortSignal, after?: number): Promise<SelEntry[]> {
  const entries: SelEntry[] = []
  const seen = new Set<number>()
  let known = after !== undefined
  for (let id = after ?? 0; id !== lastEntry; ) {
    if (seen.has(id) || seen.size >= maxEntries) throw new IpmiError('protocol_error', msg`The event log has no end`)
    seen.add(id)
    let data: Buffer
    try {
      data = atLeast(
        await on.command(storage(0x43, 0, 0, id & 0xff, id >> 8, 0, 0xff), signal),
        18,
        msg`Event log entry`,
      )
    } catch (error) {
      if (!hasCode(error, completion.absent, completion.outOfRange, completion.invalidField)) throw error
      if (!known) break
      // The log was cleared since.
      return readSel(on, signal)
    }
    const entry = decodeSelEntry(data.subarray(2, 18))
    if (!known || entry.id !== after) entries.push(entry)
    known = false
    id = data.readUInt16LE(0)
  }
  return entries
}

/** An entry of 16 bytes (32.1 to 32.3). */
export function decodeSelEntry(bytes: Buffer): SelEntry {
  const type = bytes[2]!
  const event =
    type === 0x02
      ? {
          sensorType: bytes[10]!,
          sensor: bytes[11]!,
          eventType: bytes[12]! & 0x7f,
          asserted: (bytes[12]! & 0x80) === 0,
          offset: bytes[13]! & 0x0f,
          data: [bytes[13]!, bytes[14]!, bytes[15]!] as const,
        }
      : null
  const time = type < 0xe0 ? stamp(bytes.readUInt32LE(3)) : null
  return { id: bytes.readUInt16LE(0), type, time, event, raw: bytes.toString('hex') }
}

/** Clears the event log and waits until it is empty (Reserve SEL, Clear SEL; 31.4, 31.9). */
export async function clearSel(on: Commander, signal: AbortSignal): Promise<void> {
  const reservation = atLeast(await on.command(storage(0x42), signal), 2, msg`Reservation`).subarray(0, 2)
  const clear = (action: number) => on.command(storage(0x47, ...reservation, 0x43, 0x4c, 0x52, action), signal)
  let state = atLeast(await clear(0xaa), 1, msg`Clearing`)
  for (let asked = 0; (state[0]! & 0x0f) !== 1; asked++) {
    if (asked >= 20) throw new IpmiError('timeout', msg`The event log is still being cleared`)
    await pause(100, signal)
    state = atLeast(await clear(0x00), 1, msg`Clearing`)
  }
}
