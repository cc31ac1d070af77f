import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { emptyIndex } from '../protocols/chunk-store/index-file.ts'
import { newRoot, storeKeys } from '../protocols/chunk-store/keys.ts'
import { pack, packings, unpack } from '../protocols/chunk-store/packing.ts'
import { chunkPath, indexPath, spread } from '../protocols/chunk-store/paths.ts'
import { initStore } from './marker.ts'
import { MemoryFiles } from './memory-files-fixture.ts'
import { random } from './random-fixture.ts'
import { openStore } from './store.ts'

const MiB = 1 << 20
const keys = storeKeys(newRoot())
const signal = new AbortController().signal

/** A location of so many backups, each of so many chunks of its own. */
async function location(backups: number, chunks: number) {
  const files = new MemoryFiles()
  await initStore(files, keys, { chunk_bytes: MiB, location: 'one' })
  const store = await openStore({ files, keys, threads: 0 })
  const owners = new Map<string, Buffer>()
  for (let n = 0; n < backups; n++) {
    const index = emptyIndex({ size: chunks * MiB, chunk_bytes: MiB })
    const pieces = Array.from({ length: chunks }, (_, piece) => ({
      piece,
      data: new TextEncoder().encode(`backup ${n} piece ${piece} `.repeat(1 + ((n + piece) % 5))),
    }))
    await store.putChunks(pieces, index)
    const name = { subject: '6f1c8d1e-0000-4000-8000-000000000001', backup: n.toString(16).padStart(32, '0') }
    owners.set(indexPath(name), (await store.putIndex(name, index)).digest)
  }
  return { files, store, owners }
}

test('of 1,000 files with flipped bits or cut ends 1,000 are found, and none besides', async () => {
  const { files, store, owners } = await location(40, 30)
  const dice = random(1)
  const paths = [...files.content.keys()].filter((path) => path !== 'store')
  expect(paths).toHaveLength(1240)
  const hit = new Set<string>()
  while (hit.size < 1000) {
    const path = paths[dice(paths.length)]!
    if (hit.has(path)) continue
    const file = files.content.get(path)!
    const data = Buffer.from(file.data)
    if (hit.size % 2 === 0) data[dice(data.length)]! ^= 1 << dice(8)
    files.content.set(path, { ...file, data: hit.size % 2 === 0 ? data : data.subarray(0, dice(data.length)) })
    hit.add(path)
  }
  const found = await store.verify({ owners, deep: spread }, signal)
  const named = [
    ...found.damaged.map((id) => chunkPath(id)),
    ...found.broken.flatMap(({ path, fault }) => (fault ? [path] : [])),
  ]
  expect(new Set(named)).toEqual(hit)
  // Every backup with a chunk that was hit is named, and what was put aside is stored again.
  expect(new Set(found.broken.map(({ path }) => path)).size).toBe(40)
  expect((await store.verify({ owners, deep: spread }, signal)).damaged_count).toBe(0)
})

test('1,000 of 1,000 chunks that are listed and not given out are found, and none besides', async () => {
  const { files, owners } = await location(50, 24)
  const paths = [...files.content.keys()].filter((path) => path.startsWith('chunks/'))
  expect(paths).toHaveLength(1200)
  const withheld = new Set(paths.slice(0, 1000))
  const liar = new Proxy(files, {
    get: (of, key: keyof MemoryFiles) =>
      key === 'read'
        ? (path: string, atMost: number) => (withheld.has(path) ? Promise.resolve(null) : of.read(path, atMost))
        : of[key],
  })
  const store = await openStore({ files: liar, keys, threads: 0 })
  const found = await store.verify({ owners, deep: spread }, signal)
  expect(found.damaged_count).toBe(1000)
  expect(new Set(found.damaged.map((id) => chunkPath(id)))).toEqual(withheld)
  expect(found.broken.reduce((sum, { missing }) => sum + missing, 0)).toBe(1000)
})

test('each bit of a chunk, an index and the marker counts', async () => {
  const { files, owners } = await location(1, 1)
  const [index] = owners.keys()
  for (const path of files.content.keys()) {
    const whole = files.content.get(path)!
    for (let bit = 0; bit < whole.data.length * 8; bit++) {
      const data = Buffer.from(whole.data)
      data[bit >> 3]! ^= 1 << (bit & 7)
      files.content.set(path, { ...whole, data })
      const use = async () => {
        const store = await openStore({ files, keys, threads: 0 })
        const read = await store.getIndex({ subject: index!.split('/')[1]!, backup: index!.split('/')[2]! }, null)
        await store.readChunk(read.ids)
      }
      await expect(use(), `${path} bit ${bit}`).rejects.toMatchObject({ name: 'StoreError' })
      for (const left of [...files.content.keys()]) if (left.startsWith('tmp/')) files.content.delete(left)
    }
    files.content.set(path, whole)
  }
})

test('what is listed is enough to find chunks that are gone or have an impossible size', async () => {
  const { files, store, owners } = await location(3, 20)
  const chunks = [...files.content.keys()].filter((path) => path.startsWith('chunks/'))
  files.content.delete(chunks[0]!)
  files.content.set(chunks[25]!, { data: Buffer.alloc(2 * MiB), modified: 1 })
  files.content.set(chunks[50]!, { data: Buffer.alloc(41), modified: 1 })
  const found = await store.verify({ owners, deep: [] }, signal)
  expect(found).toMatchObject({ read_chunks: 0, damaged_count: 2 })
  expect(found.broken.map(({ missing }) => missing)).toEqual([1, 1, 1])
})

test('files that are no chunks, whatever they are called, are passed over', async () => {
  const { files, store, owners } = await location(1, 3)
  for (const path of [
    'chunks/ab/../../store',
    'chunks/ab/x',
    `chunks/00/${'f'.repeat(64)}`,
    'index/x',
    'trash/ab/..',
    'tmp/a b',
  ])
    files.content.set(path, { data: Buffer.from('x'), modified: 0 })
  const before = files.content.size
  expect(await store.verify({ owners, deep: spread }, signal)).toMatchObject({ damaged_count: 0, broken: [] })
  await store.collect({ owners: async () => owners, noted: async () => new Set(), oldestLiveSeconds: null }, signal)
  expect(files.content.size).toBe(before)
})

test('a packed bomb is not unpacked', () => {
  const { packing, body } = pack(Buffer.alloc(4 * MiB))
  expect(body.length).toBeLessThan(10_000)
  expect(() => unpack(packing, body, MiB)).toThrow(/more than 1048576 bytes/)
  expect(unpack(packing, body, 4 * MiB)).toHaveLength(4 * MiB)
  const bomb = deflateRawSync(Buffer.alloc(1 << 26))
  expect(() => unpack(packings.deflate, bomb, MiB)).toThrow(/more than 1048576 bytes/)
})
