import { expect, it } from 'vitest'
import { chunkSizes } from '../../../../protocols/chunk-store/chunk.ts'
import { emptyIndex, setId } from '../../../../protocols/chunk-store/index-file.ts'
import { contentSource } from './source.ts'

const [CHUNK] = chunkSizes
const signal = new AbortController().signal

/** A disk of 200 pieces, each filled with its number; pieces 3 and 199 are holes. */
function disk() {
  const index = emptyIndex({ size: 200 * CHUNK - 100, chunk_bytes: CHUNK })
  for (let piece = 0; piece < 199; piece++) if (piece !== 3) setId(index, piece, Buffer.alloc(32, piece + 1))
  const asked: number[] = []
  const store = {
    readPiece: async (_: unknown, piece: number) => {
      asked.push(piece)
      return Buffer.alloc(CHUNK, piece)
    },
  }
  const source = contentSource(store, index)
  const read = async (offset: number, length: number) => {
    asked.length = 0
    const bytes = await source.read(offset, length, signal)
    return { bytes, asked: [...asked] }
  }
  return { read }
}

it('reads what is wanted, and no more where one reads here and there', async () => {
  const { read } = disk()
  expect(await read(50 * CHUNK + 10, 4)).toEqual({ bytes: Buffer.alloc(4, 50), asked: [50] })
  expect((await read(20 * CHUNK, 10)).asked).toEqual([20])
  expect((await read(50 * CHUNK, 10)).asked).toEqual([])
  expect((await read(3 * CHUNK, 10)).bytes).toEqual(Buffer.alloc(10))
})

it('reads over the border of pieces, up to the end, and each once', async () => {
  const { read } = disk()
  expect((await read(60 * CHUNK, 512)).asked).toEqual([60])
  expect((await read(60 * CHUNK + 512, 512)).asked).toEqual([])
  const over = await read(63 * CHUNK - 24, 2 * CHUNK)
  expect(over.asked).toEqual([62, 63, 64])
  expect(over.bytes).toEqual(
    Buffer.concat([Buffer.alloc(24, 62), Buffer.alloc(CHUNK, 63), Buffer.alloc(CHUNK - 24, 64)]),
  )
  expect((await read(198 * CHUNK, CHUNK)).asked).toEqual([198])
  expect(await read(199 * CHUNK, 10)).toEqual({ bytes: Buffer.alloc(10), asked: [] })
})

it('a piece that could not be read is asked for again', async () => {
  const index = emptyIndex({ size: CHUNK, chunk_bytes: CHUNK })
  setId(index, 0, Buffer.alloc(32, 1))
  let tries = 0
  const readPiece = async () => {
    if (++tries === 1) throw new Error('away')
    return Buffer.alloc(CHUNK, 7)
  }
  const source = contentSource({ readPiece }, index)
  await expect(source.read(0, 4, signal)).rejects.toThrow('away')
  expect(await source.read(0, 4, signal)).toEqual(Buffer.alloc(4, 7))
})
