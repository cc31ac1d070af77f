import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { appendFile, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { lendBlock, returnBlock } from './blocks.ts'
import {
  CHUNK_HEAD,
  chunkSize,
  FRAME_HEAD,
  MAX_CHUNK,
  RecordingDamaged,
  type RecordingKey,
  readHead,
  TAG_BYTES,
} from './format.ts'
import { mendRecording, readRecording } from './reader.ts'
import { RecordingWriter, type WriterOptions } from './writer.ts'

const folder = mkdtempSync(join(tmpdir(), 'datahall-recording-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const START = { at: 0, chunk: 0 }
let count = 0

async function begin(change: Partial<WriterOptions> = {}) {
  const key: RecordingKey = { key: randomBytes(32), name: randomBytes(16) }
  const path = join(folder, String(count++))
  const faults: string[] = []
  const onFault = (words: string) => void faults.push(words)
  const options = { ...key, path, maxBytes: 64 << 20, minFree: 0, onFault, ...change }
  return { key, path, faults, writer: await RecordingWriter.open(options) }
}

/** The bytes of all frames, page by page. */
async function playback(path: string, key: RecordingKey, budget = 1 << 20) {
  const texts: Buffer[] = []
  let whole = false
  for (let from: typeof START | null = START; from; ) {
    const page = await readRecording(path, key, from, budget)
    for (let at = 0; at < page.frames.length; ) {
      const length = page.frames.readUInt32BE(at + 4)
      texts.push(page.frames.subarray(at + 8, at + 8 + length))
      at += 8 + length
    }
    whole = page.whole
    from = page.next
  }
  return { bytes: Buffer.concat(texts), whole }
}

/** What one frame of a chunk can hold. */
const FULL = MAX_CHUNK - CHUNK_HEAD - FRAME_HEAD - TAG_BYTES

/** A recording of three chunks and the mark of the end. */
async function three() {
  const made = await begin()
  const said = [randomBytes(FULL), randomBytes(FULL), randomBytes(80_000)]
  for (const one of said) made.writer.take(one)
  return { ...made, said, written: await made.writer.end() }
}

describe('a recording', () => {
  it('gives back what was shown, in pages of any size, and nothing of it is in the file', async () => {
    const { writer, path, key } = await begin()
    const words = 'a secret word on the screen\r\n'
    const large = randomBytes(100_000)
    for (let i = 0; i < 60_000; i++) writer.take(Buffer.from(words))
    writer.take(large)
    writer.take(Buffer.from(words))
    const { bytes, chunks } = await writer.end()
    const file = await readFile(path)
    expect(file.length).toBe(bytes)
    expect(chunks).toBeGreaterThan(3)
    expect(file.includes('secret')).toBe(false)
    const all = Buffer.concat([Buffer.from(words.repeat(60_000)), large, Buffer.from(words)])
    for (const budget of [1, 4 << 20]) {
      const played = await playback(path, key, budget)
      expect(played.whole).toBe(true)
      expect(played.bytes.equals(all)).toBe(true)
    }
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('copies what it gathers: the relay uses its buffer again', async () => {
    const { writer, path, key } = await begin()
    const buffer = Buffer.alloc(80_000, 'a')
    writer.take(buffer.subarray(0, 10))
    writer.take(buffer)
    buffer.fill('b')
    await writer.end()
    expect((await playback(path, key)).bytes.equals(Buffer.alloc(80_010, 'a'))).toBe(true)
  })

  it('seals little pieces after a moment, so that a dead process loses no more', async () => {
    const { writer, path, key } = await begin()
    writer.take(Buffer.from('login: '))
    await expect.poll(async () => (await playback(path, key)).bytes.toString(), { timeout: 5_000 }).toBe('login: ')
    await writer.end()
  })

  it.each([
    [
      'a byte of what is sealed',
      (file: Buffer) => void file.writeUInt8((file[CHUNK_HEAD + 3] as number) ^ 1, CHUNK_HEAD + 3),
    ],
    ['the length in a header', (file: Buffer) => void file.writeUInt32BE(file.readUInt32BE(8) - 1, 8)],
  ])('notices that %s was changed', async (_what, change) => {
    const { path, key } = await three()
    const file = await readFile(path)
    change(file)
    await writeFile(path, file)
    await expect(playback(path, key)).rejects.toBeInstanceOf(RecordingDamaged)
  })

  it('notices a chunk that was taken out, one of another recording, and another key', async () => {
    const { path, key } = await three()
    const file = await readFile(path)
    const first = chunkSize(readHead(file, 0).length)
    await writeFile(path, file.subarray(first))
    await expect(playback(path, key)).rejects.toThrow(/Chunk 0 is missing/)
    await writeFile(path, file)
    await expect(playback(path, { ...key, name: randomBytes(16) })).rejects.toThrow(/changed/)
    await expect(playback(path, { ...key, key: randomBytes(32) })).rejects.toThrow(/changed/)
  })

  it('is played up to the last whole chunk when it was cut off, and mended', async () => {
    const { path, key, said, written } = await three()
    expect(written.chunks).toBe(4)
    await truncate(path, 2 * MAX_CHUNK + 50_000)
    const before = await playback(path, key)
    expect(before.whole).toBe(false)
    expect(before.bytes.equals(Buffer.concat(said.slice(0, 2)))).toBe(true)
    const found = await mendRecording(path, key)
    expect(found).toMatchObject({ chunks: 2, bytes: (await stat(path)).size })
    expect(found.bytes).toBe(2 * MAX_CHUNK)
    // What a file system leaves behind after a power cut.
    await appendFile(path, Buffer.alloc(10_000))
    expect((await playback(path, key)).bytes.equals(before.bytes)).toBe(true)
    expect(await mendRecording(path, key)).toEqual(found)
    expect((await playback(path, key)).bytes.equals(before.bytes)).toBe(true)
  })

  it('ends at its largest size, and says so once', async () => {
    const { writer, path, key, faults } = await begin({ maxBytes: 300_000 })
    for (let i = 0; i < 10; i++) writer.take(randomBytes(100_000))
    await writer.end()
    expect(faults).toEqual(['The recording reached its largest size'])
    expect((await stat(path)).size).toBeLessThan(300_000)
    expect((await playback(path, key)).bytes.length).toBe(200_000)
  })

  it('does not begin on a disk that is too full, and stops when it becomes so', async () => {
    await expect(begin({ minFree: 2, freeBytes: async () => 1 })).rejects.toThrow(/too full/)
    let free = 10
    const { writer, faults } = await begin({ minFree: 5, freeBytes: async () => free })
    free = 1
    for (let i = 0; i < 40; i++) {
      const drained = new Promise<void>((resolve) => writer.onDrain(resolve))
      if (!writer.take(Buffer.alloc(1 << 20))) await drained
    }
    await writer.end()
    expect(faults).toEqual(['The disk of the recordings is too full'])
  })

  it('writes little and much in turns, and says how long it lasted when it was cut off', async () => {
    const { writer, path, key } = await begin({ flushMs: 20 })
    const said = [10, 300_000, 20, 70_000, 30].map((length) => randomBytes(length))
    for (const one of said) {
      writer.take(one)
      const { chunks } = writer.written
      await expect.poll(() => writer.written.chunks, { timeout: 4_000, interval: 10 }).toBe(chunks + 1)
    }
    const { bytes, duration_ms } = writer.written
    expect((await playback(path, key)).bytes.equals(Buffer.concat(said))).toBe(true)
    const second = chunkSize(readHead(await readFile(path), 0).length)
    expect((await readFile(path)).subarray(second, 4_096).every((byte) => byte === 0)).toBe(true)
    expect(readHead(await readFile(path), 4_096).number).toBe(1)
    await writer.end()
    await truncate(path, bytes)
    expect(await mendRecording(path, key)).toEqual({ bytes, chunks: 5, duration_ms })
    // A power cut that took three chunks which were in the system's cache only.
    const file = await readFile(path)
    file.fill(0, 4_096 + 303_104)
    await writeFile(path, file)
    expect(await mendRecording(path, key)).toMatchObject({ chunks: 2, duration_ms: expect.any(Number) })
    expect((await playback(path, key)).bytes.equals(Buffer.concat(said.slice(0, 2)))).toBe(true)
  })

  it('gives its memory back, and goes on when there is none', async () => {
    const lent: Buffer[] = []
    const lendAll = () => {
      for (let one = lendBlock(); one; one = lendBlock()) lent.push(one)
      return lent.length
    }
    const all = lendAll()
    const { writer, path, key } = await begin()
    const said = randomBytes(1_000_000)
    writer.take(said)
    await writer.end()
    const { bytes, whole } = await playback(path, key)
    expect(whole && bytes.equals(said)).toBe(true)
    for (const one of lent.splice(0)) returnBlock(one)
    const failing = await begin({ maxBytes: 3 << 20 })
    for (let i = 0; i < 5; i++) failing.writer.take(said)
    await failing.writer.end()
    expect(failing.faults).toHaveLength(1)
    expect(lendAll()).toBe(all)
    for (const one of lent) returnBlock(one)
  })

  it('makes the device wait while the disk does not keep up', async () => {
    const { writer, path, key } = await begin()
    const drained = new Promise<void>((resolve) => writer.onDrain(resolve))
    let taken = 0
    const piece = randomBytes(1 << 20)
    do taken++
    while (writer.take(piece))
    expect(taken).toBeLessThan(10)
    await drained
    expect(writer.take(piece)).toBe(true)
    await writer.end()
    expect((await playback(path, key)).bytes.length).toBe((taken + 1) << 20)
  })

  it('makes devices wait when all recordings together have too much for the disk', async () => {
    const all = await Promise.all(Array.from({ length: 40 }, () => begin()))
    const piece = randomBytes(MAX_CHUNK + 1_000)
    const drained = all.map(({ writer }) => new Promise<void>((resolve) => writer.onDrain(resolve)))
    // Nothing is written in between: this is one turn of the loop.
    const may = all.map(({ writer }) => writer.take(piece))
    expect(may.indexOf(false)).toBe(31)
    await Promise.all(drained.filter((_, which) => !may[which]))
    await Promise.all(all.map(({ writer }) => writer.end()))
    for (const { path, key } of [all[0]!, all[39]!]) expect((await playback(path, key)).bytes.equals(piece)).toBe(true)
  })
})
