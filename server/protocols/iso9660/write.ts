/**
 * Writes small ISO 9660 images, names kept by Rock Ridge and Joliet: what cloud-init and its relatives read as configuration drive.
 * Sources: ECMA-119 (field numbers below), RRIP 1.09, Joliet specification.
 */
import { descriptor, pathTable } from './descriptors.ts'
import { directory, directoryMode, fileMode, posix, record, sector, sectors, suspEntry, ucs2 } from './records.ts'
import { type Directory, type Kind, treeOf } from './tree.ts'

const firstDescriptor = 16
/** Primary, Joliet, terminator; then the path tables: of each kind one in either byte order. */
const firstTable = firstDescriptor + 3
const maxImage = 64 << 20
const none = Buffer.alloc(0)

const rockRidgeName = (name: string) => suspEntry('NM', Buffer.from([0]), Buffer.from(name))

/** What the records of a directory say: itself, its parent, then what is in it by name. */
function directoryOf(here: Directory, kind: Kind, when: Date): Buffer {
  const isPrimary = kind === 'primary'
  const place = (of: Directory) => of[kind]
  const up = place(here.parent ?? here)
  const { extent, size } = place(here)
  const isRoot = here.parent === null
  const rockRidge = Buffer.concat([
    ...(isRoot ? [suspEntry('SP', Buffer.from([0xbe, 0xef, 0]))] : []),
    posix(directoryMode),
    ...(isRoot ? [suspEntry('ER', Buffer.from([10, 0, 0, 1]), Buffer.from('RRIP_1991A'))] : []),
  ])
  const self = record(Buffer.from([0]), extent, size, true, when, isPrimary ? rockRidge : none)
  const parent = record(Buffer.from([1]), up.extent, up.size, true, when, isPrimary ? posix(directoryMode) : none)
  const within = [
    ...here.directories.map((one) => ({ one, isDirectory: true, at: place(one) })),
    ...here.files.map((one) => ({ one, isDirectory: false, at: { extent: one.extent, size: one.data.length } })),
  ]
  const items = within
    .map(({ one, isDirectory, at }) => ({
      key: isPrimary ? one.isoName : one.name,
      bytes: record(
        isPrimary ? Buffer.from(one.isoName) : ucs2(one.name),
        at.extent,
        at.size,
        isDirectory,
        when,
        isPrimary ? Buffer.concat([posix(isDirectory ? directoryMode : fileMode), rockRidgeName(one.name)]) : none,
      ),
    }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  return directory([self, parent, ...items.map(({ bytes }) => bytes)])
}

const identifier = (one: Directory, kind: Kind) =>
  one.parent === null ? Buffer.from([0]) : kind === 'primary' ? Buffer.from(one.isoName) : ucs2(one.name)

/** Path tables of a kind in both byte orders. */
function tablesOf(all: readonly Directory[], kind: Kind): { little: Buffer; big: Buffer } {
  const folders = all.map((one) => ({
    name: identifier(one, kind),
    extent: one[kind].extent,
    parent: all.indexOf(one.parent ?? one) + 1,
  }))
  return { little: pathTable(folders, false), big: pathTable(folders, true) }
}

const padded = (data: Buffer) => Buffer.concat([data, Buffer.alloc(sectors(data.length) * sector - data.length)])

/**
 * An image with these files; a name may have folders in it (`openstack/latest/user_data`).
 *
 * @param volumeId up to 16 characters
 * @param when shown as the date of everything
 * @throws RangeError for names that not every reader would understand, or more than 64 MiB
 */
export function isoImage(volumeId: string, files: ReadonlyMap<string, Buffer>, when = new Date()): Buffer {
  if (!/^[A-Za-z0-9_-]{1,16}$/.test(volumeId)) throw new RangeError('Not a volume identifier')
  const { directories, entries } = treeOf(files)
  const kinds = ['primary', 'joliet'] as const
  // Sizes do not depend on the extents, so a first build with zeros tells how much room each part takes.
  const tableBytes = {
    primary: tablesOf(directories, 'primary').little,
    joliet: tablesOf(directories, 'joliet').little,
  }
  const each = { primary: sectors(tableBytes.primary.length), joliet: sectors(tableBytes.joliet.length) }
  const first = { primary: firstTable, joliet: firstTable + 2 * each.primary }
  let next = first.joliet + 2 * each.joliet
  for (const kind of kinds)
    for (const one of directories) {
      one[kind] = { extent: next, size: directoryOf(one, kind, when).length }
      next += sectors(one[kind].size)
    }
  for (const entry of entries) {
    entry.extent = next
    next += sectors(entry.data.length)
  }
  if (next * sector > maxImage) throw new RangeError('More than the image may hold')
  const root = directories[0]!
  const describe = (kind: Kind) =>
    descriptor(
      kind === 'joliet',
      volumeId,
      next,
      root[kind],
      { first: first[kind], each: each[kind], bytes: tableBytes[kind].length },
      when,
    )
  const terminator = Buffer.concat([Buffer.from([255]), Buffer.from('CD001'), Buffer.from([1])])
  return Buffer.concat([
    Buffer.alloc(firstDescriptor * sector),
    ...kinds.map(describe),
    padded(terminator),
    ...kinds.flatMap((kind) => {
      const { little, big } = tablesOf(directories, kind)
      return [padded(little), padded(big)]
    }),
    ...kinds.flatMap((kind) => directories.map((one) => directoryOf(one, kind, when))),
    ...entries.map(({ data }) => padded(data)),
  ])
}
