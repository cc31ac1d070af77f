import { expect, test } from 'vitest'
import { emptyIndex } from '../protocols/chunk-store/index-file.ts'
import { newRoot, storeKeys } from '../protocols/chunk-store/keys.ts'
import { indexPath, spread } from '../protocols/chunk-store/paths.ts'
import type { Owners } from './collect.ts'
import { initStore } from './marker.ts'
import { MemoryFiles } from './memory-files-fixture.ts'
import { openStore } from './store.ts'
import { World } from './world-fixture.ts'

const MiB = 1 << 20
const DAY = 86_400
const keys = storeKeys(newRoot())
const signal = new AbortController().signal
const nameOf = (n: number) => ({ subject: '6f1c8d1e-0000-4000-8000-000000000001', backup: String(n).padStart(32, '0') })

async function location() {
  const files = new MemoryFiles()
  await initStore(files, keys, { chunk_bytes: MiB, location: 'one' })
  return files
}
const opened = (files: Parameters<typeof openStore>[0]['files'], of: MemoryFiles) =>
  openStore({ files, keys, threads: 0, elapsed: () => of.clock })

async function backup(
  files: Parameters<typeof openStore>[0]['files'],
  of: MemoryFiles,
  n: number,
  owners: Map<string, Buffer>,
) {
  const store = await opened(files, of)
  const index = emptyIndex({ size: 3 * MiB, chunk_bytes: MiB })
  const pieces = [0, 1, 2].map((piece) => ({ piece, data: new TextEncoder().encode(`content ${n + piece}`) }))
  await store.putChunks(pieces, index)
  const { digest } = await store.putIndex(nameOf(n), index)
  owners.set(indexPath(nameOf(n)), digest)
}
/** Every index was written by this panel. */
const everything = async () => new Set(Array.from({ length: 50 }, (_, n) => indexPath(nameOf(n))))
const nothing = async () => new Set<string>()
const collect = async (
  files: Parameters<typeof openStore>[0]['files'],
  of: MemoryFiles,
  owners: Owners,
  more: { noted?: () => Promise<Set<string>>; hold?: boolean } = {},
) =>
  (await opened(files, of)).collect(
    { owners: async () => owners, noted: everything, oldestLiveSeconds: null, ...more },
    signal,
  )

const pathsIn = (files: MemoryFiles, folder: string) =>
  [...files.content.keys()].filter((path) => path.startsWith(folder))

test('what no index names goes in two rounds, and not before its day is over', async () => {
  const files = await location()
  const owners = new Map<string, Buffer>()
  await backup(files, files, 0, owners)
  await backup(files, files, 2, owners)
  owners.delete(indexPath(nameOf(0)))
  expect(await collect(files, files, owners)).toMatchObject({ orphans: 0, trashed: 0, chunks: 5 })
  files.clock += DAY + 10
  expect(await collect(files, files, owners)).toMatchObject({ orphans: 1, trashed: 2, chunks: 3, removed: 0 })
  expect(await collect(files, files, owners)).toMatchObject({ trashed: 0, removed: 0 })
  files.clock += DAY + 10
  expect(await collect(files, files, owners)).toMatchObject({ trashed: 0, removed: 2, chunks: 3, trash_bytes: 0 })
  expect(pathsIn(files, 'trash/')).toEqual([])
})

test('nothing is removed while an index is damaged, older than its record, or gone', async () => {
  const files = await location()
  const owners = new Map<string, Buffer>()
  await backup(files, files, 0, owners)
  const path = indexPath(nameOf(0))
  const first = files.content.get(path)!
  await backup(files, files, 5, owners)
  files.clock += 3 * DAY
  const cut = { ...first, data: first.data.subarray(0, 100) }
  for (const [bad, kind] of [
    [cut, 'damaged'],
    [null, 'missing'],
  ] as const) {
    if (bad) files.content.set(path, bad)
    else files.content.delete(path)
    await expect(collect(files, files, owners)).rejects.toMatchObject({ kind })
    expect(pathsIn(files, 'trash/')).toEqual([])
  }
  files.content.set(path, first)
  expect(await collect(files, files, owners)).toMatchObject({ trashed: 0, chunks: 6 })
})

