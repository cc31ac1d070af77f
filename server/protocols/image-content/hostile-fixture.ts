import { gzipSync } from 'node:zlib'
import { isoImage } from '../iso9660/write.ts'
import { entryOf, longName, tarOf } from '../tar-layout/write.ts'
import type { Holds } from './content.ts'
import { sampleQcow2 } from './sample.ts'

/** A file that was made to do harm, and in which words it is refused. */
export type Hostile = { what: string; bytes: Buffer; words: RegExp }

const MIB = 2 ** 20
/** What an entry of the corpus may declare. */
export const ALLOWED_MIB = 4
export const disk = (format: 'qcow2' | 'raw'): Holds => ({ kind: 'disk', format, size_mib: ALLOWED_MIB })
export const archive: Holds = { kind: 'archive', size_mib: ALLOWED_MIB }
export const iso: Holds = { kind: 'iso' }

function changed(from: Buffer, change: (bytes: Buffer) => unknown): Buffer {
  const bytes = Buffer.from(from)
  change(bytes)
  return bytes
}
const refers = /refers to other files/
const damaged = /is damaged/
const outside = /lie outside/
const unknown = /features that are not known/
const large = /needs a disk of at least/

export const goodQcow2 = sampleQcow2(ALLOWED_MIB)
const qcow2 = (what: string, words: RegExp, change: (bytes: Buffer) => unknown): Hostile => ({
  ...{ what: `qcow2 ${what}`, words },
  bytes: changed(goodQcow2, change),
})
const onTop = (name: string) =>
  qcow2(`that stands on ${name}`, refers, (bytes) => {
    bytes.writeBigUInt64BE(512n, 8)
    bytes.writeUInt32BE(Buffer.byteLength(name), 16)
    bytes.write(name, 512)
  })
const big = (at: number, value: bigint) => (bytes: Buffer) => bytes.writeBigUInt64BE(value, at)
const small = (at: number, value: number) => (bytes: Buffer) => bytes.writeUInt32BE(value, at)
const extension = (type: number, length: number, content: string) => (bytes: Buffer) => {
  bytes.writeUInt32BE(type, 104)
  bytes.writeUInt32BE(length, 108)
  bytes.write(content, 112)
}
/** One that declares so much, with a first table for all of it. */
const declares = (size_mib: number) => ({
  ...{ what: `qcow2 that declares ${size_mib} MiB`, words: large, bytes: sampleQcow2(size_mib) },
})

/** Files that are given as qcow2 images. */
export const hostileQcow2: readonly Hostile[] = [
  onTop('/etc/shadow'),
  onTop('../../etc/shadow'),
  onTop('json:{"driver":"file","filename":"/etc/shadow"}'),
  onTop('nbd://198.51.100.1/secret'),
  onTop('ssh://root@127.0.0.1/etc/shadow'),
  qcow2('whose name of the file below lies outside', refers, big(8, 2n ** 62n)),
  qcow2('with a data file elsewhere', refers, big(72, 4n)),
  qcow2('with the name of a data file alone', refers, extension(0x44415441, 11, '/etc/shadow')),
  qcow2('with a feature of the future', unknown, big(72, 2n ** 40n)),
  qcow2('packed in an unknown way', unknown, (bytes) => {
    big(72, 8n)(bytes)
    small(100, 112)(bytes)
    bytes[104] = 9
  }),
  qcow2('marked as corrupt', /marked as damaged/, big(72, 2n)),
  qcow2('encrypted with AES', /encrypted/, small(32, 1)),
  qcow2('encrypted with LUKS', /encrypted/, extension(0x0537be77, 16, '')),
  qcow2('of 8 EiB', damaged, big(24, 2n ** 63n)),
  qcow2('of 16 EiB less one', damaged, big(24, 2n ** 64n - 1n)),
  qcow2('of nothing', /is empty/, big(24, 0n)),
  declares(ALLOWED_MIB + 1),
  declares(2 ** 20),
  qcow2('with a first table of 32 GiB', damaged, small(36, 0xffffffff)),
  qcow2('with a first table that is too short', damaged, small(36, 0)),
  qcow2('with its first table behind the end', outside, big(40, 2n ** 40n)),
  qcow2('with its first table across the end', outside, (bytes) => {
    small(36, 65_536)(bytes)
  }),
  qcow2('with its first table in the header', outside, big(40, 0n)),
  qcow2('with its first table between clusters', outside, big(40, 65_536n + 8n)),
  qcow2('with its first table at the last byte there is', outside, big(40, 2n ** 64n - 65_536n)),
  qcow2('with its counters behind the end', outside, big(48, 2n ** 40n)),
  qcow2('with counters of 256 TiB', damaged, small(56, 0xffffffff)),
  qcow2('without counters', damaged, small(56, 0)),
  qcow2('with counters of no size', damaged, small(96, 64)),
  qcow2('with four milliards of snapshots', damaged, small(60, 0xffffffff)),
  qcow2('with snapshots behind the end', outside, (bytes) => {
    small(60, 3)(bytes)
    big(64, 2n ** 40n)(bytes)
  }),
  qcow2('with a header of no length', damaged, small(100, 0)),
  qcow2('with a header of 4 GiB', damaged, small(100, 0xffffffff)),
  qcow2('with an extension of 4 GiB', damaged, extension(0x6803f857, 0xffffffff, '')),
  qcow2('with clusters of one byte', damaged, small(20, 0)),
  qcow2('with clusters of 8 EiB', damaged, small(20, 63)),
  qcow2('of version 1', damaged, small(4, 1)),
  qcow2('of version 0xffffffff', damaged, small(4, 0xffffffff)),
  { what: 'qcow2 that ends in its header', bytes: goodQcow2.subarray(0, 60), words: damaged },
  { what: 'qcow2 that ends before its tables', bytes: goodQcow2.subarray(0, 100_000), words: outside },
  { what: 'raw disk named as qcow2', bytes: Buffer.alloc(MIB, 7), words: /is none/ },
  { what: 'file without content', bytes: Buffer.alloc(0), words: /is empty/ },
]

