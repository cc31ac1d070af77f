import { textAt, xml } from '../../netconf/xml.ts'
import { numberAt, textsAt, type WsmanClient } from '../client.ts'

export type AmtEvent = {
  /** Seconds since 1970, by the controller's clock. */
  time_s: number
  sensorType: number
  eventType: number
  offset: number
  /** 1 monitor, 2 information, 4 ok, 8 non-critical, 16 critical, 32 non-recoverable. */
  severity: number
  sensorNumber: number
  entity: number
  data: Buffer
}

const recordSize = 21
const maxRecords = 1_000
const perCall = 390

/** One record of AMT_MessageLog: a time and a Platform Event Trap (AMT SDK, "Read Event Log"); null when it is none. */
export function decodeEvent(base64: string): AmtEvent | null {
  const bytes = base64.length <= 64 ? Buffer.from(base64, 'base64') : Buffer.alloc(0)
  if (bytes.length < recordSize) return null
  return {
    time_s: bytes.readUInt32LE(0),
    sensorType: bytes[5] ?? 0,
    eventType: bytes[6] ?? 0,
    offset: (bytes[7] ?? 0) & 0x0f,
    severity: bytes[9] ?? 0,
    sensorNumber: bytes[10] ?? 0,
    entity: bytes[11] ?? 0,
    data: Buffer.from(bytes.subarray(13, recordSize)),
  }
}

/** Reads the event log as the controller keeps it, newest first, at most 1000 records. */
export async function readEventLog(client: WsmanClient, signal: AbortSignal): Promise<AmtEvent[]> {
  const start = await client.invoke('AMT_MessageLog', 'PositionToFirstRecord', [], signal, { repeatable: true })
  const events: AmtEvent[] = []
  let position = numberAt(start, 'IterationIdentifier')
  while (Number.isInteger(position) && events.length < maxRecords) {
    const input = [xml('r:IterationIdentifier', position), xml('r:MaxReadRecords', perCall)]
    const answer = await client.invoke('AMT_MessageLog', 'GetRecords', input, signal, { repeatable: true })
    const records = textsAt(answer, 'RecordArray')
    for (const record of records.slice(0, maxRecords - events.length)) {
      const event = decodeEvent(record)
      if (event) events.push(event)
    }
    const next = numberAt(answer, 'IterationIdentifier')
    // A position that does not advance would be read for ever.
    if (textAt(answer, 'NoMoreRecords') === 'true' || records.length === 0 || !(next > position)) break
    position = next
  }
  return events
}

export async function clearEventLog(client: WsmanClient, signal: AbortSignal): Promise<void> {
  await client.invoke('AMT_MessageLog', 'ClearLog', [], signal)
}

const sensors: Record<number, string> = {
  1: 'Temperature',
  2: 'Voltage',
  4: 'Fan',
  5: 'Chassis opened',
  6: 'Sign-in attempts failed',
  7: 'Processor',
  12: 'Memory',
  15: 'Firmware',
  18: 'Watchdog',
  30: 'No bootable medium',
  32: 'Operating system stopped or lost power',
  35: 'Watchdog expired',
  36: 'Platform alert',
  37: 'Entity present',
}
const firmware = ['error', 'hang', 'progress']
// Table 42-3 of IPMI 2.0, sensor type 0Fh, offset 2.
const progress: Record<number, string> = {
  1: 'memory initialization',
  2: 'hard disk initialization',
  3: 'secondary processors',
  4: 'user authentication',
  5: 'setup was entered',
  6: 'USB resources',
  7: 'PCI resources',
  8: 'option ROMs',
  9: 'video initialization',
  11: 'SMBus initialization',
  12: 'keyboard controller',
  19: 'starting the operating system',
}

/** What happened, in words; event types are those of IPMI 2.0, table 42-3. */
export function eventText(event: AmtEvent): string {
  const name = sensors[event.sensorType] ?? `Sensor type ${event.sensorType}`
  if (event.sensorType !== 15) return name
  const detail = event.offset === 2 ? progress[event.data[1] ?? 0] : undefined
  return `${name} ${firmware[event.offset] ?? 'event'}${detail ? `: ${detail}` : ''}`
}