test('a file in the index folder that does not open stops nothing, and goes after its day', async () => {
  const files = await location()
  const owners = new Map<string, Buffer>()
  await backup(files, files, 0, owners)
  files.content.set(indexPath(nameOf(9)), { data: Buffer.from('rubbish'), modified: files.clock })
  expect(await collect(files, files, owners)).toMatchObject({ orphans: 0, indexes: 1 })
  files.clock += 2 * DAY
  expect(await collect(files, files, owners)).toMatchObject({ orphans: 1, indexes: 1, chunks: 3 })
})

test('a database that does not know its backups any more removes none of them for 28 days, and finds them again', async () => {
  const files = await location()
  const owners = new Map<string, Buffer>()
  await backup(files, files, 0, owners)
  await backup(files, files, 10, owners)
  const empty = new Map<string, Buffer>()
  for (let day = 0; day < 28; day++) {
    files.clock += DAY
    const found = await collect(files, files, empty, { noted: nothing })
    expect(found).toMatchObject({ orphans: 0, trashed: 0, removed: 0, chunks: 6, unknown: day === 0 ? 0 : 2 })
    if (day > 1) expect(found.unknown_seconds).toBe((day - 1) * DAY)
  }
  expect(pathsIn(files, 'index/')).toEqual([])
  // The newer database is brought back.
  const store = await opened(files, files)
  const index = await store.getIndex(nameOf(10), owners.get(indexPath(nameOf(10)))!)
  expect((await store.readChunk(index.ids.subarray(0, 32))).toString()).toBe('content 10')
  expect(await collect(files, files, owners)).toMatchObject({ unknown: 0, unknown_seconds: null, indexes: 2 })
  expect(await store.verify({ owners, deep: spread }, signal)).toMatchObject({ damaged_count: 0, broken: [] })
  // An index that stays unknown for longer is removed, and its chunks after it.
  await collect(files, files, empty, { noted: nothing })
  files.clock += 28 * DAY + 1
  expect(await collect(files, files, empty, { noted: nothing })).toMatchObject({ orphans: 2, unknown: 0, trashed: 6 })
})

test('in a folder that was taken over nothing is removed, however old it is', async () => {
  const files = await location()
  await backup(files, files, 0, new Map())
  const other = new Map<string, Buffer>()
  files.content.set(`damaged/${'a'.repeat(64)}`, { data: Buffer.from('x'), modified: 1 })
  const before = [...files.content.keys()].sort()
  files.clock += 400 * DAY
  const held = { noted: nothing, hold: true }
  expect(await collect(files, files, other, held)).toMatchObject({ unknown: 1, unknown_seconds: 400 * DAY, chunks: 3 })
  expect([...files.content.keys()].sort()).toEqual(before)
  // Once a person has let go of it, it has its 28 days.
  expect(await collect(files, files, other, { noted: nothing })).toMatchObject({ unknown: 1, orphans: 0, trashed: 0 })
})

test('putting aside is finished by the next round wherever it is killed', async () => {
  const files = await location()
  const owners = new Map<string, Buffer>()
  await backup(files, files, 0, owners)
  files.clock += 2 * DAY
  await killedAtEach(files, (link) => collect(link, files, new Map(), { noted: nothing }))
  await killedAtEach(files, (link) => collect(link, files, owners, { noted: nothing }))
  const store = await opened(files, files)
  expect(await store.verify({ owners, deep: spread }, signal)).toMatchObject({ broken: [], chunks: 3 })
  expect(pathsIn(files, 'unknown/')).toEqual([])
})

test('damaged chunks are kept for 28 days and counted', async () => {
  const files = await location()
  const owners = new Map<string, Buffer>()
  await backup(files, files, 0, owners)
  const [path] = pathsIn(files, 'chunks/')
  files.content.set(path!, { data: Buffer.alloc(100), modified: 1 })
  const store = await opened(files, files)
  expect(await store.verify({ owners, deep: spread }, signal)).toMatchObject({ damaged_count: 1 })
  expect(await collect(files, files, owners)).toMatchObject({ trash_bytes: 100 })
  files.clock += 28 * DAY + 1
  expect(await collect(files, files, owners)).toMatchObject({ trash_bytes: 0 })
  expect(pathsIn(files, 'damaged/')).toEqual([])
})

