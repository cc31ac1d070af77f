import { BLOCK, type Group, readGroup } from './header.ts'
import { Input } from './input.ts'
import { gapMark, restMark, startsAsMark } from './mark.ts'

/** Gaps are no more than this many times what was read, and some chunks. */
const MOST_GAPS = 2
const FREE_GAPS = 64

export type LayOut = {
  /** Bytes of the pieces that it is cut into. */
  chunkBytes: number
}

/** How large an archive of so many bytes can become. */
export const mostLaidOut = (bytes: number, { chunkBytes }: LayOut): number =>
  bytes + MOST_GAPS * bytes + (FREE_GAPS + 1) * chunkBytes + 2 * BLOCK

/**
 * Lays a tar archive out so that pieces of fixed size are found again when some of its files change: entries whose path says so begin a
 * piece, and what is in front of them is filled up with zeros. Large entries always do, small ones about once in half a piece, so a change costs
 * the pieces up to the next such entry and none behind it. Any bytes are taken; those that are no archive are only not found again.
 *
 * @yields pieces of `chunkBytes`, the last may be shorter; arrays of their own
 */
export async function* layOut(source: AsyncIterable<Uint8Array>, options: LayOut): AsyncGenerator<Buffer> {
  const input = new Input(source)
  const pieces = new Pieces(options.chunkBytes)
  try {
    for (;;) {
      const { bytes, group } = await nextGroup(input)
      if (!group) {
        if (bytes.length > 0) yield* pieces.add(restMark())
        yield* pieces.add(bytes)
        yield* copy(input, pieces, Number.POSITIVE_INFINITY)
        break
      }
      if (begins(group, options) && mayFill(input, pieces)) yield* pieces.fillUp()
      yield* pieces.add(bytes)
      yield* copy(input, pieces, group.content)
    }
    yield* pieces.end()
  } finally {
    await input.close()
  }
}

/** Headers of the next entry; without a group whatever is there instead, nothing at the end. */
async function nextGroup(input: Input): Promise<{ bytes: Buffer; group: Group | null }> {
  let bytes = await input.take(BLOCK)
  for (;;) {
    if (bytes.length < BLOCK || startsAsMark(bytes)) return { bytes, group: null }
    const found = readGroup(bytes)
    if (found === 'unknown') return { bytes, group: null }
    if ('length' in found) return { bytes, group: found }
    const more = await input.take(found.need - bytes.length)
    bytes = Buffer.concat([bytes, more])
    if (bytes.length < found.need) return { bytes, group: null }
  }
}

async function* copy(input: Input, pieces: Pieces, bytes: number): AsyncGenerator<Buffer> {
  for (let left = bytes; left > 0; ) {
    const part = await input.some(left)
    if (!part) return
    left -= part.length
    yield* pieces.add(part)
  }
}

/** By the entry alone, so that it is the same whatever changed around it. */
function begins({ path, length, content }: Group, { chunkBytes }: LayOut): boolean {
  return hashOf(path) < Math.min(1, (2 * (length + content)) / chunkBytes) * 2 ** 32
}

const mayFill = (input: Input, pieces: Pieces): boolean =>
  pieces.filled + pieces.chunkBytes <= MOST_GAPS * input.taken + FREE_GAPS * pieces.chunkBytes

/** FNV-1a with the last steps of MurmurHash3: paths are alike, their hashes are not. */
function hashOf(path: Buffer): number {
  let hash = 0x811c9dc5
  for (const byte of path) hash = Math.imul(hash ^ byte, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Bytes that become pieces of fixed size. */
class Pieces {
  readonly chunkBytes: number
  /** Bytes of gaps. */
  filled = 0
  #now: Buffer
  #used = 0

  constructor(chunkBytes: number) {
    this.chunkBytes = chunkBytes
    this.#now = Buffer.alloc(chunkBytes)
  }

  *add(bytes: Buffer): Generator<Buffer> {
    for (let at = 0; at < bytes.length; ) {
      const length = Math.min(bytes.length - at, this.chunkBytes - this.#used)
      bytes.copy(this.#now, this.#used, at, at + length)
      this.#used += length
      at += length
      if (this.#used === this.chunkBytes) yield this.#take()
    }
  }

  /** The next byte begins a piece. */
  *fillUp(): Generator<Buffer> {
    if (this.#used === 0) return
    const gap = (2 * this.chunkBytes - this.#used - BLOCK) % this.chunkBytes
    this.filled += gap + BLOCK
    yield* this.add(gapMark(gap))
    if (gap === 0) return
    this.#used = this.chunkBytes
    yield this.#take()
  }

  *end(): Generator<Buffer> {
    if (this.#used > 0) yield this.#take()
  }

  #take(): Buffer {
    const piece = this.#now.subarray(0, this.#used)
    this.#now = Buffer.alloc(this.chunkBytes)
    this.#used = 0
    return piece
  }
}
