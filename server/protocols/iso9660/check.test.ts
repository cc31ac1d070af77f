import { expect, it } from 'vitest'
import { DESCRIPTORS_END, isoFault } from './check.ts'
import { isoImage } from './write.ts'

const image = isoImage('INSTALL', new Map([['readme.txt', Buffer.from('hello\n')]]))
const sector = 2048
const judged = (bytes: Buffer, size = bytes.length) =>
  isoFault(bytes.subarray(0, DESCRIPTORS_END), size)?.toString() ?? null
/** The image with some bytes changed. */
const changed = (change: (bytes: Buffer) => unknown) => {
  const copy = Buffer.from(image)
  change(copy)
  return copy
}
const volume = 16 * sector

it('takes an ISO image, also one with a program that starts it before and anything behind', () => {
  expect(judged(image)).toBeNull()
  expect(judged(changed((bytes) => bytes.write('\xebH\x90isolinux', 0, 'latin1')))).toBeNull()
  expect(judged(Buffer.concat([image, Buffer.alloc(300 * 1024)]))).toBeNull()
})

it('takes a UDF bridge: the descriptors of UDF come behind those of ISO 9660', () => {
  const end = image.indexOf('\xffCD001', 0, 'latin1') + sector
  const udf = ['BEA01', 'NSR02', 'TEA01'].map((id) => {
    const one = Buffer.alloc(sector)
    one.write(id, 1)
    return one
  })
  // The places that the image itself names stay where they are.
  const bridge = changed((bytes) =>
    Buffer.concat(udf).copy(bytes, end, 0, Math.min(udf.length * sector, bytes.length - end)),
  )
  expect(judged(bridge)).toBeNull()
})

it.each<[string, Buffer]>([
  ['nothing', Buffer.alloc(0)],
  ['too little', image.subarray(0, 17 * sector)],
  ['zeros', Buffer.alloc(1 << 20)],
  ['text', Buffer.alloc(1 << 20, '#!/bin/sh\n')],
  ['a page of a web server', Buffer.from('<html>not found</html>'.repeat(5000))],
  ['UDF alone', changed((bytes) => bytes.write('BEA01', volume + 1))],
  ['a descriptor of another kind alone', changed((bytes) => bytes.writeUInt8(0, volume))],
  ['another version', changed((bytes) => bytes.writeUInt8(9, volume + 6))],
  [
    'no end of descriptors',
    changed((bytes) => {
      for (let at = volume; at < bytes.length; at += sector) if (bytes[at] === 255) bytes[at] = 3
    }),
  ],
  [
    'endless descriptors',
    Buffer.concat([
      image.subarray(0, volume),
      ...Array.from({ length: 200 }, () => image.subarray(volume, volume + sector)),
    ]),
  ],
  ['byte orders that differ', changed((bytes) => bytes.writeUInt32BE(7, volume + 84))],
  [
    'a volume of 8 TiB',
    changed((bytes) => {
      bytes.writeUInt32LE(0xffffffff, volume + 80)
      bytes.writeUInt32BE(0xffffffff, volume + 84)
    }),
  ],
  ['a block size of zero', changed((bytes) => bytes.fill(0, volume + 128, volume + 132))],
  [
    'a root directory far behind the end',
    changed((bytes) => {
      bytes.writeUInt32LE(0x7fffffff, volume + 158)
      bytes.writeUInt32BE(0x7fffffff, volume + 162)
    }),
  ],
  [
    'a root directory in the system area',
    changed((bytes) => {
      bytes.writeUInt32LE(1, volume + 158)
      bytes.writeUInt32BE(1, volume + 162)
    }),
  ],
  [
    'a root directory of 4 GiB',
    changed((bytes) => {
      bytes.writeUInt32LE(0xfffff800, volume + 166)
      bytes.writeUInt32BE(0xfffff800, volume + 170)
    }),
  ],
  ['a path table behind the end', changed((bytes) => bytes.writeUInt32LE(0x7fffffff, volume + 140))],
  [
    'a path table behind the end for other processors',
    changed((bytes) => bytes.writeUInt32BE(0x7fffffff, volume + 148)),
  ],
  [
    'a path table of 4 GiB',
    changed((bytes) => {
      bytes.writeUInt32LE(0xfffff800, volume + 132)
      bytes.writeUInt32BE(0xfffff800, volume + 136)
    }),
  ],
  ['a root record of another length', changed((bytes) => bytes.writeUInt8(255, volume + 156))],
  ['half of a download', image.subarray(0, image.length - sector)],
  ...[
    'QFI\xfb',
    'KDMV',
    'vhdxfile',
    '<<< Oracle VM',
    'PK\x03\x04',
    '\x1f\x8b\x08',
    '\xfd7zXZ\0',
    'conectix',
    '# Disk DescriptorFile',
  ].map((magic): [string, Buffer] => [
    `an ISO image that begins as ${JSON.stringify(magic)}`,
    changed((bytes) => bytes.write(magic, 0, 'latin1')),
  ]),
])('refuses %s in words', (_, bytes) => {
  expect(judged(bytes)).toMatch(/^(The file|The ISO image|The volume|The root|The path)/)
})

it('never throws, whatever bytes it gets', () => {
  let seed = 1
  const dice = () => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff
    return seed
  }
  for (let n = 0; n < 3000; n++) {
    const bytes = changed((copy) => {
      for (let k = 0; k < 1 + (n % 6); k++) copy[volume + (dice() % (3 * sector))] = dice() & 255
    })
    const size = n % 3 === 0 ? dice() % bytes.length : bytes.length
    expect(() => isoFault(bytes.subarray(0, Math.min(size, DESCRIPTORS_END)), size)).not.toThrow()
  }
})
