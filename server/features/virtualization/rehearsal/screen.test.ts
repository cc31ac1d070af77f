import { randomFillSync } from 'node:crypto'
import { duplexPair } from 'node:stream'
import { expect, test } from 'vitest'
import { soon } from '../../../shared/testing/soon.ts'
import { serveRfb } from '../../../simulation/peers/rfb/server.ts'
import { boundedPng, readScreen } from './screen.ts'

test('the whole screen is read as it is', async () => {
  const [device, client] = duplexPair()
  const pixels = new Uint8Array(300 * 200)
  pixels.fill(2, 0, 300 * 100)
  const picture = { width: 300, height: 200, palette: [0, 0xffffff, 0x123456], pixels, onDamage: () => () => {} }
  void serveRfb(device, { picture, name: 'vm', password: 'secret', onKey: () => {} })
  const canvas = await readScreen(client, 'secret', soon())
  expect([canvas.width, canvas.height]).toEqual([300, 200])
  expect([canvas.pixels[0], canvas.pixels[299 + 99 * 300], canvas.pixels[100 * 300]]).toEqual([0x123456, 0x123456, 0])
})

test('a server that says nothing is left when the time is over', async () => {
  const [, client] = duplexPair()
  await expect(readScreen(client, 'x', AbortSignal.timeout(50))).rejects.toThrow()
})

/** Signs anybody in, and then says what it is given. */
async function hostile(screen: { width: number; height: number }, then: Buffer) {
  const [device, client] = duplexPair()
  device.write('RFB 003.008\n')
  const init = Buffer.alloc(24)
  init.writeUInt16BE(screen.width, 0)
  init.writeUInt16BE(screen.height, 2)
  device.write(Buffer.concat([Buffer.of(1, 1), Buffer.alloc(4), init, then]))
  device.resume()
  return readScreen(client, '', AbortSignal.timeout(2_000))
}

test.each([
  ['a screen that is larger than any', { width: 16_000, height: 16_000 }, Buffer.alloc(0), /not looked at/],
  ['no screen at all', { width: 0, height: 600 }, Buffer.alloc(0), /not looked at/],
  [
    'more than fits',
    { width: 8, height: 8 },
    Buffer.concat([Buffer.of(0, 0, 255, 255), Buffer.alloc(2 << 20, 1)]),
    /encoding|more than its screen/,
  ],
  ['another message', { width: 8, height: 8 }, Buffer.of(2), /Unexpected/],
])('%s ends it', async (_, screen, then, words) => {
  await expect(hostile(screen, then)).rejects.toThrow(words)
})

test('a picture that does not become small is halved until it is', () => {
  const pixels = new Uint32Array(1200 * 900)
  randomFillSync(new Uint8Array(pixels.buffer))
  const png = boundedPng({ width: 1200, height: 900, pixels })
  expect(png.length).toBeLessThanOrEqual(512 << 10)
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([300, 225])
})
