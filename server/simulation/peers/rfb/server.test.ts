import { once } from 'node:events'
import { type Duplex, duplexPair } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { authenticateToServer } from '../../../protocols/rfb/client-handshake.ts'
import { Damage, type Rect } from '../../../protocols/rfb/damage.ts'
import { applyUpdates, type Canvas } from '../../../protocols/rfb/decode.ts'
import { encodeHextile } from '../../../protocols/rfb/hextile.ts'
import { packPalette, parsePixelFormat } from '../../../protocols/rfb/pixel-format.ts'
import { type Picture, serveRfb } from './server.ts'

const palette = [0x000000, 0xffffff, 0xff0000, 0x00ff00, 0x123456]

function makePicture(width: number, height: number) {
  const listeners = new Set<(area: Rect) => void>()
  const picture: Picture = {
    width,
    height,
    palette,
    pixels: new Uint8Array(width * height),
    onDamage(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const paint = (area: Rect, colour: number) => {
    for (let y = area.y; y < area.y + area.h; y++)
      picture.pixels.fill(colour, y * width + area.x, y * width + area.x + area.w)
    for (const listener of listeners) listener(area)
  }
  return { picture, paint, listeners }
}

const rgb = (picture: Picture) => Array.from(picture.pixels, (i) => palette[i])
const request = (picture: Picture, incremental: boolean) => {
  const b = Buffer.from([3, incremental ? 1 : 0, 0, 0, 0, 0, 0, 0, 0, 0])
  b.writeUInt16BE(picture.width, 6)
  b.writeUInt16BE(picture.height, 8)
  return b
}

/** A client that has read ServerInit and collects updates. */
async function connect(stream: Duplex, password: string | null) {
  await authenticateToServer(stream, password, { timeoutMs: 5000 })
  let bytes: Buffer = Buffer.alloc(0)
  let canvas: Canvas | undefined
  let name = ''
  stream.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk])
    if (!canvas) {
      if (bytes.length < 24 || bytes.length < 24 + bytes.readUInt32BE(20)) return
      const width = bytes.readUInt16BE(0)
      const height = bytes.readUInt16BE(2)
      canvas = { width, height, pixels: new Uint32Array(width * height) }
      name = bytes.subarray(24, 24 + bytes.readUInt32BE(20)).toString()
      bytes = bytes.subarray(24 + bytes.readUInt32BE(20))
      stream.emit('test:ready')
    }
    const used = applyUpdates(canvas, bytes)
    bytes = bytes.subarray(used)
    if (used > 0) stream.emit('test:update')
  })
  stream.write(Buffer.from([1]))
  await once(stream, 'test:ready')
  return { canvas: canvas as unknown as Canvas, name }
}

describe('RFB server', () => {
  it.each([
    ['raw', [2, 0, 0, 1, 0, 0, 0, 0]],
    ['hextile', [2, 0, 0, 2, 0, 0, 0, 5, 0xff, 0xff, 0xfe, 0xfe]],
  ])('shows the picture and what changes in it: %s', async (_name, encodings) => {
    const { picture, paint } = makePicture(70, 40)
    paint({ x: 3, y: 3, w: 9, h: 30 }, 2)
    const [near, far] = duplexPair()
    const served = serveRfb(far, { picture, name: 'vm', password: 'pw', onKey: () => {} })
    const { canvas, name } = await connect(near, 'pw')
    expect(name).toBe('vm')
    near.write(Buffer.concat([Buffer.from(encodings), request(picture, false)]))
    await once(near, 'test:update')
    expect([...canvas.pixels]).toEqual(rgb(picture))

    near.write(request(picture, true))
    paint({ x: 60, y: 30, w: 10, h: 10 }, 4)
    paint({ x: 0, y: 0, w: 1, h: 1 }, 1)
    await once(near, 'test:update')
    expect([...canvas.pixels]).toEqual(rgb(picture))
    near.end()
    await served
  })

  it('receives plain and QEMU keys, and ignores pointer and clipboard', async () => {
    const { picture, listeners } = makePicture(16, 16)
    const keys: [number, boolean][] = []
    const [near, far] = duplexPair()
    const served = serveRfb(far, { picture, name: '', password: null, onKey: (...key) => keys.push(key) })
    await connect(near, null)
    const clipboard = Buffer.concat([Buffer.from('0600000000000010', 'hex'), Buffer.alloc(16, 4)])
    const input = Buffer.concat([
      Buffer.from('040100000000ff0d', 'hex'),
      clipboard,
      Buffer.from('050000000000', 'hex'),
      Buffer.from('ff0000000000006100000026', 'hex'),
    ])
    for (const byte of input) near.write(Buffer.from([byte]))
    near.end()
    await served
    expect(keys).toEqual([
      [0xff0d, true],
      [0x61, false],
    ])
    expect(listeners.size).toBe(0)
  })

  it('sends the last picture and closes the connection when its owner does', async () => {
    const { picture, paint } = makePicture(32, 32)
    const stop = new AbortController()
    const [near, far] = duplexPair()
    const served = serveRfb(far, { picture, name: '', password: null, onKey: () => {}, signal: stop.signal })
    const { canvas } = await connect(near, null)
    near.write(request(picture, false))
    await once(near, 'test:update')
    near.write(request(picture, true))
    await new Promise(setImmediate)
    paint({ x: 0, y: 0, w: 32, h: 32 }, 3)
    stop.abort()
    await Promise.all([once(near, 'end'), once(near, 'test:update')])
    near.end()
    await served
    expect([...canvas.pixels]).toEqual(rgb(picture))
  })

  it('queues nothing for a client that does not read', async () => {
    const { picture, paint } = makePicture(640, 480)
    const [near, far] = duplexPair()
    const served = serveRfb(far, { picture, name: '', password: null, onKey: () => {} })
    await connect(near, null)
    near.removeAllListeners('data').pause()
    for (let i = 0; i < 50; i++) {
      near.write(request(picture, false))
      paint({ x: 0, y: 0, w: 640, h: 480 }, i % palette.length)
      await new Promise(setImmediate)
    }
    expect(far.writableLength).toBeLessThan(2 * 640 * 480 * 4)
    near.destroy()
    far.destroy()
    await served
  })

  it('hangs up on what is no client message', async () => {
    const { picture } = makePicture(16, 16)
    const [near, far] = duplexPair()
    const served = serveRfb(far, { picture, name: '', password: null, onKey: () => {} })
    await connect(near, null)
    near.write(Buffer.from([99]))
    await served
  })
})

