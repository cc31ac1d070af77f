import { expect, it } from 'vitest'
import { backingOf } from './delete-image.ts'

/** The start of a qcow2 volume over a file of this name. */
function header(name: string, offset = 504): Buffer {
  const start = Buffer.alloc(1024)
  start.write('QFI\xfb', 'latin1')
  start.writeBigUInt64BE(BigInt(offset), 8)
  start.writeUInt32BE(name.length, 16)
  start.write(name, offset)
  return start
}

it('finds the file that a volume stands on', () => {
  expect(backingOf(header('/share/image.qcow2'))).toBe('/share/image.qcow2')
})

it.each([
  ['an empty file', Buffer.alloc(0)],
  ['another kind of file', Buffer.alloc(1024, 'CD001')],
  ['a volume of its own', header('', 0)],
  ['a name behind the end', header('/share/image.qcow2', 504).subarray(0, 510)],
  ['a name that is too long', header('x'.repeat(500), 100).fill(0xff, 16, 20)],
])('finds none in %s', (_, start) => expect(backingOf(start)).toBeNull())