const begins = (start: string, length = MIB) =>
  changed(Buffer.alloc(length), (bytes) => bytes.write(start, 0, 'latin1'))
const vmdk = '# Disk DescriptorFile\nversion=1\ncreateType="monolithicFlat"\nRW 2048 FLAT "/etc/shadow" 0\n'
const named = /named as a raw disk and is/

/** Files that are given as raw disks: their format is never found out from what is in them, and they are no mere bytes either. */
export const hostileRaw: readonly Hostile[] = [
  { what: 'qcow2 on /etc/shadow named as raw', bytes: onTop('/etc/shadow').bytes, words: named },
  { what: 'vmdk whose descriptor names another file', bytes: begins(vmdk), words: named },
  { what: 'vmdk of its own', bytes: begins('KDMV\x01\0\0\0'), words: named },
  { what: 'dynamic vhd', bytes: begins('conectix\0\0\0\x02'), words: named },
  { what: 'vhdx', bytes: begins('vhdxfile'), words: named },
  { what: 'vdi', bytes: begins('<<< Oracle VM VirtualBox Disk Image >>>\n'), words: named },
  { what: 'packed disk', bytes: gzipSync(Buffer.alloc(MIB)), words: named },
  { what: 'raw disk that is too large', bytes: Buffer.alloc((ALLOWED_MIB + 1) * MIB), words: large },
  { what: 'raw disk without content', bytes: Buffer.alloc(0), words: /is empty/ },
]

/** What a guest may have written to its own disk: bytes, and nothing that is followed. */
export const harmlessRaw: readonly [what: string, bytes: Buffer][] = [
  ['zeros', Buffer.alloc(MIB)],
  ['a whole encrypted disk', begins('LUKS\xba\xbe')],
  ['a fixed vhd, which is a disk and a footer', Buffer.concat([Buffer.alloc(MIB), begins('conectix', 512)])],
]

