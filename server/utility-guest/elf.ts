const LOAD = 1
const DYNAMIC = 2
const NEEDED = 1
const STRINGS = 5

/** Names of the libraries that a program or library for x86-64 wants loaded; none for what is no such file. */
export function neededLibraries(file: Buffer): string[] {
  if (file.length < 64 || file.readUInt32BE(0) !== 0x7f454c46 || file[4] !== 2) return []
  const [at, size, count] = [Number(file.readBigUInt64LE(32)), file.readUInt16LE(54), file.readUInt16LE(56)]
  const segments = Array.from({ length: count }, (_, i) => {
    const head = at + i * size
    const number = (offset: number) => Number(file.readBigUInt64LE(head + offset))
    return { type: file.readUInt32LE(head), offset: number(8), address: number(16), length: number(32) }
  })
  const dynamic = segments.find(({ type }) => type === DYNAMIC)
  if (!dynamic) return []
  const names: number[] = []
  let strings = 0
  for (let entry = dynamic.offset; entry + 16 <= dynamic.offset + dynamic.length; entry += 16) {
    const [tag, value] = [Number(file.readBigInt64LE(entry)), Number(file.readBigUInt64LE(entry + 8))]
    if (tag === NEEDED) names.push(value)
    if (tag === STRINGS) strings = value
  }
  const home = segments.find((s) => s.type === LOAD && s.address <= strings && strings < s.address + s.length)
  if (!home) return []
  const start = strings - home.address + home.offset
  return names.map((name) => file.toString('latin1', start + name, file.indexOf(0, start + name)))
}
