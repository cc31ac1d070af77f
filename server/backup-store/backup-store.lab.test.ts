import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentLab, inNode } from '../../e2e/lab/api.ts'
import { sshLocation } from '../drivers/backup-location/ssh/connection.ts'
import type { LocationFiles } from '../drivers/backup-location/types.ts'
import { emptyIndex, type Index } from '../protocols/chunk-store/index-file.ts'
import { newRoot, storeKeys } from '../protocols/chunk-store/keys.ts'
import { chunkPath, indexPath, spread } from '../protocols/chunk-store/paths.ts'
import { soon } from '../shared/testing/soon.ts'
import { initStore } from './marker.ts'
import { random } from './random-fixture.ts'
import { openStore } from './store.ts'

const MiB = 1 << 20
const root = '/var/lib/backup-test'
const [node] = currentLab().nodes
if (!node) throw new Error('These tests need a node')
const on = (argv: string[]) => inNode(currentLab(), 1, argv)
const keys = storeKeys(newRoot())
const open: LocationFiles[] = []

async function connected(path: string): Promise<LocationFiles> {
  const { address, ssh_port: port, user: login, password } = node!
  const target = { address, port, login, auth: { password }, path, hostKey: null }
  const files = await sshLocation.connect(target, soon())
  open.push(files)
  return files
}

/** A location in a folder of its own. */
async function location(name: string): Promise<LocationFiles> {
  const files = await connected(`${root}/${name}`)
  await files.makeFolder('')
  await initStore(files, keys, { chunk_bytes: MiB, location: name })
  return files
}
const subject = '6f1c8d1e-0000-4000-8000-000000000001'
const nameOf = (n: number) => ({ subject, backup: n.toString(16).padStart(32, '0') })

beforeAll(async () => void (await on(['mkdir', '-p', root])))
afterAll(async () => {
  for (const files of open) files.close()
  await on(['rm', '-rf', root])
})

test('a disk is stored over SFTP and read back, and nothing is left behind', async () => {
  const files = await location('round-trip')
  const store = await openStore({ files, keys })
  const noise = Array.from({ length: 24 }, () => randomBytes(MiB))
  const parts = [...noise, Buffer.alloc(MiB), Buffer.alloc(MiB, 'words '), Buffer.from('the end')]
  const size = parts.reduce((sum, { length }) => sum + length, 0)
  const index = emptyIndex({ size, chunk_bytes: MiB })
  const pieces = () => parts.map((data, piece) => ({ piece, data: Uint8Array.from(data) }))
  expect(await store.putChunks(pieces(), index)).toMatchObject({ pieces: 27, holes: 1, written: 26 })
  const { digest } = await store.putIndex(nameOf(1), index)
  expect(await store.putChunks(pieces(), emptyIndex(index))).toMatchObject({ written: 0 })

  const read = await store.getIndex(nameOf(1), digest)
  for (const [piece, part] of parts.entries()) {
    const data = await store.readPiece(read, piece)
    expect(data === null ? part.every((byte) => byte === 0) : data.equals(part)).toBe(true)
  }
  const owners = new Map([[indexPath(nameOf(1)), digest]])
  expect(await store.verify({ owners, deep: spread }, soon())).toMatchObject({
    chunks: 26,
    damaged_count: 0,
    broken: [],
  })
  const { stdout } = await on(['find', `${root}/round-trip/tmp`, '-type', 'f'])
  expect(stdout).toBe('')
  const modes = await on(['find', `${root}/round-trip`, '-type', 'f', '-perm', '/077'])
  expect(modes.stdout).toBe('')
  await store.close()
})

test('damage on the disk of the location is found, put aside, and mended by the next backup', async () => {
  const files = await location('damage')
  const store = await openStore({ files, keys, threads: 1 })
  const index = emptyIndex({ size: 3 * MiB, chunk_bytes: MiB })
  const pieces = () => [0, 1, 2].map((piece) => ({ piece, data: new Uint8Array(MiB).fill(piece + 1) }))
  await store.putChunks(pieces(), index)
  const { digest } = await store.putIndex(nameOf(1), index)
  const path = (piece: number) => `${root}/damage/${chunkPath(index.ids.subarray(piece * 32, piece * 32 + 32))}`
  await on(['truncate', '-s', '50', path(0)])
  await on(['cp', path(2), path(1)])
  const owners = new Map([[indexPath(nameOf(1)), digest]])
  const found = await store.verify({ owners, deep: spread }, soon())
  expect(found).toMatchObject({ damaged_count: 2, broken: [{ missing: 2 }] })
  expect(await store.putChunks(pieces(), emptyIndex(index))).toMatchObject({ written: 2 })
  expect(await store.verify({ owners, deep: spread }, soon())).toMatchObject({ damaged_count: 0, broken: [] })
  await store.close()
})

