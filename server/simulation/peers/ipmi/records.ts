import { checksum, u16 } from '../../../protocols/ipmi/bytes.ts'

/** A sensor of the peer: thresholds and value are raw, `m` and `rExponent` turn them into readings. */
export type PeerSensor = {
  number: number
  name: string
  /** Type by table 42-3 of the specification, and base unit by table 43-15. */
  type: number
  unit: number
  m: number
  b?: number
  rExponent?: number
  /** Entity id and instance. */
  entity: readonly [number, number]
  raw: number
  /** Lower non-critical, critical, non-recoverable, upper the same; null: not there. */
  thresholds: readonly (number | null)[]
}

/** A Full Sensor Record (IPMI 2.0, 43.1) with an id of its own. */
export function fullRecord(id: number, sensor: PeerSensor): Buffer {
  const name = Buffer.from(sensor.name, 'latin1').subarray(0, 31)
  const record = Buffer.alloc(48 + name.length)
  const mask = sensor.thresholds.reduce<number>((bits, value, bit) => (value === null ? bits : bits | (1 << bit)), 0)
  const b = sensor.b ?? 0
  record.writeUInt16LE(id, 0)
  record.set(
    [0x51, 0x01, record.length - 5, 0x20, 0, sensor.number, ...sensor.entity, 0x7f, 0x68, sensor.type, 0x01],
    2,
  )
  record.set([mask, mask], 18)
  record.set([0, sensor.unit, 0, 0, sensor.m & 0xff, ((sensor.m >> 8) & 3) << 6, b & 0xff, ((b >> 8) & 3) << 6], 20)
  record[29] = ((sensor.rExponent ?? 0) & 0x0f) << 4
  record[31] = sensor.raw
  record.set([0xff, 0], 34)
  record.set(
    [5, 4, 3, 2, 1, 0].map((bit) => sensor.thresholds[bit] ?? 0),
    36,
  )
  record[47] = 0xc0 | name.length
  name.copy(record, 48)
  return record
}

/** A locator that names FRU 0 (43.8). */
export function fruLocator(id: number, text: string): Buffer {
  const name = Buffer.from(text, 'latin1').subarray(0, 31)
  const head = [0x51, 0x11, 11 + name.length, 0x20, 0, 0x80, 0, 0, 0x10, 0, 7, 1, 0, 0xc0 | name.length]
  return Buffer.concat([u16(id), Buffer.from(head), name])
}

export type PeerInventory = {
  chassis: { type: number; part: string; serial: string }
  board: { manufactured: Date; manufacturer: string; product: string; serial: string; part: string }
  product: { manufacturer: string; name: string; part: string; version: string; serial: string; asset: string }
}

const field = (text: string) => {
  const bytes = Buffer.from(text, 'latin1').subarray(0, 63)
  // One character would read as the end of the fields.
  return bytes.length === 1
    ? Buffer.from([0xc2, bytes[0]!, 0x20])
    : Buffer.concat([Buffer.from([0xc0 | bytes.length]), bytes])
}

function area(head: readonly number[], texts: readonly string[]): Buffer {
  const body = Buffer.concat([Buffer.from([1, 0, ...head]), ...texts.map(field), Buffer.from([0xc1])])
  const bytes = Buffer.alloc(Math.ceil((body.length + 1) / 8) * 8)
  body.copy(bytes)
  bytes[1] = bytes.length / 8
  bytes[bytes.length - 1] = checksum(bytes)
  return bytes
}

/** The image of an inventory (Platform Management FRU 1.0). */
export function fruImage({ chassis, board, product }: PeerInventory): Buffer {
  const minutes = Math.max(0, Math.floor((board.manufactured.getTime() - Date.UTC(1996, 0, 1)) / 60_000))
  const made = [minutes & 0xff, (minutes >> 8) & 0xff, (minutes >> 16) & 0xff]
  const areas = [
    area([chassis.type], [chassis.part, chassis.serial]),
    area([0, ...made], [board.manufacturer, board.product, board.serial, board.part, '']),
    area([0], [product.manufacturer, product.name, product.part, product.version, product.serial, product.asset, '']),
  ]
  const header = Buffer.from([1, 0, 0, 0, 0, 0, 0, 0])
  let at = 1
  areas.forEach((bytes, index) => {
    header[2 + index] = at
    at += bytes.length / 8
  })
  header[7] = checksum(header)
  return Buffer.concat([header, ...areas])
}
