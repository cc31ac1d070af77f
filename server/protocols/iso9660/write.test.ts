import { expect, test } from 'vitest'
import { isoImage } from './write.ts'

const when = new Date('2026-01-02T03:04:05Z')
const files = new Map([
  ['meta-data', Buffer.from('instance-id: x\n')],
  ['user-data', Buffer.from('#cloud-config\n'.repeat(500))],
  ['network-config', Buffer.from('')],
])

type Found = { name: Buffer; data: Buffer; susp: Buffer; isDirectory: boolean }

/** Reads as a driver would: descriptor, root record, directory records; written from the standard, apart from the writer. */
function readDirectory(image: Buffer, descriptor: number): Found[] {
  const volume = image.subarray(descriptor * 2048)
  expect(volume.toString('latin1', 1, 6)).toBe('CD001')
  const root = volume.subarray(156, 190)
  const start = root.readUInt32LE(2) * 2048
  const end = start + root.readUInt32LE(10)
  const found: Found[] = []
  for (let at = start; at < end; ) {
    const length = image[at]!
    if (length === 0) {
      at = (Math.floor(at / 2048) + 1) * 2048
      continue
    }
    expect(Math.floor(at / 2048)).toBe(Math.floor((at + length - 1) / 2048))
    const record = image.subarray(at, at + length)
    expect(record.readUInt32LE(2)).toBe(record.readUInt32BE(6))
    expect(record.readUInt32LE(10)).toBe(record.readUInt32BE(14))
    const nameLength = record[32]!
    const extent = record.readUInt32LE(2) * 2048
    found.push({
      name: record.subarray(33, 33 + nameLength),
      data: image.subarray(extent, extent + record.readUInt32LE(10)),
      susp: record.subarray(33 + nameLength + (nameLength % 2 === 0 ? 1 : 0)),
      isDirectory: (record[25]! & 2) !== 0,
    })
    at += length
  }
  return found
}

function rockRidgeName(susp: Buffer): string {
  for (let at = 0; at + 4 <= susp.length && susp[at + 2]! > 0; at += susp[at + 2]!) {
    if (susp.toString('latin1', at, at + 2) === 'NM') return susp.toString('utf8', at + 5, at + susp[at + 2]!)
  }
  return ''
}

test('names and content, by Rock Ridge and by Joliet', () => {
  const image = isoImage('cidata', files, when)
  expect(image.length % 2048).toBe(0)
  expect(image.readUInt32LE(16 * 2048 + 80) * 2048).toBe(image.length)
  expect(image.toString('latin1', 16 * 2048 + 40, 16 * 2048 + 72)).toBe('cidata'.padEnd(32))
  const primary = readDirectory(image, 16).filter((item) => !item.isDirectory)
  expect(new Map(primary.map((item) => [rockRidgeName(item.susp), item.data]))).toEqual(files)
  expect(image[17 * 2048]).toBe(2)
  expect(image.toString('latin1', 17 * 2048 + 88, 17 * 2048 + 91)).toBe('%/E')
  const joliet = readDirectory(image, 17).filter((item) => !item.isDirectory)
  const utf16 = (name: Buffer) => Buffer.from(name).swap16().toString('utf16le')
  expect(new Map(joliet.map((item) => [utf16(item.name), item.data]))).toEqual(files)
  expect(image[18 * 2048]).toBe(255)
})

test('plain names are in order and within what the oldest readers take', () => {
  const names = readDirectory(isoImage('cidata', files, when), 16).map((item) => item.name.toString('latin1'))
  expect(names.slice(2)).toEqual([...names.slice(2)].sort())
  for (const name of names.slice(2)) expect(name).toMatch(/^[A-Z0-9_]{1,8}\.[A-Z0-9_]{0,3};1$/)
})

test('many files: the directory takes more than a sector', () => {
  const many = new Map(Array.from({ length: 100 }, (_, i) => [`file-number-${i}.config`, Buffer.from(String(i))]))
  const image = isoImage('cidata', many, when)
  for (const descriptor of [16, 17]) {
    const found = readDirectory(image, descriptor).filter((item) => !item.isDirectory)
    expect(found.map((item) => item.data.toString()).sort()).toEqual([...many.values()].map(String).sort())
  }
})

test('the same files at the same time make the same image', () => {
  expect(isoImage('cidata', files, when)).toEqual(isoImage('cidata', new Map([...files].reverse()), when))
})

test('names that not every reader takes, and too much, are refused', () => {
  const one = (name: string) => () => isoImage('cidata', new Map([[name, Buffer.from('x')]]))
  for (const name of ['', '.', '..', 'a/b', '../etc/passwd', 'a\0b', 'a\nb', 'ä', '-x', 'x'.repeat(65)]) {
    expect(one(name), JSON.stringify(name)).toThrow(RangeError)
  }
  expect(() => isoImage('no good', new Map())).toThrow(RangeError)
  expect(() => isoImage('cidata', new Map([['big', Buffer.alloc(65 << 20)]]))).toThrow(RangeError)
})
