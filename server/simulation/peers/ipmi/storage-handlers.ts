import { u16, u32 } from '../../../protocols/ipmi/bytes.ts'
import { completion } from '../../../protocols/ipmi/errors.ts'
import type { PeerMachine } from './machine.ts'
import { type Handlers, ok, okBytes, reject } from './replies.ts'

/** As small controllers: no more of a record in one answer. */
const mostBytes = 22
const last = 0xffff

function sdr({ records }: PeerMachine, data: Buffer) {
  if (data.length < 6) return reject(completion.lengthInvalid)
  const id = data.readUInt16LE(2)
  const index = id === 0 ? 0 : records.findIndex((record) => record.readUInt16LE(0) === id)
  const record = records[index]
  if (!record) return reject(completion.absent)
  const [offset, count] = [data[4]!, data[5]!]
  if (offset >= record.length) return reject(completion.outOfRange)
  const whole = Math.min(count === 0xff ? record.length : count, record.length - offset)
  if (whole > mostBytes) return reject(completion.cannotReturnBytes)
  const next = records[index + 1]?.readUInt16LE(0) ?? last
  return okBytes(Buffer.concat([u16(next), record.subarray(offset, offset + whole)]))
}

function selEntry({ events }: PeerMachine, data: Buffer) {
  if (data.length < 6) return reject(completion.lengthInvalid)
  const id = data.readUInt16LE(2)
  const index =
    id === 0 ? 0 : id === last ? events.length - 1 : events.findIndex((event) => event.readUInt16LE(0) === id)
  const event = events[index]
  if (!event) return reject(completion.absent)
  const next = events[index + 1]?.readUInt16LE(0) ?? last
  return okBytes(Buffer.concat([u16(next), event.subarray(data[4]!, data[5] === 0xff ? 16 : data[4]! + data[5]!)]))
}

function clearSel(machine: PeerMachine, data: Buffer) {
  if (data.length < 6 || data.toString('latin1', 2, 5) !== 'CLR') return reject(completion.invalidField)
  if (data[5] === 0xaa) machine.clearEvents()
  return ok(0x01)
}

function fruData({ fru }: PeerMachine, data: Buffer) {
  if (data.length < 4) return reject(completion.lengthInvalid)
  if (data[0] !== 0) return reject(completion.absent)
  const offset = data.readUInt16LE(1)
  if (data[3]! > mostBytes) return reject(completion.cannotReturnBytes)
  const part = fru.subarray(offset, offset + data[3]!)
  return part.length === 0 ? reject(completion.outOfRange) : okBytes(Buffer.concat([Buffer.from([part.length]), part]))
}

/** Storage commands (IPMI 2.0, 31, 33, 34). */
export const storageHandlers: Handlers = {
  16: [
    2,
    ({ fru }, data) =>
      data[0] === 0 ? okBytes(Buffer.concat([u16(fru.length), Buffer.from([0])])) : reject(completion.absent),
  ],
  17: [2, fruData],
  32: [
    2,
    ({ records }) =>
      okBytes(Buffer.concat([Buffer.from([0x51]), u16(records.length), u16(0), u32(0), u32(0), Buffer.from([0x22])])),
  ],
  34: [2, () => ok(1, 0)],
  35: [2, sdr],
  64: [
    2,
    ({ events, lastAdded, lastErased }) =>
      okBytes(
        Buffer.concat([
          Buffer.from([0x51]),
          u16(events.length),
          u16(8_192),
          u32(lastAdded),
          u32(lastErased),
          Buffer.from([0x02]),
        ]),
      ),
  ],
  66: [2, () => ok(1, 0)],
  67: [2, selEntry],
  71: [3, clearSel],
  72: [2, ({ now }) => okBytes(u32(now()))],
}
