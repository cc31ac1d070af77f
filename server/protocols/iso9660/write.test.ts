import { expect, test } from 'vitest'
import { isoImage } from './write.ts'

const when = new Date('2026-01-02T03:04:05Z')
const files = new Map([
  ['meta-data', Buffer.from('instance-id: x\n')],
  ['user-data', Buffer.from('#cloud-config\n'.repeat(500))],
  ['network-config', Buffer.from('')],
])

type Found = { name: Buffer; data: Buffer; susp: Buffer; isDirectory: boolean; record: Buffer }

/** Reads as a driver would: descriptor, root record, directory records; written from the standard, apart from the writer. */
function readDirectory(image: Buffer, descriptor: number): Found[] {
  const volume = image.subarray(descriptor * 2048)
  expect(volume.toString('latin1', 1, 6)).toBe('CD001')
  return readRecords(image, volume.subarray(156, 190))
}

/** What the directory holds that a record points to. */
function readRecords(image: Buffer, root: Buffer): Found[] {
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
      record,
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

const drive = new Map([
  ['a-b/c', Buffer.from('1')],
  ['a/b', Buffer.from('2')],
  ['openstack/latest/meta_data.json', Buffer.from('{}')],
  ['openstack/latest/user_data', Buffer.from('#ps1_sysnative\n')],
  ['top', Buffer.from('3')],
])

/** All files below a directory by their path, and that each knows itself and its parent. */
function readTree(image: Buffer, here: Buffer, nameOf: (found: Found) => string, up = here): Map<string, Buffer> {
  const [self, parent, ...within] = readRecords(image, here)
  expect(self!.record.readUInt32LE(2)).toBe(here.readUInt32LE(2))
  expect(parent!.record.readUInt32LE(2)).toBe(up.readUInt32LE(2))
  const all = within.flatMap((found) =>
    found.isDirectory
      ? [...readTree(image, found.record, nameOf, here)].map(
          ([path, data]) => [`${nameOf(found)}/${path}`, data] as const,
        )
      : [[nameOf(found), found.data] as const],
  )
  return new Map(all.sort(([a], [b]) => (a < b ? -1 : 1)))
}

const utf16 = ({ name }: Found) => Buffer.from(name).swap16().toString('utf16le')

test('folders, by Rock Ridge and by Joliet', () => {
  const image = isoImage('config-2', drive, when)
  const root = (descriptor: number) => image.subarray(descriptor * 2048 + 156, descriptor * 2048 + 190)
  expect(readTree(image, root(16), ({ susp }) => rockRidgeName(susp))).toEqual(drive)
  expect(readTree(image, root(17), utf16)).toEqual(drive)
})

test.each([16, 17])('the path tables of descriptor %s name the folders, parents first', (descriptor) => {
  const image = isoImage('config-2', drive, when)
  const volume = image.subarray(descriptor * 2048)
  const bytes = volume.readUInt32LE(132)
  const readTable = (at: number, bigEndian: boolean) => {
    const table = image.subarray(at * 2048, at * 2048 + bytes)
    const found: { name: Buffer; extent: number; parent: number }[] = []
    for (let from = 0; from < bytes; from += 8 + table[from]! + (table[from]! % 2)) {
      const [extent, parent] = bigEndian
        ? [table.readUInt32BE(from + 2), table.readUInt16BE(from + 6)]
        : [table.readUInt32LE(from + 2), table.readUInt16LE(from + 6)]
      found.push({ name: table.subarray(from + 8, from + 8 + table[from]!), extent, parent })
    }
    return found
  }
  const little = readTable(volume.readUInt32LE(140), false)
  expect(readTable(volume.readUInt32BE(148), true)).toEqual(little)
  expect(little.map(({ parent }) => parent)).toEqual([1, 1, 1, 1, 4])
  for (const { extent, parent } of little) {
    const head = image.subarray(extent * 2048)
    expect(head.readUInt32LE(2)).toBe(extent)
    // The second record of a directory is its parent's.
    expect(head.readUInt32LE(head[0]! + 2)).toBe(little[parent - 1]!.extent)
  }
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
  for (const name of [
    '',
    '.',
    '..',
    '/a',
    'a/',
    'a//b',
    'a/../b',
    '../etc/passwd',
    'a\0b',
    'a\nb',
    'ä',
    '-x',
    'x'.repeat(65),
  ]) {
    expect(one(name), JSON.stringify(name)).toThrow(RangeError)
  }
  expect(() => isoImage('no good', new Map())).toThrow(RangeError)
  expect(() => isoImage('cidata', new Map([['big', Buffer.alloc(65 << 20)]]))).toThrow(RangeError)
})