test('a full file system is told apart, and leaves no half chunk', async () => {
  const files = await connected('/srv/small/location')
  await files.makeFolder('')
  try {
    await initStore(files, keys, { chunk_bytes: MiB, location: 'small' })
    const { free } = await files.space()
    const run = async (floorBytes: number) => {
      const store = await openStore({ files, keys, threads: 1, floorBytes })
      const endless = Array.from({ length: Math.ceil(free / MiB) + 40 }, (_, piece) => ({
        piece,
        data: new Uint8Array(randomBytes(MiB)),
      }))
      try {
        await store.putChunks(endless, emptyIndex({ size: endless.length * MiB, chunk_bytes: MiB }))
      } finally {
        await store.close()
      }
    }
    // Below what is free, and without a floor until the file system itself refuses.
    await expect(run(free / 2)).rejects.toMatchObject({ name: 'StoreError', kind: 'full' })
    await expect(run(Number.NEGATIVE_INFINITY)).rejects.toMatchObject({ name: 'StoreError', kind: 'full' })
    expect((await on(['find', '/srv/small/location/tmp', '-type', 'f'])).stdout).toBe('')
  } finally {
    await on(['rm', '-rf', '/srv/small/location'])
  }
})

test('64 writers beside the collection: no complete backup loses a chunk', async () => {
  await location('crowd')
  const links = await Promise.all(Array.from({ length: 8 }, () => connected(`${root}/crowd`)))
  const dice = random(5)
  const running = new Map<string, number>()
  const done = new Map<string, { digest: Buffer; index: Index }>()
  const noted = new Set<string>()
  let writing = 64
  const backup = async (n: number, store: Awaited<ReturnType<typeof openStore>>) => {
    const path = indexPath(nameOf(n))
    running.set(path, performance.now())
    noted.add(path)
    const index = emptyIndex({ size: 4 * MiB, chunk_bytes: MiB })
    // What is removed again has a chunk that nothing else names.
    const content = (piece: number) => (piece === 3 && n % 3 === 1 ? `content of ${n} alone` : `content ${dice(60)}`)
    const pieces = [0, 1, 2, 3].map((piece) => ({ piece, data: new TextEncoder().encode(content(piece)) }))
    await store.putChunks(pieces, index)
    const { digest } = await store.putIndex(nameOf(n), index)
    // One in three dies after its index was published, another is removed again.
    if (n % 3 !== 0) done.set(path, { digest, index })
    running.delete(path)
    if (n % 3 === 1) {
      done.delete(path)
      await store.removeIndex(nameOf(n))
    }
  }
  const writer = async (n: number) => {
    const store = await openStore({ files: links[n % links.length]!, keys, threads: 0 })
    for (let round = 0; round < 3; round++) await backup(n * 3 + round, store)
    writing--
  }
  const owners = async () => {
    const live = [...running.keys()].map((path) => [path, null] as const)
    return new Map<string, Buffer | null>([...live, ...[...done].map(([path, { digest }]) => [path, digest] as const)])
  }
  const collector = await openStore({ files: await connected(`${root}/crowd`), keys, threads: 1 })
  const collect = () => {
    const oldest = Math.max(0, ...[...running.values()].map((start) => (performance.now() - start) / 1000))
    return collector.collect(
      { owners, noted: async () => noted, oldestLiveSeconds: Math.ceil(oldest), graceSeconds: 2 },
      soon(),
    )
  }
  let trashed = 0
  const collecting = async () => {
    while (writing > 0) trashed += (await collect()).trashed
  }
  await Promise.all([...Array.from({ length: 64 }, (_, n) => writer(n)), collecting()])
  const idsOf = ({ index }: { index: Index }) => [0, 1, 2, 3].map((n) => index.ids.toString('hex', n * 32, n * 32 + 32))
  const named = new Set([...done.values()].flatMap(idsOf))
  // A chunk that no index names goes into the trash when it is two seconds old, and as long after that for good.
  const rest = async () => {
    const round = await collect()
    trashed += round.trashed
    return { chunks: round.chunks, trash_bytes: round.trash_bytes }
  }
  await expect.poll(rest, { timeout: 60_000, interval: 500 }).toEqual({ chunks: named.size, trash_bytes: 0 })
  expect(trashed).toBeGreaterThan(0)
  const complete = new Map([...done].map(([path, { digest }]) => [path, digest]))
  const found = await collector.verify({ owners: complete, deep: spread }, soon())
  expect(found).toMatchObject({ damaged_count: 0, broken: [] })
  expect(done.size).toBe(64)
  await collector.close()
})
