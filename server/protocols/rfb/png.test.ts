import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { encodePng, halved } from './png.ts'

test('a picture of two pixels is what the format says', () => {
  const png = encodePng({ width: 2, height: 1, pixels: Uint32Array.of(0xff8000, 0x0000ff) })
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  // Name and checksum of the head, computed by another program (Python's zlib).
  expect(png.subarray(8, 33).toString('hex')).toBe('0000000d49484452000000020000000108020000007b40e8dd')
  const length = png.readUInt32BE(33)
  expect(png.subarray(37, 41).toString()).toBe('IDAT')
  expect(inflateSync(png.subarray(41, 41 + length)).toString('hex')).toBe('00ff80000000ff')
  expect(png.subarray(-12).toString('hex')).toBe('0000000049454e44ae426082')
})

test('half of it is the mean of four', () => {
  const four = { width: 3, height: 2, pixels: Uint32Array.of(0, 0xff0000, 1, 0x00ff00, 0x0000ff, 1) }
  expect(halved(four)).toEqual({ width: 1, height: 1, pixels: Uint32Array.of(0x3f3f3f) })
})