const goodIso = isoImage('HOSTILE', new Map([['a', Buffer.from('a')]]), new Date(0))
const volume = 16 * 2048
const twice = (at: number, value: number) => (bytes: Buffer) => {
  bytes.writeUInt32LE(value, volume + at)
  bytes.writeUInt32BE(value, volume + at + 4)
}
export const hostileIsos: readonly Hostile[] = [
  { what: 'of another kind', bytes: changed(goodIso, (to) => to.write('CDXXX', volume + 1)), words: /no ISO 9660/ },
  { what: 'cut off', bytes: goodIso.subarray(0, goodIso.length - 2048), words: /is incomplete/ },
  { what: 'of 8 TiB', bytes: changed(goodIso, twice(80, 0xffffffff)), words: /is incomplete/ },
  { what: 'with its root behind the end', bytes: changed(goodIso, twice(158, 0x7fffffff)), words: /root directory/ },
  { what: 'with a path table of 4 GiB', bytes: changed(goodIso, twice(132, 0xfffff800)), words: /path table/ },
  {
    ...{ what: 'with its path table behind the end', words: /path table/ },
    bytes: changed(goodIso, (to) => to.writeUInt32LE(0x7fffffff, volume + 140)),
  },
  {
    what: 'that is a qcow2 image too',
    bytes: changed(goodIso, (to) => to.write('QFI\xfb', 0, 'latin1')),
    words: /qcow2/,
  },
]

const leads = /leads out of it/
const tar = (what: string, words: RegExp, ...parts: Buffer[]): Hostile => ({
  ...{ what: `archive ${what}`, words },
  bytes: Buffer.concat([...parts, Buffer.alloc(1024)]),
})
/** A link to a place. */
const link = (name: string, type: '1' | '2', to: string) => {
  const bytes = entryOf({ name, type })
  bytes.write(to, 157, 100)
  bytes.fill(' ', 148, 156)
  const sum = bytes.subarray(0, 512).reduce((all, byte) => all + byte, 0)
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return bytes
}
const plain = entryOf({ name: 'rootfs/a', content: Buffer.from('a') })

/** Judged by the first bytes alone. */
export const hostilePacking: readonly Hostile[] = [
  { what: 'archive packed in an unknown way', bytes: Buffer.alloc(4096, 7), words: /no archive of a container/ },
  { what: 'zip', bytes: begins('PK\x03\x04'), words: /no archive of a container/ },
  { what: 'qcow2 image as an archive', bytes: goodQcow2, words: /no archive of a container/ },
  { what: 'archive without content', bytes: Buffer.alloc(0), words: /no archive of a container/ },
]

/** Judged by what tar finds in them. */
export const hostileArchives: readonly Hostile[] = [
  tar('with a path upwards', leads, entryOf({ name: 'rootfs/../../etc/cron.d/x', content: Buffer.from('x') })),
  tar('with an absolute path', leads, entryOf({ name: '/etc/cron.d/x', content: Buffer.from('x') })),
  tar('with a long path upwards', leads, longName(`${'a/'.repeat(200)}../../x`), plain),
  tar('that writes through its link', leads, link('rootfs/l', '2', '/etc'), entryOf({ name: 'rootfs/l/x' })),
  tar('with a hard link to a file of the node', leads, link('rootfs/l', '1', '/etc/shadow')),
  tar('with a hard link upwards', leads, link('rootfs/l', '1', '../../etc/shadow')),
  tar(
    'with a hard link through its link',
    leads,
    link('rootfs/l', '2', '/etc'),
    link('rootfs/h', '1', 'rootfs/l/shadow'),
  ),
  tar(
    'that declares 8 GiB and ends',
    /cannot be read|holds more/,
    entryOf({ name: 'rootfs/a', size: 2 ** 33, base256: true }),
  ),
  {
    ...{ what: 'packed archive of many times its size', words: /holds more than the 4 MiB/ },
    bytes: gzipSync(tarOf([{ name: 'rootfs/zeros', content: Buffer.alloc((ALLOWED_MIB + 1) * MIB) }])),
  },
  { what: 'packed archive that is damaged', bytes: Buffer.from('1f8b0800deadbeef', 'hex'), words: /cannot be read/ },
]

/** Of which a container gets no more than files of its own. */
export const harmlessArchives: readonly [what: string, bytes: Buffer][] = [
  ['files', tarOf([{ name: 'metadata.yaml' }, { name: 'rootfs/a', content: Buffer.from('a') }])],
  // LXD makes none for containers without privileges, and those could not open them.
  ['devices', Buffer.concat([entryOf({ name: 'rootfs/dev/sda', type: '4' }), plain, Buffer.alloc(1024)])],
  // Followed within the container only, where its own root is.
  ['a link that leads nowhere', Buffer.concat([link('rootfs/l', '2', '/etc/alternatives/x'), Buffer.alloc(1024)])],
]
