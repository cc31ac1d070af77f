import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { emptyIndex, type Index } from '../protocols/chunk-store/index-file.ts'
import { newRoot, storeKeys } from '../protocols/chunk-store/keys.ts'
import { chunkPath, indexPath } from '../protocols/chunk-store/paths.ts'
import { initStore } from './marker.ts'
import { MemoryFiles } from './memory-files-fixture.ts'
import type { Piece } from './put.ts'
import { openStore, type StoreOptions } from './store.ts'

const MiB = 1 << 20
const keys = storeKeys(newRoot())
const name = { subject: '6f1c8d1e-0000-4000-8000-000000000001', backup: 'a'.repeat(32) }

async function location() {
  const files = new MemoryFiles()
  await initStore(files, keys, { chunk_bytes: MiB, location: 'one' })
  return files
}
const opened = (files: StoreOptions['files'], more: Partial<StoreOptions> = {}) =>
  openStore({ files, keys, threads: 0, ...more })

/** Pieces of a disk of five: text, noise, a hole, the text again, and a short end. */
const disk = (noise: Buffer): Buffer[] => [
  Buffer.alloc(MiB, 'words that pack well '),
  noise,
  Buffer.alloc(MiB),
  Buffer.alloc(MiB, 'words that pack well '),
  Buffer.from('the end'),
]
const pieces = (parts: Buffer[]): Piece[] => parts.map((data, piece) => ({ piece, data: Uint8Array.from(data) }))
const sizeOf = (parts: Buffer[]) => parts.reduce((sum, { length }) => sum + length, 0)

test('stores a disk on threads and reads it back, each content once', async () => {
  const files = await location()
  const store = await opened(files, { threads: 2 })
  try {
    const parts = disk(randomBytes(MiB))
    const index = emptyIndex({ size: sizeOf(parts), chunk_bytes: MiB })
    const totals = await store.putChunks(pieces(parts), index)
    expect(totals).toMatchObject({ pieces: 5, holes: 1, written: 3 })
    expect(totals.stored_bytes).toBeLessThan(MiB + 10_000)
    const { digest } = await store.putIndex(name, index)

    const read = await store.getIndex(name, digest)
    expect(read).toEqual(index)
    for (const [piece, part] of parts.entries()) {
      const data = await store.readPiece(read, piece)
      expect(piece === 2 ? data : data?.equals(part)).toBe(piece === 2 ? null : true)
    }
    const again = await store.putChunks(pieces(parts), emptyIndex({ size: sizeOf(parts), chunk_bytes: MiB }))
    expect(again).toMatchObject({ pieces: 5, written: 0, stored_bytes: 0 })
  } finally {
    await store.close()
  }
})

test('nothing of the content, its names or its structure is readable in the location', async () => {
  const files = await location()
  const store = await opened(files)
  const data = Buffer.from('secret of a tenant '.repeat(100))
  const index = emptyIndex({ size: data.length, chunk_bytes: MiB })
  await store.putChunks(pieces([data]), index)
  await store.putIndex(name, index)
  const plain = createHash('sha256').update(data).digest('hex')
  for (const [path, file] of files.content) {
    expect(path).not.toContain(plain)
    expect(file.data.includes('secret')).toBe(false)
    expect(file.data.includes('chunk_bytes')).toBe(false)
  }
  const other = await location()
  await expect(openStore({ files, keys: storeKeys(newRoot()), threads: 0 })).rejects.toMatchObject({ kind: 'foreign' })
  other.content.delete('store')
  await expect(opened(other)).rejects.toMatchObject({ kind: 'missing' })
})

test('a folder with chunks that nothing claims is not taken', async () => {
  const files = await location()
  files.content.delete('store')
  files.content.set(chunkPath('ab'.repeat(32)), { data: Buffer.alloc(50), modified: 1 })
  const attempt = initStore(files, keys, { chunk_bytes: MiB, location: 'two' })
  await expect(attempt).rejects.toMatchObject({ kind: 'foreign' })
})

