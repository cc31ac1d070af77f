import { ALLOCATION } from '../../../protocols/nbd/regions.ts'
import type { NbdSource } from '../../../protocols/nbd/source.ts'
import { allocation, DIRTY, type Extent } from '../../../protocols/nbd/wire.ts'
import { BLOCK, readBlock, renderBlock } from './blocks.ts'
import type { Content } from './content.ts'

/** Extents by what a question says of each block; alike neighbours are one. */
function extentsBy(flagsOf: (block: number) => number) {
  return (offset: number, length: number): Extent[] => {
    const extents: Extent[] = []
    for (let at = offset; at < offset + length; ) {
      const end = Math.min(offset + length, (Math.floor(at / BLOCK) + 1) * BLOCK)
      const flags = flagsOf(Math.floor(at / BLOCK))
      const last = extents.at(-1)
      if (last?.flags === flags) last.length += end - at
      else extents.push({ length: end - at, flags })
      at = end
    }
    return extents
  }
}

function readContent(content: Content, offset: number, length: number): Buffer {
  const read = Buffer.alloc(length)
  for (let at = offset; at < offset + length; ) {
    const block = Math.floor(at / BLOCK)
    const end = Math.min(offset + length, (block + 1) * BLOCK)
    const text = content.get(block)
    if (text) renderBlock(text).copy(read, at - offset, at - block * BLOCK, end - block * BLOCK)
    at = end
  }
  return read
}

/** A disk as it was at one moment. @param bitmap name of the context and numbers of the blocks that changed; null for none */
export function readingSource(
  size: number,
  content: Content,
  bitmap: { context: string; changed: ReadonlySet<number> } | null,
): NbdSource {
  const map = extentsBy((block) => (content.has(block) ? 0 : allocation.hole | allocation.zero))
  return {
    size,
    read: async (offset, length) => readContent(content, offset, length),
    contexts: {
      [ALLOCATION]: map,
      ...(bitmap && { [bitmap.context]: extentsBy((block) => (bitmap.changed.has(block) ? DIRTY : 0)) }),
    },
  }
}

/** What a block holds when a part of it is written; without data zeros. */
function textWith(present: string, from: number, to: number, data: Buffer | undefined): string {
  const bytes = Buffer.from(renderBlock(present))
  if (data) data.copy(bytes, from)
  else bytes.fill(0, from, to)
  return readBlock(bytes)
}

/** A disk that is written to. What is written becomes part of it with a flush, by `commit`. */
export function writingSource(size: number, present: Content, commit: (written: Content) => Promise<void>): NbdSource {
  const content = new Map(present)
  let written: Content = new Map()
  const put = (offset: number, length: number, data: Buffer | null) => {
    for (let at = offset; at < offset + length; ) {
      const block = Math.floor(at / BLOCK)
      const start = block * BLOCK
      const end = Math.min(offset + length, start + BLOCK)
      const isWhole = at === start && end === start + BLOCK
      // Zeros on zeros are no change; a large disk has many of them.
      const text =
        data === null && isWhole
          ? ''
          : textWith(content.get(block) ?? '', at - start, end - start, data?.subarray(at - offset, end - offset))
      if (text !== (content.get(block) ?? '')) {
        written.set(block, text)
        if (text === '') content.delete(block)
        else content.set(block, text)
      }
      at = end
    }
  }
  return {
    ...readingSource(size, content, null),
    write: async (offset, data) => put(offset, data.length, data),
    writeZeroes: async (offset, length) => put(offset, length, null),
    flush: async () => {
      const batch = written
      written = new Map()
      if (batch.size > 0) await commit(batch)
    },
  }
}
