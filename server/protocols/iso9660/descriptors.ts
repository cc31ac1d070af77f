import { both16, both32, record, sector, ucs2 } from './records.ts'

/** 8.4 and 8.5: primary or (Joliet) supplementary volume descriptor. `tables`: its path tables, in sectors; `bytes` of one of them. */
export function descriptor(
  joliet: boolean,
  volumeId: string,
  total: number,
  root: { extent: number; size: number },
  tables: { first: number; each: number; bytes: number },
  when: Date,
): Buffer {
  const text = (value: string, length: number) =>
    joliet
      ? Buffer.concat([ucs2(value.padEnd(length >> 1, ' ')), Buffer.alloc(length % 2)])
      : Buffer.from(value.padEnd(length, ' '), 'latin1')
  const place = Buffer.alloc(16)
  place.writeUInt32LE(tables.first, 0)
  place.writeUInt32BE(tables.first + tables.each, 8)
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
    both32(tables.bytes),
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

export type Folder = { name: Buffer; extent: number; parent: number }

/** 9.4: path table of the directories in their order, in the byte order of the processor that asks; not padded. */
export function pathTable(folders: readonly Folder[], bigEndian: boolean): Buffer {
  return Buffer.concat(
    folders.map(({ name, extent, parent }) => {
      const head = Buffer.alloc(8)
      head[0] = name.length
      if (bigEndian) {
        head.writeUInt32BE(extent, 2)
        head.writeUInt16BE(parent, 6)
      } else {
        head.writeUInt32LE(extent, 2)
        head.writeUInt16LE(parent, 6)
      }
      return Buffer.concat([head, name, Buffer.alloc(name.length % 2)])
    }),
  )
}