test('chunks and indexes that were swapped, taken from elsewhere or are older do not open', async () => {
  const files = await location()
  const store = await opened(files)
  const put = async (backup: string, text: string): Promise<{ index: Index; digest: Buffer }> => {
    const index = emptyIndex({ size: text.length, chunk_bytes: MiB })
    await store.putChunks([{ piece: 0, data: new TextEncoder().encode(text) }], index)
    const { digest } = await store.putIndex({ ...name, backup }, index)
    return { index, digest }
  }
  const [one, two] = [await put('1'.repeat(32), 'first'), await put('2'.repeat(32), 'other')]
  const path = (backup: string) => indexPath({ ...name, backup: backup.repeat(32) })
  const [a, b] = [chunkPath(one.index.ids), chunkPath(two.index.ids)]

  const was = new Map(files.content)
  files.content.set(a, was.get(b)!)
  await expect(store.readPiece(one.index, 0)).rejects.toMatchObject({ kind: 'damaged' })
  files.content.set(path('1'), was.get(path('2'))!)
  for (const digest of [one.digest, null])
    await expect(store.getIndex({ ...name, backup: '1'.repeat(32) }, digest)).rejects.toMatchObject({ kind: 'damaged' })

  const newer = await put('1'.repeat(32), 'third')
  files.content.set(path('1'), was.get(path('1'))!)
  await expect(store.getIndex({ ...name, backup: '1'.repeat(32) }, newer.digest)).rejects.toMatchObject({
    kind: 'damaged',
  })
  files.content.delete(b)
  await expect(store.readPiece(two.index, 0)).rejects.toMatchObject({ kind: 'missing' })
})

test('a full location and a used quota end a run in words, and leave no half chunk', async () => {
  const files = await location()
  const run = (more: Partial<StoreOptions>) => async () => {
    const store = await opened(files, more)
    const data = randomBytes(MiB)
    return store.putChunks(pieces([data]), emptyIndex({ size: MiB, chunk_bytes: MiB }))
  }
  files.free = 1 << 30
  await expect(run({})()).rejects.toMatchObject({ kind: 'full' })
  files.free = 2 ** 40
  const quota = { take: async () => false, giveBack: async () => {} }
  await expect(run({ quota })()).rejects.toMatchObject({ kind: 'full' })
  expect([...files.content.keys()]).toEqual(['store'])
})

test('writers of one quota write no more than it together, and give back what they did not need', async () => {
  const files = await location()
  let left = 40 * MiB
  const quota = {
    async take(bytes: number) {
      if (bytes > left) return false
      left -= bytes
      return true
    },
    async giveBack(bytes: number) {
      left += bytes
    },
  }
  const write = async (count: number) => {
    const store = await opened(files, { quota })
    const data = Array.from({ length: count }, () => randomBytes(MiB))
    await store
      .putChunks(pieces(data), emptyIndex({ size: count * MiB, chunk_bytes: MiB }))
      .finally(() => store.close())
  }
  await write(3)
  const bytes = () =>
    [...files.content].reduce((sum, [path, { data }]) => sum + (path === 'store' ? 0 : data.length), 0)
  expect(40 * MiB - left).toBe(bytes())
  const both = await Promise.allSettled([write(30), write(30)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(bytes()).toBeLessThanOrEqual(40 * MiB)
  expect(bytes()).toBeGreaterThan(30 * MiB)
})

test('a chunk that a collection has put into the trash is found there', async () => {
  const files = await location()
  const store = await opened(files)
  const index = emptyIndex({ size: 4, chunk_bytes: MiB })
  await store.putChunks([{ piece: 0, data: new TextEncoder().encode('text') }], index)
  const path = chunkPath(index.ids)
  files.content.set(path.replace('chunks', 'trash'), files.content.get(path)!)
  files.content.delete(path)
  expect((await store.readPiece(index, 0))?.toString()).toBe('text')
  expect(files.content.has(path)).toBe(true)
  expect(await store.keepChunks([index.ids, Buffer.alloc(32, 7)])).toEqual([Buffer.alloc(32, 7)])
})
