import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ClientMessageFilter, type RfbMode } from './client-message-filter.ts'
import { RfbError } from './errors.ts'

const hex = (s: string) => Buffer.from(s.replaceAll(' ', ''), 'hex')
const int32 = (...values: number[]) => {
  const b = Buffer.alloc(values.length * 4)
  values.forEach((v, i) => {
    b.writeInt32BE(v, i * 4)
  })
  return b
}

const messages = {
  setPixelFormat: hex('00000000 20180001 00ff00ff00ff100800000000'),
  setEncodings: Buffer.concat([hex('02000002'), int32(0, 5)]),
  updateRequest: hex('03 01 0000 0000 02d0 0190'),
  key: hex('04 01 0000 0000ff0d'),
  pointer: hex('05 01 0010 0020'),
  cutText: Buffer.concat([hex('06000000'), int32(5), Buffer.from('hallo')]),
  extendedCutText: Buffer.concat([hex('06000000'), int32(-8), hex('0100000112345678')]),
  continuous: hex('96 01 0000 0000 0280 0190'),
  fence: hex('f8 000000 00000001 03 aabbcc'),
  xvp: hex('fa 00 01 04'),
  desktopSize: Buffer.concat([hex('fb 00 0400 0300 01 00'), Buffer.alloc(16)]),
  qemuKey: hex('ff 00 0001 0000ff0d 0000001c'),
  qemuAudio: hex('ff 01 0000'),
  qemuAudioFormat: hex('ff 01 0002 0302 0000ac44'),
}
type Name = keyof typeof messages
const names = Object.keys(messages) as Name[]
const neverPass: Name[] = ['xvp']
const input: Name[] = ['key', 'pointer', 'cutText', 'extendedCutText', 'desktopSize', 'qemuKey']
const allowed = (mode: RfbMode) =>
  names.filter((n) => !neverPass.includes(n) && (mode === 'control' || !input.includes(n)))

const run = (mode: RfbMode, chunks: Buffer[]) => {
  const filter = new ClientMessageFilter(mode)
  return Buffer.concat(chunks.flatMap((chunk) => filter.push(chunk)))
}

describe('client message filter', () => {
  it.each(names)('%s', (name) => {
    for (const mode of ['control', 'view'] as const) {
      const expected = allowed(mode).includes(name) ? messages[name] : Buffer.alloc(0)
      expect(run(mode, [messages[name]])).toEqual(expected)
    }
  })

  it('passes a chunk of whole messages without copying it', () => {
    const chunk = Buffer.concat([messages.updateRequest, messages.key, messages.fence])
    const [out, ...more] = new ClientMessageFilter('control').push(chunk)
    expect(more).toEqual([])
    expect(out?.buffer).toBe(chunk.buffer)
    expect(out?.byteOffset).toBe(chunk.byteOffset)
  })

  it('never asks for extended mouse buttons, which change the length of PointerEvent', () => {
    const asked = Buffer.concat([hex('02000003'), int32(7, -316, -223)])
    expect(run('control', [asked])).toEqual(Buffer.concat([hex('02000002'), int32(7, -223)]))
  })

  it.each([
    ['unknown message', hex('63')],
    ['unknown QEMU message', hex('ff 09')],
    ['unknown audio operation', hex('ff 01 0007')],
    ['huge clipboard', hex('06000000 7fffffff')],
    ['huge extended clipboard', hex('06000000 80000000')],
    ['endless encodings', hex('0200ffff')],
    ['long fence', hex('f8 000000 00000001 41')],
  ])('ends the session: %s', (_name, bytes) => {
    expect(() => run('view', [bytes])).toThrow(RfbError)
  })

  it('gives the same bytes however the stream is cut (fuzz)', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<RfbMode>('control', 'view'),
        fc.array(fc.constantFrom(...names), { maxLength: 30 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 }),
        (mode, picked, sizes) => {
          const all = Buffer.concat(picked.map((n) => messages[n]))
          const chunks: Buffer[] = []
          for (let at = 0, i = 0; at < all.length; i++) {
            const size = sizes[i % sizes.length] ?? 1
            chunks.push(all.subarray(at, at + size))
            at += size
          }
          const expected = Buffer.concat(picked.filter((n) => allowed(mode).includes(n)).map((n) => messages[n]))
          expect(run(mode, chunks)).toEqual(expected)
        },
      ),
      { numRuns: 5000 },
    )
  })

  it('lets no input of a viewer through and throws only RfbError on noise (fuzz)', () => {
    const startsLikeAMessage = fc.constantFrom(0, 2, 3, 4, 5, 6, 150, 248, 250, 251, 255)
    fc.assert(
      fc.property(
        fc.array(fc.tuple(startsLikeAMessage, fc.uint8Array({ maxLength: 30 })), { maxLength: 6 }),
        (parts) => {
          const chunks = parts.map(([type, noise]) => Buffer.from([type, ...noise]))
          try {
            const out = run('view', chunks)
            // What came out is itself a stream of permitted messages: a second filter takes it unchanged.
            expect(run('view', [out])).toEqual(out)
          } catch (error) {
            expect(error).toBeInstanceOf(RfbError)
          }
        },
      ),
      { numRuns: 20_000 },
    )
  })
})
