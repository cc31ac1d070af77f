import { BLOCK, padded } from './header.ts'

/** What is written of a file. `size`, `base256` and `pax` are other ways to declare its length. */
export type Entry = { name: string; type?: string; content?: Buffer; size?: number; base256?: boolean; pax?: boolean }

/** Headers and content of one entry. */
export function entryOf({ name, type = '0', content = Buffer.alloc(0), size, base256, pax }: Entry): Buffer {
  const body = Buffer.alloc(padded(content.length))
  content.copy(body)
  const declared = size ?? content.length
  const head = headerOf(name, type, pax ? 0 : declared, base256 ?? false)
  if (!pax) return Buffer.concat([head, body])
  const records = Buffer.from(recordOf('path', name) + recordOf('size', String(declared)))
  return Buffer.concat([entryOf({ name: 'PaxHeaders/x', type: 'x', content: records }), head, body])
}

/** Says that the next entry has a name too long for its own header. */
export const longName = (name: string): Buffer =>
  entryOf({ name: '././@LongLink', type: 'L', content: Buffer.from(`${name}\0`) })

/** An archive of these entries. */
export const tarOf = (entries: readonly Entry[]): Buffer =>
  Buffer.concat([...entries.map(entryOf), Buffer.alloc(2 * BLOCK)])

function headerOf(name: string, type: string, size: number, base256: boolean): Buffer {
  const block = Buffer.alloc(BLOCK)
  Buffer.from(name).copy(block, 0, 0, 100)
  block.write('0000644\0', 100, 'latin1')
  if (base256) {
    block.writeUInt8(0x80, 124)
    block.writeUIntBE(size, 130, 6)
  } else block.write(`${size.toString(8).padStart(11, '0')}\0`, 124, 'latin1')
  block.write(type, 156, 'latin1')
  block.write('ustar\x0000', 257, 'latin1')
  block.write('        ', 148, 'latin1')
  const sum = block.reduce((all, byte) => all + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return block
}

function recordOf(key: string, value: string): string {
  const rest = Buffer.byteLength(` ${key}=${value}\n`)
  let length = rest + 1
  while (String(length).length + rest !== length) length = String(length).length + rest
  return `${length} ${key}=${value}\n`
}