describe('encodings', () => {
  it('hextile gives back any picture (fuzz)', () => {
    const colours = fc.uint8Array({ min: 0, max: palette.length - 1, minLength: 300, maxLength: 300 })
    const runs = fc.array(fc.tuple(fc.nat(palette.length - 1), fc.integer({ min: 1, max: 90 })), {
      minLength: 1,
      maxLength: 60,
    })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 40 }),
        fc.oneof(colours, runs),
        (w, h, source) => {
          const flat =
            source instanceof Uint8Array ? [...source] : source.flatMap(([c, n]) => new Array<number>(n).fill(c))
          const pixels = Uint8Array.from({ length: w * h }, (_, i) => flat[i % flat.length] ?? 0)
          const format = {
            bytes: 4,
            colours: packPalette(palette, { bytes: 4, bigEndian: false, max: [255, 255, 255], shift: [16, 8, 0] }),
          }
          const body = encodeHextile({ width: w, height: h, pixels }, 0, 0, w, h, format)
          const head = Buffer.from([0, 0, 0, 1, 0, 0, 0, 0, 0, w, 0, h, 0, 0, 0, 5])
          const canvas = { width: w, height: h, pixels: new Uint32Array(w * h) }
          const message = Buffer.concat([head, body])
          expect(applyUpdates(canvas, message)).toBe(message.length)
          expect([...canvas.pixels]).toEqual(Array.from(pixels, (i) => palette[i]))
          expect(body.length).toBeLessThanOrEqual(Math.ceil(w / 16) * Math.ceil(h / 16) * 1025)
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('packs colours into 8, 16 and 32 bits', () => {
    const format = (hex: string) => parsePixelFormat(Buffer.from(hex, 'hex'))
    const red = (hex: string) => packPalette([0xff0000], format(hex)).toString('hex')
    expect(red('08080001 0007 0007 0003 000306 000000'.replaceAll(' ', ''))).toBe('07')
    expect(red('10100001 001f 003f 001f 0b0500 000000'.replaceAll(' ', ''))).toBe('00f8')
    expect(red('10100101 001f 003f 001f 0b0500 000000'.replaceAll(' ', ''))).toBe('f800')
    expect(red('20180001 00ff 00ff 00ff 181008 000000'.replaceAll(' ', ''))).toBe('000000ff')
    expect(() => format('20180000 00ff 00ff 00ff 181008 000000'.replaceAll(' ', ''))).toThrow(/Colour maps/)
    expect(() => format('18180001 00ff 00ff 00ff 181008 000000'.replaceAll(' ', ''))).toThrow(/bits per pixel/)
  })

  it('joins dirty tiles into few rectangles and forgets them', () => {
    const damage = new Damage(100, 50)
    damage.add({ x: 10, y: 10, w: 30, h: 30 })
    damage.add({ x: 95, y: 0, w: 50, h: 1 })
    const all = { x: 0, y: 0, w: 100, h: 50 }
    expect(damage.take(all)).toEqual([
      { x: 0, y: 0, w: 48, h: 48 },
      { x: 80, y: 0, w: 20, h: 16 },
    ])
    expect(damage.take(all)).toEqual([])
  })
})
