/**
 * Writes small ISO 9660 images with one flat directory, names kept by Rock Ridge and Joliet: what cloud-init and its relatives
 * read as configuration drive. Sources: ECMA-119 (field numbers below), RRIP 1.09, Joliet specification.
 */

const sector = 2048
const firstDescriptor = 16
/** Primary, Joliet, terminator; then four path tables of one sector each. */
const pathTables = firstDescriptor + 3
const directories = pathTables + 4
const maxImage = 64 << 20

type Entry = { name: string; isoName: string; data: Buffer; extent: number }

const sectors = (bytes: number) => Math.ceil(bytes / sector)

/** "Both-byte orders" (7.2.3, 7.3.3). */
function both16(value: number): Buffer {
  const field = Buffer.alloc(4)
  field.writeUInt16LE(value, 0)
  field.writeUInt16BE(value, 2)
  return field
}

function both32(value: number): Buffer {
  const field = Buffer.alloc(8)
  field.writeUInt32LE(value, 0)
  field.writeUInt32BE(value, 4)
  return field
}

const ucs2 = (text: string) => Buffer.from(text, 'utf16le').swap16()

/** 9.1: a directory record; `susp` is the system use area that Rock Ridge lives in. */
function record(name: Buffer, extent: number, size: number, isDirectory: boolean, when: Date, susp: Buffer): Buffer {
  const date = [
    when.getUTCFullYear() - 1900,
    when.getUTCMonth() + 1,
    when.getUTCDate(),
    when.getUTCHours(),
    when.getUTCMinutes(),
    when.getUTCSeconds(),
    0,
  ]
  const padded = name.length % 2 === 0 ? Buffer.concat([name, Buffer.alloc(1)]) : name
  const body = Buffer.concat([
    both32(extent),
    both32(size),
    Buffer.from(date),
    Buffer.from([isDirectory ? 2 : 0, 0, 0]),
    both16(1),
    Buffer.from([name.length]),
    padded,
    susp,
  ])
  const odd = body.length % 2
  return Buffer.concat([Buffer.from([body.length + 2 + odd, 0]), body, Buffer.alloc(odd)])
}

function suspEntry(signature: string, ...parts: Buffer[]): Buffer {
  const data = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(signature), Buffer.from([data.length + 4, 1]), data])
}

/** PX of RRIP: mode, links, owner and group (root). */
const posix = (mode: number) => suspEntry('PX', both32(mode), both32(1), both32(0), both32(0))
const directoryMode = 0o040555
const fileMode = 0o100444

/** Records of the root directory; none may cross a sector boundary (6.8.1.1). */
function directory(records: Buffer[]): Buffer {
  const out: Buffer[] = []
  let used = 0
  for (const item of records) {
    const left = sector - (used % sector)
    if (item.length > left) {
      out.push(Buffer.alloc(left))
      used += left
    }
    out.push(item)
    used += item.length
  }
  return Buffer.concat([...out, Buffer.alloc(sectors(used) * sector - used)])
}

function primaryDirectory(entries: Entry[], extent: number, size: number, when: Date): Buffer {
  const rockRidge = Buffer.concat([
    suspEntry('SP', Buffer.from([0xbe, 0xef, 0])),
    posix(directoryMode),
    suspEntry('ER', Buffer.from([10, 0, 0, 1]), Buffer.from('RRIP_1991A')),
  ])
  const self = record(Buffer.from([0]), extent, size, true, when, rockRidge)
  const parent = record(Buffer.from([1]), extent, size, true, when, posix(directoryMode))
  const files = entries.map((entry) => {
    const susp = Buffer.concat([posix(fileMode), suspEntry('NM', Buffer.from([0]), Buffer.from(entry.name))])
    return record(Buffer.from(entry.isoName), entry.extent, entry.data.length, false, when, susp)
  })
  return directory([self, parent, ...files])
}

function jolietDirectory(entries: Entry[], extent: number, size: number, when: Date): Buffer {
  const none = Buffer.alloc(0)
  const dots = [0, 1].map((name) => record(Buffer.from([name]), extent, size, true, when, none))
  const files = entries.map((entry) => record(ucs2(entry.name), entry.extent, entry.data.length, false, when, none))
  return directory([...dots, ...files])
}

/** 9.4: one path table of one root; in the byte order of the processor that asks. */
function pathTable(extent: number, bigEndian: boolean): Buffer {
  const table = Buffer.alloc(sector)
  table[0] = 1
  if (bigEndian) {
    table.writeUInt32BE(extent, 2)
    table.writeUInt16BE(1, 6)
  } else {
    table.writeUInt32LE(extent, 2)
    table.writeUInt16LE(1, 6)
  }
  return table
}

