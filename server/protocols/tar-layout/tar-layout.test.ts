import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileArchives, hostilePacking } from '../image-content/hostile-fixture.ts'
import { BLOCK, readGroup } from './header.ts'
import { layOut, mostLaidOut } from './lay-out.ts'
import { gapMark, restMark } from './mark.ts'
import { takeUp } from './take-up.ts'
import { all, cut, gathered } from './tar-fixture.ts'
import { type Entry, entryOf, longName, tarOf } from './write.ts'

const chunkBytes = 4096

const there = (bytes: Buffer, piece = 700, size = chunkBytes) =>
  gathered(layOut(cut(bytes, piece), { chunkBytes: size }))
const back = (pieces: readonly Buffer[], length = 1000) => all(takeUp(cut(Buffer.concat(pieces), length)))

const content = fc.uint8Array({ maxLength: 9000 }).map((bytes) => Buffer.from(bytes))
const entry = fc
  .record({
    name: fc.string({ minLength: 1, maxLength: 90, unit: 'grapheme' }),
    type: fc.constantFrom('0', '0', '0', '\0', '1', '2', '5', '7', 'S', 'g', 'x', 'L'),
    content,
    size: fc.option(fc.constantFrom(0, 1, 512, 4096, 2 ** 33, 2 ** 47), { nil: undefined }),
    base256: fc.boolean(),
    pax: fc.boolean(),
  })
  .map((one): Entry => ({ ...one, size: one.size as number }))
/** What an archive is made of, with what is none between. */
const part = fc.oneof(
  { weight: 8, arbitrary: fc.record({ name: fc.stringMatching(/^[a-z/]{1,40}$/), content }).map(entryOf) },
  { weight: 2, arbitrary: entry.map(entryOf) },
  { weight: 1, arbitrary: fc.stringMatching(/^[a-z]{120,300}$/).map(longName) },
  { weight: 1, arbitrary: fc.constantFrom(gapMark(0), gapMark(1024), restMark(), Buffer.alloc(BLOCK)) },
  { weight: 1, arbitrary: content },
)
const hostile = fc.array(part, { maxLength: 12 }).map((parts) => Buffer.concat(parts))

describe('a laid out archive', () => {
  test('is the same again, whatever it was, and no larger than it may become', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, fc.nat(), fc.integer({ min: 1, max: 5000 }), async (bytes, end, length) => {
        const cutOff = bytes.subarray(0, bytes.length - (end % 3 === 0 ? end % (bytes.length + 1) : 0))
        const pieces = await there(cutOff, length)
        expect(pieces.slice(0, -1).every((one) => one.length === chunkBytes)).toBe(true)
        const size = pieces.reduce((sum, one) => sum + one.length, 0)
        expect(size).toBeLessThanOrEqual(mostLaidOut(cutOff.length, { chunkBytes }))
        expect((await back(pieces, length)).equals(cutOff)).toBe(true)
      }),
      { numRuns: 400 },
    )
  })

  test('may have a bit changed anywhere before it is laid out', async () => {
    const whole = tarOf([
      { name: 'a', content: Buffer.alloc(3000, 1) },
      { name: 'b/c', content: Buffer.alloc(700, 2), pax: true },
      { name: 'd', content: Buffer.alloc(9000, 3), base256: true },
    ])
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 7 }), async (at, bit) => {
        const bytes = Buffer.from(whole)
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
        expect((await back(await there(bytes))).equals(bytes)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('begins large entries at the beginning of a piece, and fills up with zeros', async () => {
    const large = entryOf({ name: 'large', content: Buffer.alloc(5000, 7) })
    const pieces = await there(Buffer.concat([entryOf({ name: 'tiny' }), large]))
    const [first, second] = pieces
    expect(first?.subarray(2 * BLOCK).every((byte) => byte === 0)).toBe(true)
    expect(second?.equals(large.subarray(0, chunkBytes))).toBe(true)
  })

  test('has few other pieces when a small file has grown, one has come and one has gone', async () => {
    const files = Array.from({ length: 3000 }, (_, n): Entry => {
      const bytes = createHash('sha512').update(`${n}`).digest()
      return { name: `usr/lib/${n % 50}/file-${n}`, content: Buffer.concat(Array(1 + (n % 60)).fill(bytes)) }
    })
    const changed = files.filter((_, n) => n !== 2000)
    changed[10] = { ...files[10], name: files[10]?.name ?? '', content: Buffer.alloc(5000, 9) }
    changed.splice(1000, 0, { name: 'usr/lib/10/file-new', content: Buffer.alloc(2000, 8) })
    const size = 64 << 10
    const before = await there(tarOf(files), 60_000, size)
    const known = new Set(before.map((one) => createHash('sha1').update(one).digest('hex')))
    const after = await there(tarOf(changed), 60_000, size)
    const other = after.filter((one) => !known.has(createHash('sha1').update(one).digest('hex')))
    expect(before.length).toBeGreaterThan(80)
    expect(other.length).toBeLessThanOrEqual(9)
    expect((await back(after)).equals(tarOf(changed))).toBe(true)
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['zeros alone', Buffer.alloc(10 * BLOCK)],
    ['a mark of our own', Buffer.concat([gapMark(512), Buffer.alloc(5000, 1)])],
    ['half a header', entryOf({ name: 'x' }).subarray(0, 100)],
    ['a declared size of 128 TiB', entryOf({ name: 'x', size: 2 ** 47, base256: true })],
    ['an extended header of 4 GiB', entryOf({ name: 'x', type: 'x', size: 2 ** 32 - 1 })],
    ...[...hostileArchives, ...hostilePacking].map(({ what, bytes }): [string, Buffer] => [what, bytes]),
    ['extended headers that go on and on', Buffer.concat(Array(40).fill(longName('n'.repeat(60_000))))],
  ])('takes %s', async (_, bytes) => {
    expect((await back(await there(bytes))).equals(bytes)).toBe(true)
  })

  test.each([
    ['ends within a gap', Buffer.concat([gapMark(9000), Buffer.alloc(100)])],
    ['has something else where an entry should be', Buffer.alloc(BLOCK, 1)],
    ['ends within headers', longName('n'.repeat(2000)).subarray(0, 1024)],
  ])('is refused when it %s', async (_, bytes) => {
    await expect(back([bytes])).rejects.toMatchObject({ name: 'LayoutError' })
  })
})

describe('the headers of an entry', () => {
  test('say how much follows, by the size that counts', () => {
    expect(readGroup(entryOf({ name: 'a', content: Buffer.alloc(600) }))).toMatchObject({ length: 512, content: 1024 })
    expect(readGroup(entryOf({ name: 'a', size: 2 ** 40, base256: true }))).toMatchObject({ content: 2 ** 40 })
    const pax = entryOf({ name: 'a/b', content: Buffer.alloc(10), pax: true })
    expect(readGroup(pax)).toEqual({ length: 1536, content: 512, path: Buffer.from('a/b') })
    expect(readGroup(entryOf({ name: 'a', type: '1', size: 700 }))).toMatchObject({ content: 0 })
  })

  test('are not understood when they are no header', () => {
    const broken = entryOf({ name: 'a' })
    broken[0] = 7
    for (const bytes of [broken, Buffer.alloc(BLOCK), entryOf({ name: 'a', type: 'g' })])
      expect(readGroup(bytes)).toBe('unknown')
  })
})
