import { createHash } from 'node:crypto'
import { type Duplex, duplexPair } from 'node:stream'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { NbdClient } from './client.ts'
import { ALLOCATION, bitmapContext, type Piece, pieces, regions } from './regions.ts'
import { serveNbd } from './server.ts'
import type { NbdSource } from './source.ts'
import { allocation, DIRTY, type Extent } from './wire.ts'

const never = new AbortController().signal
const KIB = 1024
const BITMAP = bitmapContext('changed')

/** Bytes that tell where they are. */
function pattern(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  for (let at = 0; at < length; at += 32) createHash('sha256').update(String(at)).digest().copy(bytes, at)
  return bytes
}

const clip = (list: readonly Extent[], offset: number, length: number): Extent[] => {
  const out: Extent[] = []
  let at = 0
  for (const one of list) {
    const [from, to] = [Math.max(at, offset), Math.min(at + one.length, offset + length)]
    if (from < to) out.push({ length: to - from, flags: one.flags })
    at += one.length
  }
  return out
}

const memory = (disk: Buffer, contexts: Record<string, Extent[]> = {}, writable = false): NbdSource => ({
  size: disk.length,
  read: async (offset, length) => disk.subarray(offset, offset + length),
  contexts: Object.fromEntries(
    Object.entries(contexts).map(([name, list]) => [
      name,
      (offset: number, length: number) => clip(list, offset, length),
    ]),
  ),
  ...(writable && {
    write: async (offset: number, data: Buffer) => void data.copy(disk, offset),
    writeZeroes: async (offset: number, length: number) => void disk.fill(0, offset, offset + length),
  }),
})

const open: { client: NbdClient; served: Promise<void> }[] = []

async function connect(
  source: NbdSource,
  contexts: string[] = [],
  through?: (near: Duplex) => Duplex,
  offered?: readonly string[],
) {
  const [near, far] = duplexPair()
  const served = serveNbd(far, 'vda', source, never, offered)
  const client = await NbdClient.open(through ? through(near) : near, { name: 'vda', contexts, signal: never })
  open.push({ client, served })
  return client
}

afterEach(async () => {
  for (const { client, served } of open.splice(0)) {
    client.close()
    await served
  }
})

test('reads a disk, many pieces at once and in any order', async () => {
  const disk = pattern(3 * 1024 * KIB + 512)
  const client = await connect(memory(disk))
  expect(client).toMatchObject({ size: disk.length, readOnly: true, contexts: [] })
  const at = Array.from({ length: 40 }, (_, n) => (n * 7919 * 512) % (disk.length - 65_536))
  const read = await Promise.all(at.map((offset) => client.read(offset, 65_536, never)))
  for (const [n, offset] of at.entries()) expect(read[n]?.equals(disk.subarray(offset, offset + 65_536))).toBe(true)
})

test('writes, zeros and what follows are read back; a disk that is read-only refuses', async () => {
  const disk = pattern(256 * KIB)
  const client = await connect(memory(disk, {}, true))
  expect(client).toMatchObject({ readOnly: false, canWriteZeroes: true })
  await client.write(4096, Buffer.from('written'), never)
  await client.writeZeroes(65_536, 65_536, never)
  await client.flush(never)
  expect((await client.read(4096, 7, never)).toString()).toBe('written')
  expect((await client.read(65_536, 65_536, never)).every((byte) => byte === 0)).toBe(true)
  expect(disk.toString('latin1', 4096, 4103)).toBe('written')
  const other = await connect(memory(disk))
  await expect(other.write(0, Buffer.from('no'), never)).rejects.toMatchObject({ kind: 'refused', errno: 1 })
  expect((await other.read(4096, 7, never)).toString()).toBe('written')
})

test('an export that is not there, and what lies outside of the disk, are refused', async () => {
  const [near, far] = duplexPair()
  const served = serveNbd(far, 'vda', memory(pattern(4096)), never)
  await expect(NbdClient.open(near, { name: 'vdb', signal: never })).rejects.toMatchObject({ kind: 'refused' })
  await served
  const client = await connect(memory(pattern(4096)))
  await expect(client.read(4000, 97, never)).rejects.toThrow(RangeError)
  await expect(client.read(-1, 5, never)).rejects.toThrow(RangeError)
  expect(await client.read(4096, 0, never)).toHaveLength(0)
})