/** Does a piece of work that is killed at its nth message, for each n until it comes to its end. */
async function killedAtEach(of: MemoryFiles, work: (files: ReturnType<MemoryFiles['through']>) => Promise<unknown>) {
  for (let last = 0; ; last++) {
    let sent = 0
    const files = of.through(() => {
      if (sent++ >= last) throw new Error('killed')
    })
    try {
      await work(files)
      return last
    } catch (fault) {
      expect((fault as Error).message).toBe('killed')
    }
  }
}

test('a backup that is killed at any message leaves what the next one uses and a collection removes', async () => {
  const files = await location()
  const owners = new Map<string, Buffer>()
  await backup(files, files, 0, owners)
  const kills = await killedAtEach(files, (link) => backup(link, files, 7, owners))
  expect(kills).toBeGreaterThan(15)
  const store = await opened(files, files)
  expect(await store.verify({ owners, deep: spread }, signal)).toMatchObject({ damaged_count: 0, broken: [] })
  for (let round = 0; round < 3; round++) {
    files.clock += 2 * DAY
    await collect(files, files, owners)
  }
  expect(await store.verify({ owners, deep: spread }, signal)).toMatchObject({
    damaged_count: 0,
    broken: [],
    chunks: 6,
  })
  expect([...pathsIn(files, 'tmp/'), ...pathsIn(files, 'trash/')]).toEqual([])
})

test('a collection that is killed at any message is finished by the next', async () => {
  const files = await location()
  const owners = new Map<string, Buffer>()
  for (const n of [0, 2, 20, 40]) await backup(files, files, n, owners)
  for (const n of [0, 20]) owners.delete(indexPath(nameOf(n)))
  files.clock += 2 * DAY
  const kills = await killedAtEach(files, (link) => collect(link, files, owners))
  expect(kills).toBeGreaterThan(500)
  files.clock += 2 * DAY
  await killedAtEach(files, (link) => collect(link, files, owners))
  // One that was killed between noting the time of a chunk and moving it leaves it for another day.
  for (let round = 0; round < 2; round++) {
    files.clock += 2 * DAY
    await collect(files, files, owners)
  }
  const store = await opened(files, files)
  expect(await store.verify({ owners, deep: spread }, signal)).toMatchObject({
    damaged_count: 0,
    broken: [],
    chunks: 6,
  })
  expect(pathsIn(files, 'trash/')).toEqual([])
})

test('in 100 random worlds of backups, removals, collections, kills and lost leases no chunk is lost', {
  timeout: 600_000,
}, async () => {
  let rounds = 0
  let removed = 0
  let unknown = 0
  for (let seed = 1; seed <= 100; seed++) {
    const world = new World(seed * 7919)
    expect(await world.run(700), `seed ${seed}`).toBeNull()
    rounds += world.rounds
    removed += world.removed
    unknown += world.unknown
  }
  expect(rounds).toBeGreaterThan(100)
  expect(removed).toBeGreaterThan(20)
  expect(unknown).toBeGreaterThan(20)
})

test('beside 64 writers a collection loses no chunk, and each complete backup restores', {
  timeout: 600_000,
}, async () => {
  let rounds = 0
  let removed = 0
  for (let seed = 1; seed <= 3; seed++) {
    const world = new World(seed * 104_729, { actors: 78, contents: 600, backups: 24, forgets: false })
    expect(await world.run(2000), `seed ${seed}`).toBeNull()
    expect(world.writers).toBeGreaterThanOrEqual(64)
    expect(await world.verified()).toMatchObject({ damaged_count: 0, broken: [] })
    rounds += world.rounds
    removed += world.removed
  }
  expect(rounds).toBeGreaterThan(12)
  expect(removed).toBeGreaterThan(100)
})

test('the same worlds lose chunks when the trash does not count', async () => {
  const lost: string[] = []
  for (let seed = 1; seed <= 60 && lost.length === 0; seed++) {
    const found = await new World(seed * 7919).run(700, () => 'nowhere')
    if (found) lost.push(found)
  }
  expect(lost).toHaveLength(1)
})
