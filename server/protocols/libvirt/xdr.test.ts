import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ProtocolError } from './errors.ts'
import { procedures, readDomain, readLifecycleEvent } from './procedures.ts'
import { recorded, recordedBody } from './recorded.ts'
import { MessageSplitter } from './wire.ts'
import { XdrReader, XdrWriter } from './xdr.ts'

test('what is written is read again', () => {
  const model = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('int' as const), value: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }) }),
      fc.record({ kind: fc.constant('uint' as const), value: fc.nat(2 ** 32 - 1) }),
      fc.record({ kind: fc.constant('string' as const), value: fc.string({ unit: 'grapheme' }) }),
      fc.record({ kind: fc.constant('optional' as const), value: fc.option(fc.string({ unit: 'grapheme' })) }),
      fc.record({ kind: fc.constant('fixed' as const), value: fc.uint8Array({ maxLength: 40 }) }),
    ),
  )
  fc.assert(
    fc.property(model, (items) => {
      const writer = new XdrWriter()
      for (const item of items) {
        if (item.kind === 'int') writer.int(item.value)
        else if (item.kind === 'uint') writer.uint(item.value)
        else if (item.kind === 'string') writer.string(item.value)
        else if (item.kind === 'optional') writer.optionalString(item.value)
        else writer.fixed(Buffer.from(item.value))
      }
      const reader = new XdrReader(writer.finish())
      for (const item of items) {
        if (item.kind === 'int') expect(reader.int()).toBe(item.value)
        else if (item.kind === 'uint') expect(reader.uint()).toBe(item.value)
        else if (item.kind === 'string') expect(reader.string()).toBe(item.value)
        else if (item.kind === 'optional') expect(reader.optional(() => reader.string())).toBe(item.value)
        else expect([...reader.fixed(item.value.length)]).toEqual([...item.value])
      }
      expect(reader.remaining).toBe(0)
    }),
  )
})

test('lengths that lie are refused before anything is made of them', () => {
  const claims = (count: number) => new XdrReader(new XdrWriter().uint(count).uint(0).finish())
  expect(() => claims(5).string()).toThrow(ProtocolError)
  expect(() => claims(0xffffffff).string()).toThrow(ProtocolError)
  expect(() => claims(8).string(4)).toThrow(ProtocolError)
  expect(() => claims(0xffffffff).array(2 ** 32, 1, () => 0)).toThrow(ProtocolError)
  expect(() => claims(1000).array(16384, 24, () => 0)).toThrow(ProtocolError)
  expect(() => claims(7).optional(() => 0)).toThrow(ProtocolError)
  // The padding belongs to the text.
  expect(() => new XdrReader(Buffer.from([0, 0, 0, 1, 65])).string()).toThrow(ProtocolError)
})

test('real answers of libvirt', () => {
  const uuid = Buffer.from('00112233445566778899aabbccddeeff', 'hex')
  expect(procedures.nodeInfo.decode(recordedBody('nodeInfo'))).toEqual({
    model: 'x86_64',
    memoryKib: 12_282_060,
    cpus: 2,
    mhz: 2596,
    nodes: 1,
    sockets: 1,
    cores: 2,
    threads: 1,
  })
  expect(procedures.listDomains.decode(recordedBody('list'))).toEqual([{ name: 'rec', uuid, id: -1 }])
  expect(procedures.domainInfo.decode(recordedBody('info'))).toEqual({
    state: 1,
    maxMemoryKib: 16384,
    memoryKib: 16384,
    vcpus: 1,
    cpuTimeNs: 280_000_000n,
  })
  const [stats] = procedures.allDomainStats.decode(recordedBody('stats'))
  expect(stats?.domain).toEqual({ name: 'rec', uuid, id: 3 })
  expect(Object.fromEntries(stats!.values)).toEqual({
    'state.state': 1,
    'state.reason': 1,
    'balloon.current': 16384n,
    'balloon.maximum': 16384n,
    'balloon.last-update': 0n,
    'balloon.rss': 39652n,
    'block.count': 0,
  })
  const event = recordedBody('stopped')
  event.int()
  expect(readLifecycleEvent(event)).toEqual({ domain: { name: 'rec', uuid, id: -1 }, event: 5, detail: 1 })
})

/** A hostile peer may send anything: the only outcome is our own error, and nothing is read past the end. */
function onlyRejections(read: () => unknown): void {
  try {
    read()
  } catch (error) {
    if (!(error instanceof ProtocolError) && !(error instanceof RangeError)) throw error
    expect((error as { code?: string }).code).not.toBe('ERR_OUT_OF_RANGE')
  }
}

const decoders = [
  ...Object.values(procedures).map((procedure) => procedure.decode as (reader: XdrReader) => unknown),
  readDomain,
  readLifecycleEvent,
]

test('any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(decoders.length - 1), (bytes, which) => {
      onlyRejections(() => decoders[which]!(new XdrReader(Buffer.from(bytes))))
    }),
    { numRuns: 20_000 },
  )
})

test('real answers with a few bytes changed or cut', () => {
  const messages = Object.values(recorded)
  const change = fc.record({ at: fc.nat(400), value: fc.nat(255) })
  fc.assert(
    fc.property(
      fc.nat(messages.length - 1),
      fc.nat(decoders.length - 1),
      fc.array(change, { maxLength: 4 }),
      fc.nat(400),
      (which, decoder, changes, length) => {
        const body = Buffer.from(messages[which]!.subarray(28))
        for (const { at, value } of changes) if (at < body.length) body[at] = value
        onlyRejections(() => decoders[decoder]!(new XdrReader(body.subarray(0, length))))
      },
    ),
    { numRuns: 20_000 },
  )
})

test('messages come out whole however the bytes were cut', () => {
  const all = Object.values(recorded)
  const stream = Buffer.concat(all)
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 200 }), (cuts) => {
      const splitter = new MessageSplitter()
      const bodies: Buffer[] = []
      let at = 0
      for (const size of [...cuts, stream.length]) {
        bodies.push(...splitter.feed(stream.subarray(at, at + size)).map(({ body }) => Buffer.from(body)))
        at += size
      }
      expect(bodies).toEqual(all.map((message) => message.subarray(28)))
    }),
  )
})

test('a length no message has ends it', () => {
  for (const length of [0, 27, (32 << 20) + 5, 0xffffffff]) {
    expect(() => new MessageSplitter().feed(new XdrWriter().uint(length).finish())).toThrow(ProtocolError)
  }
  const ofAnotherVersion = Buffer.from(recorded.list)
  ofAnotherVersion.writeUInt32BE(2, 8)
  expect(() => new MessageSplitter().feed(ofAnotherVersion)).toThrow(ProtocolError)
})