test('a fault of the disk fails its request, and no other', async () => {
  const disk = pattern(8192)
  const source = memory(disk)
  const client = await connect({
    ...source,
    read: async (offset, length, signal) => {
      if (offset === 4096) throw new Error('a bad sector')
      return source.read(offset, length, signal)
    },
  })
  const [good, bad] = await Promise.allSettled([client.read(0, 4096, never), client.read(4096, 4096, never)])
  expect(good).toMatchObject({ status: 'fulfilled' })
  expect(bad).toMatchObject({ status: 'rejected', reason: { kind: 'refused', errno: 5 } })
})

test('a request that is aborted is forgotten; the connection goes on', async () => {
  const disk = pattern(8192)
  let release = () => {}
  let begun = () => {}
  const reached = new Promise<void>((resolve) => {
    begun = resolve
  })
  const source = memory(disk)
  const client = await connect({
    ...source,
    read: async (offset, length, signal) => {
      if (offset === 0) {
        begun()
        await new Promise<void>((resolve) => {
          release = resolve
        })
      }
      return source.read(offset, length, signal)
    },
  })
  const stop = new AbortController()
  const first = client.read(0, 4096, stop.signal)
  await reached
  stop.abort(new Error('enough'))
  await expect(first).rejects.toThrow('enough')
  await expect(client.read(0, 4096, stop.signal)).rejects.toThrow('enough')
  expect((await client.read(4096, 4096, never)).equals(disk.subarray(4096))).toBe(true)
  release()
  expect((await client.read(8000, 192, never)).equals(disk.subarray(8000))).toBe(true)
})

test('the end of the connection ends what waits', async () => {
  const [near, far] = duplexPair()
  void serveNbd(far, 'vda', { ...memory(pattern(4096)), read: () => new Promise(() => {}) }, never)
  const client = await NbdClient.open(near, { name: 'vda', signal: never })
  const reading = client.read(0, 512, never)
  far.destroy()
  near.destroy()
  await expect(reading).rejects.toMatchObject({ kind: 'closed' })
  expect(await client.closed).toMatchObject({ kind: 'closed' })
  await expect(client.read(0, 512, never)).rejects.toMatchObject({ kind: 'closed' })
})

test('a server that falls silent while it owes an answer is left', async () => {
  const [near, far] = duplexPair()
  void serveNbd(far, 'vda', { ...memory(pattern(4096)), read: () => new Promise(() => {}) }, never)
  const client = await NbdClient.open(near, { name: 'vda', signal: never, patienceMs: 20 })
  await expect(client.read(0, 512, never)).rejects.toMatchObject({ kind: 'timeout' })
})

test('a map that is not offered is not granted, and spares zeros all the same', async () => {
  const zeros = [{ length: 4096, flags: allocation.hole | allocation.zero }]
  const read = vi.fn()
  const client = await connect({ ...memory(pattern(4096), { [ALLOCATION]: zeros }), read }, [ALLOCATION], undefined, [])
  expect(client.contexts).toEqual([])
  expect(await client.read(0, 4096, never)).toEqual(Buffer.alloc(4096))
  expect(read).not.toHaveBeenCalled()
})

test('bytes may arrive one by one', async () => {
  const disk = pattern(2048)
  const client = await connect(memory(disk, { [ALLOCATION]: [{ length: 2048, flags: 0 }] }), [ALLOCATION], (near) => {
    const [single, middle] = duplexPair()
    middle.pipe(near)
    near.on('data', (data: Buffer) => {
      for (const byte of data) middle.write(Buffer.from([byte]))
    })
    near.on('end', () => middle.end())
    return single
  })
  expect((await client.read(0, 2048, never)).equals(disk)).toBe(true)
  expect(await client.blockStatus(0, 2048, never)).toEqual(new Map([[ALLOCATION, [{ length: 2048, flags: 0 }]]]))
})

