/** Records of ISO 9660 directories (ECMA-119, field numbers below) with their Rock Ridge entries (RRIP 1.09). */

export const sector = 2048
export const sectors = (bytes: number) => Math.ceil(bytes / sector)

/** "Both-byte orders" (7.2.3, 7.3.3). */
export function both16(value: number): Buffer {
  const field = Buffer.alloc(4)
  field.writeUInt16LE(value, 0)
  field.writeUInt16BE(value, 2)
  return field
}

/** The same of 32 bits. */
export function both32(value: number): Buffer {
  const field = Buffer.alloc(8)
  field.writeUInt32LE(value, 0)
  field.writeUInt32BE(value, 4)
  return field
}

/** As Joliet writes names. */
export const ucs2 = (text: string) => Buffer.from(text, 'utf16le').swap16()

/** 9.1: a directory record; `susp` is the system use area that Rock Ridge lives in. */
export function record(
  name: Buffer,
  extent: number,
  size: number,
  isDirectory: boolean,
  when: Date,
  susp: Buffer,
): Buffer {
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

/** An entry of the system use area. */
export function suspEntry(signature: string, ...parts: Buffer[]): Buffer {
  const data = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(signature), Buffer.from([data.length + 4, 1]), data])
}

/** PX of RRIP: mode, links, owner and group (root). */
export const posix = (mode: number) => suspEntry('PX', both32(mode), both32(1), both32(0), both32(0))
export const directoryMode = 0o040555
export const fileMode = 0o100444

/** Records of a directory; none may cross a sector boundary (6.8.1.1). */
export function directory(records: Buffer[]): Buffer {
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
