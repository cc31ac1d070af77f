import { SpokenError } from '../../shared/spoken-error.ts'
import { msg } from '../../shared/text.ts'
import { BLOCK, readGroup } from './header.ts'
import { Input } from './input.ts'
import { readMark } from './mark.ts'

/** It is none that was laid out, or a part is missing. */
export class LayoutError extends SpokenError {
  override readonly name = 'LayoutError'
}

/**
 * The archive that was laid out, byte for byte, whatever the size of the pieces it comes in.
 * @throws LayoutError
 */
export async function* takeUp(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const input = new Input(source)
  try {
    for (;;) {
      const block = await input.take(BLOCK)
      if (block.length === 0) return
      const mark = readMark(block)
      if (mark === 'rest') {
        yield* copy(input, Number.POSITIVE_INFINITY)
        return
      }
      if (mark) await skip(input, mark.gap)
      else yield* entry(input, block)
    }
  } finally {
    await input.close()
  }
}

async function* entry(input: Input, first: Buffer): AsyncGenerator<Buffer> {
  let bytes = first
  for (;;) {
    const found = bytes.length < BLOCK ? 'unknown' : readGroup(bytes)
    if (found === 'unknown') throw damaged()
    if ('length' in found) {
      yield bytes
      yield* copy(input, found.content)
      return
    }
    const more = await input.take(found.need - bytes.length)
    bytes = Buffer.concat([bytes, more])
    if (bytes.length < found.need) throw damaged()
  }
}

async function* copy(input: Input, bytes: number): AsyncGenerator<Buffer> {
  for (let left = bytes; left > 0; ) {
    const part = await input.some(left)
    if (!part) return
    left -= part.length
    yield part
  }
}

async function skip(input: Input, bytes: number): Promise<void> {
  for (let left = bytes; left > 0; ) {
    const part = await input.some(left)
    if (!part) throw damaged()
    left -= part.length
  }
}

const damaged = () => new LayoutError(msg`The content is no archive as the panel lays them out`)
