import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { initStore } from '../../../../backup-store/marker.ts'
import { MemoryFiles } from '../../../../backup-store/memory-files-fixture.ts'
import { openStore, type Store } from '../../../../backup-store/store.ts'
import { readWhole } from '../../../../drivers/hypervisor/contract/disk-content.ts'
import { hypervisorDriver } from '../../../../drivers/hypervisor/registry.ts'
import type { NodeConnection } from '../../../../drivers/hypervisor/types.ts'
import { emptyIndex, type Index } from '../../../../protocols/chunk-store/index-file.ts'
import { storeKeys } from '../../../../protocols/chunk-store/keys.ts'
import { chunkPath } from '../../../../protocols/chunk-store/paths.ts'
import { soon } from '../../../../shared/testing/soon.ts'
import { configureDummy } from '../../../../simulation/hypervisor/config.ts'
import { memoryKeeper } from '../../../../simulation/hypervisor/memory.ts'
import { partsOf, writeVolume } from './write-volume.ts'

const MiB = 1 << 20
const keys = storeKeys(Buffer.alloc(32, 3))
const content = Buffer.alloc(6 * MiB)
let files: MemoryFiles
let store: Store
let index: Index
let node: NodeConnection

/** A piece with bytes that belong to a number: few of them, since the simulated node keeps them in one record. */
function noise(n: number): Buffer {
  const bytes = Buffer.alloc(MiB)
  for (let at = 0; at < 40_000; at += 32) createHash('sha256').update(`${n} ${at}`).digest().copy(bytes, at)
  return bytes
}

beforeAll(async () => {
  configureDummy({ keeper: memoryKeeper(), speed: 0.01 })
  const target = {
    address: '198.51.100.9',
    port: 22,
    username: 'root',
    auth: { password: 'secret' },
    hostKey: null,
  }
  node = await hypervisorDriver('dummy').connect(target, soon())
  await node.ensureDirectories(['/restore'], soon())
  files = new MemoryFiles()
  await initStore(files, keys, { chunk_bytes: MiB, location: 'one' })
  store = await openStore({ files, keys, threads: 0 })
  // Two holes in the middle, one at the end.
  for (const piece of [0, 1, 4]) noise(piece).copy(content, piece * MiB)
  index = emptyIndex({ size: content.length, chunk_bytes: MiB })
  const pieces = Array.from({ length: 6 }, (_, piece) => ({
    piece,
    data: Uint8Array.from(content.subarray(piece * MiB, (piece + 1) * MiB)),
  }))
  await store.putChunks(pieces, index)
})

async function restored(path: string, from: Pick<Store, 'readPiece'> = store): Promise<Buffer> {
  const volume = await node.exportVolume({ path, format: 'qcow2' }, soon())
  const steps: number[] = []
  try {
    await writeVolume(from, index, volume, soon(), (bytes) => steps.push(bytes))
    expect(steps).toEqual([...steps].sort((a, b) => a - b))
  } finally {
    await volume.close(soon())
  }
  return read(path)
}

async function read(path: string): Promise<Buffer> {
  const disk = { path, format: 'qcow2', target_dev: 'vdb' } as const
  const request = { disks: [disk], checkpoint: null, parent: null, scratch: '/restore', floor_mib: 1 }
  const exported = await node.exportDisks(null, request, soon())
  const whole = await readWhole(exported.disks[0]!)
  await exported.finish(soon())
  return whole
}

describe('a volume', () => {
  test('gets what the index names, zeros where it has holes, and zeros behind it', async () => {
    const path = '/restore/larger.qcow2'
    await node.createVolume({ path, size_mib: 8, backing: null }, soon())
    const found = await restored(path)
    expect(found.length).toBe(8 * MiB)
    expect(found.subarray(0, content.length).equals(content)).toBe(true)
    expect(found.subarray(content.length).every((byte) => byte === 0)).toBe(true)
  })

  test('is the same after an attempt that ended in the middle, and whatever was in it', async () => {
    const path = '/restore/again.qcow2'
    await node.createVolume({ path, size_mib: 6, backing: null }, soon())
    const volume = await node.exportVolume({ path, format: 'qcow2' }, soon())
    const client = await volume.open(soon())
    for (const piece of [0, 2, 5]) await client.write(piece * MiB, noise(99), soon())
    await client.flush(soon())
    await volume.close(soon())
    const dies: Pick<Store, 'readPiece'> = {
      readPiece: async (of, piece) => {
        if (piece === 4) throw new Error('killed')
        return store.readPiece(of, piece)
      },
    }
    await expect(restored(path, dies)).rejects.toThrow('killed')
    expect((await restored(path)).equals(content)).toBe(true)
  })

  test('that is too small is refused before anything is written', async () => {
    const path = '/restore/small.qcow2'
    await node.createVolume({ path, size_mib: 5, backing: null }, soon())
    await expect(restored(path)).rejects.toMatchObject({ code: 'refused' })
    expect((await read(path)).every((byte) => byte === 0)).toBe(true)
  })

  test('is left when a chunk is not what was written, or the work is called off', async () => {
    const path = '/restore/damaged.qcow2'
    await node.createVolume({ path, size_mib: 6, backing: null }, soon())
    const place = chunkPath(index.ids.subarray(32, 64))
    const kept = files.content.get(place)!
    files.content.set(place, { ...kept, data: Buffer.from(kept.data).fill(1, 40, 41) })
    await expect(restored(path)).rejects.toMatchObject({ name: 'StoreError', kind: 'damaged' })
    files.content.set(place, kept)
    const off = new AbortController()
    const volume = await node.exportVolume({ path, format: 'qcow2' }, soon())
    const work = writeVolume(store, index, volume, off.signal, () => off.abort(new Error('called off')))
    await expect(work).rejects.toThrow('called off')
    await volume.close(soon())
  })
})

test('holes side by side are one, of a length that one request takes', () => {
  const GiB = 1 << 30
  const sparse = emptyIndex({ size: 2.5 * GiB, chunk_bytes: MiB })
  expect([...partsOf(sparse, 3 * GiB)].map(({ length }) => length)).toEqual([GiB, GiB, GiB])
  sparse.ids.fill(1, 32, 64)
  const parts = [...partsOf(sparse, 3 * GiB)]
  expect(parts.slice(0, 2)).toEqual([
    { offset: 0, length: MiB, piece: null },
    { offset: MiB, length: MiB, piece: 1 },
  ])
  expect(parts.reduce((sum, { length }) => sum + length, 0)).toBe(3 * GiB)
})