/** 8.4 and 8.5: primary or (Joliet) supplementary volume descriptor. */
function descriptor(
  joliet: boolean,
  volumeId: string,
  total: number,
  root: { extent: number; size: number },
  when: Date,
): Buffer {
  const text = (value: string, length: number) =>
    joliet
      ? Buffer.concat([ucs2(value.padEnd(length >> 1, ' ')), Buffer.alloc(length % 2)])
      : Buffer.from(value.padEnd(length, ' '), 'latin1')
  const tables = pathTables + (joliet ? 2 : 0)
  const place = Buffer.alloc(16)
  place.writeUInt32LE(tables, 0)
  place.writeUInt32BE(tables + 1, 8)
  // Not specified (8.4.26.1).
  const noDate = Buffer.concat([Buffer.from('0'.repeat(16)), Buffer.alloc(1)])
  const out = Buffer.alloc(sector)
  Buffer.concat([
    Buffer.from([joliet ? 2 : 1]),
    Buffer.from('CD001'),
    Buffer.from([1, 0]),
    text('', 32),
    text(volumeId, 32),
    Buffer.alloc(8),
    both32(total),
    // Escape sequence of UCS-2 level 3.
    Buffer.concat([Buffer.from(joliet ? '%/E' : ''), Buffer.alloc(32)]).subarray(0, 32),
    both16(1),
    both16(1),
    both16(sector),
    both32(10),
    place,
    record(Buffer.from([0]), root.extent, root.size, true, when, Buffer.alloc(0)),
    text('', 4 * 128 + 3 * 37),
    noDate,
    noDate,
    noDate,
    noDate,
    Buffer.from([1]),
  ]).copy(out)
  return out
}

/** 8.3 name for readers that know neither extension. */
function shortName(name: string, index: number): string {
  const [stem = '', extension = ''] = name.toUpperCase().split('.')
  const clean = (text: string, length: number) => text.replace(/[^A-Z0-9_]/g, '_').slice(0, length)
  // The number keeps them apart and in order.
  return `${clean(stem, 5)}${String(index).padStart(3, '0')}.${clean(extension, 3)};1`
}

/**
 * An image with these files.
 *
 * @param volumeId up to 16 characters
 * @param when shown as the date of everything
 * @throws RangeError for names that not every reader would understand, or more than 64 MiB
 */
export function isoImage(volumeId: string, files: ReadonlyMap<string, Buffer>, when = new Date()): Buffer {
  if (!/^[A-Za-z0-9_-]{1,16}$/.test(volumeId)) throw new RangeError('Not a volume identifier')
  const names = [...files.keys()].sort()
  if (names.length > 256) throw new RangeError('Too many files')
  if (!names.every((name) => /^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$/.test(name)))
    throw new RangeError('Not a plain file name')
  const entries = names
    .map((name, index): Entry => ({ name, isoName: shortName(name, index), data: files.get(name)!, extent: 0 }))
    .sort((a, b) => (a.isoName < b.isoName ? -1 : 1))
  // Sizes do not depend on the extents, so a first build with zeros tells how much room each directory takes.
  const primary = { extent: directories, size: primaryDirectory(entries, 0, 0, when).length }
  const joliet = { extent: primary.extent + sectors(primary.size), size: jolietDirectory(entries, 0, 0, when).length }
  let next = joliet.extent + sectors(joliet.size)
  for (const entry of entries) {
    entry.extent = next
    next += sectors(entry.data.length)
  }
  if (next * sector > maxImage) throw new RangeError('More than the image may hold')
  const byName = [...entries].sort((a, b) => (a.name < b.name ? -1 : 1))
  const terminator = Buffer.concat([Buffer.from([255]), Buffer.from('CD001'), Buffer.from([1])])
  return Buffer.concat([
    Buffer.alloc(firstDescriptor * sector),
    descriptor(false, volumeId, next, primary, when),
    descriptor(true, volumeId, next, joliet, when),
    Buffer.concat([terminator, Buffer.alloc(sector - terminator.length)]),
    pathTable(primary.extent, false),
    pathTable(primary.extent, true),
    pathTable(joliet.extent, false),
    pathTable(joliet.extent, true),
    primaryDirectory(entries, primary.extent, primary.size, when),
    jolietDirectory(byName, joliet.extent, joliet.size, when),
    ...entries.flatMap((entry) => [entry.data, Buffer.alloc(sectors(entry.data.length) * sector - entry.data.length)]),
  ])
}
