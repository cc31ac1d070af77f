import { msg } from '../../../shared/text.ts'
import { atLeast } from '../bytes.ts'
import { completion, hasCode, IpmiError } from '../errors.ts'
import { netFn } from '../message.ts'
import type { Commander } from './commander.ts'

/** No controller has more; a repository that goes on is a loop. */
const maxRecords = 4_096
const headerLength = 5
/** Bytes asked for at once, halved down to `leastPart` when the controller cannot return so many. */
const firstPart = 32
const leastPart = 8
/** How often a reservation may be lost before we give up: another client keeps changing the repository. */
const maxRestarts = 10
const lastRecord = 0xffff

type Where = { netFn: number; reserve: number; get: number }
/** The repository (IPMI 2.0, 33.11, 33.12), and what controllers without one answer instead (35.3, 35.4). */
const repository: Where = { netFn: netFn.storage, reserve: 0x22, get: 0x23 }
const deviceRecords: Where = { netFn: netFn.sensor, reserve: 0x22, get: 0x21 }

/** All records of the sensor data repository, each whole with its header of five bytes. */
export async function readSdrs(on: Commander, signal: AbortSignal): Promise<Buffer[]> {
  const known = [completion.invalidCommand, completion.unsupportedState]
  try {
    return await new SdrReader(on, repository, signal).all()
  } catch (error) {
    if (!hasCode(error, ...known)) throw error
    return await new SdrReader(on, deviceRecords, signal).all()
  }
}

class SdrReader {
  readonly #on: Commander
  readonly #where: Where
  readonly #signal: AbortSignal
  #reservation: Buffer = Buffer.alloc(2)
  #part = firstPart
  #restarts = 0

  constructor(on: Commander, where: Where, signal: AbortSignal) {
    this.#on = on
    this.#where = where
    this.#signal = signal
  }

  async all(): Promise<Buffer[]> {
    await this.#reserve()
    const records: Buffer[] = []
    const seen = new Set<number>()
    for (let id = 0; id !== lastRecord; ) {
      if (seen.has(id) || seen.size >= maxRecords)
        throw new IpmiError('protocol_error', msg`The sensor data repository has no end`)
      seen.add(id)
      const { record, next } = await this.#record(id).catch((error: unknown) => {
        // An empty repository has no first record.
        if (id === 0 && hasCode(error, completion.absent)) return { record: null, next: lastRecord }
        throw error
      })
      if (record) records.push(record)
      id = next
    }
    return records
  }

  async #reserve(): Promise<void> {
    const request = { netFn: this.#where.netFn, command: this.#where.reserve }
    this.#reservation = atLeast(await this.#on.command(request, this.#signal), 2, msg`Reservation`).subarray(0, 2)
  }

  async #record(id: number): Promise<{ record: Buffer; next: number }> {
    for (;;) {
      try {
        const head = await this.#slice(id, 0, headerLength)
        const length = headerLength + head.bytes[4]!
        const parts = [head.bytes]
        for (let at = headerLength; at < length; ) {
          const { bytes } = await this.#slice(id, at, Math.min(this.#part, length - at))
          parts.push(bytes)
          at += bytes.length
        }
        return { record: Buffer.concat(parts), next: head.next }
      } catch (error) {
        if (!hasCode(error, completion.reservationCancelled) || ++this.#restarts > maxRestarts) throw error
        await this.#reserve()
      }
    }
  }

  /** `count` bytes of a record, or the fewer that the controller can return. */
  async #slice(id: number, offset: number, count: number): Promise<{ bytes: Buffer; next: number }> {
    for (let wanted = count; ; ) {
      try {
        const data = Buffer.from([...this.#reservation, id & 0xff, id >> 8, offset, wanted])
        const request = { netFn: this.#where.netFn, command: this.#where.get, data }
        const answer = atLeast(await this.#on.command(request, this.#signal), 2 + wanted, msg`Sensor data record`)
        return { bytes: answer.subarray(2, 2 + wanted), next: answer.readUInt16LE(0) }
      } catch (error) {
        const tooMany = hasCode(error, completion.cannotReturnBytes, completion.lengthExceeded, completion.unspecified)
        if (!tooMany || wanted <= leastPart) throw error
        wanted = Math.max(leastPart, wanted >> 1)
        this.#part = wanted
      }
    }
  }
}