describe('what a disk consists of', () => {
  const zero = allocation.hole | allocation.zero
  const map = [
    { length: 64 * KIB, flags: 0 },
    { length: 96 * KIB, flags: zero },
    { length: 96 * KIB, flags: 0 },
  ]
  const dirty = [
    { length: 32 * KIB, flags: 0 },
    { length: 64 * KIB, flags: DIRTY },
    { length: 160 * KIB, flags: 0 },
  ]
  const disk = pattern(256 * KIB)
  disk.fill(0, 64 * KIB, 160 * KIB)

  const all = async <T>(list: AsyncIterable<T>) => {
    const out: T[] = []
    for await (const one of list) out.push(one)
    return out
  }

  test('regions join what both contexts say', async () => {
    const client = await connect(memory(disk, { [ALLOCATION]: map, [BITMAP]: dirty }), [ALLOCATION, BITMAP])
    expect(await all(regions(client, never))).toEqual([
      { offset: 0, length: 32 * KIB, zero: false, changed: false },
      { offset: 32 * KIB, length: 32 * KIB, zero: false, changed: true },
      { offset: 64 * KIB, length: 32 * KIB, zero: true, changed: true },
      { offset: 96 * KIB, length: 64 * KIB, zero: true, changed: false },
      { offset: 160 * KIB, length: 96 * KIB, zero: false, changed: false },
    ])
  })

  test('without a bitmap everything has changed, without a map nothing is known to be zero', async () => {
    const mapped = await connect(memory(disk, { [ALLOCATION]: map }), [ALLOCATION, BITMAP])
    expect(mapped.contexts).toEqual([ALLOCATION])
    expect((await all(regions(mapped, never))).map(({ zero, changed }) => [zero, changed])).toEqual([
      [false, true],
      [true, true],
      [false, true],
    ])
    const bare = await connect(memory(disk), [ALLOCATION])
    expect(await all(regions(bare, never))).toEqual([{ offset: 0, length: disk.length, zero: false, changed: true }])
  })

  const rebuilt = (list: Piece[], before: Buffer) => {
    const whole = Buffer.from(before)
    for (const piece of list) {
      if (piece.kind === 'zero') whole.fill(0, piece.offset, piece.offset + piece.length)
      if (piece.kind === 'data') piece.data.copy(whole, piece.offset)
    }
    return whole
  }

  test.each([16, 48, 64, 100, 512].map((kib) => kib * KIB))('pieces of %d bytes make the disk', async (pieceBytes) => {
    const client = await connect(memory(disk, { [ALLOCATION]: map }), [ALLOCATION])
    const list = await all(pieces(client, { pieceBytes, depth: 4, signal: never }))
    expect(list.map(({ index }) => index)).toEqual(list.map((_, n) => n))
    expect(list.reduce((sum, { length }) => sum + length, 0)).toBe(disk.length)
    expect(rebuilt(list, pattern(disk.length)).equals(disk)).toBe(true)
  })

  test('pieces that have not changed are not read, others as a whole', async () => {
    const reads: [number, number][] = []
    const source = memory(disk, { [ALLOCATION]: map, [BITMAP]: dirty })
    const spied: NbdSource = {
      ...source,
      read: (offset, length, signal) => {
        reads.push([offset, length])
        return source.read(offset, length, signal)
      },
    }
    const client = await connect(spied, [ALLOCATION, BITMAP])
    const list = await all(pieces(client, { pieceBytes: 64 * KIB, depth: 2, signal: never }))
    expect(list.map((piece) => [piece.kind, 'zero' in piece && piece.zero])).toEqual([
      ['data', false],
      ['zero', false],
      ['unchanged', false],
      ['unchanged', false],
    ])
    const small = await all(pieces(client, { pieceBytes: 32 * KIB, depth: 2, signal: never }))
    expect(small.flatMap((piece) => (piece.kind === 'unchanged' && piece.zero ? [piece.index] : []))).toEqual([3, 4])
    expect(reads).toEqual([
      [0, 64 * KIB],
      [32 * KIB, 32 * KIB],
    ])
    expect(rebuilt(list, disk).equals(disk)).toBe(true)
  })

  test('who stops reading leaves nothing behind', async () => {
    const client = await connect(memory(disk, { [ALLOCATION]: map }), [ALLOCATION])
    for await (const piece of pieces(client, { pieceBytes: 4096, depth: 8, signal: never }))
      if (piece.index === 3) break
    expect((await client.read(0, 512, never)).equals(disk.subarray(0, 512))).toBe(true)
  })
})
