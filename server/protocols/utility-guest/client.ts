import type { Duplex } from 'node:stream'
import { Semaphore } from '../../shared/semaphore.ts'
import { msg } from '../../shared/text.ts'
import {
  type Cleared,
  type Folder,
  readCleared,
  readFileHead,
  readFolder,
  readGrown,
  readVolumes,
  type Volume,
} from './answers.ts'
import { UtilityGuestError, violation } from './errors.ts'
import { encodeFrame, FrameReader } from './frames.ts'
import { FAULTS, frame, PROTOCOL_VERSION } from './wire.ts'

/** How long the guest may be silent: what touches tables, a replay of a journal on a slow node, what clears a disk. */
const patienceMs = { short: 60_000, attach: 180_000, clear: 600_000 }
/** An answer that is not wanted any more is read past for so long, and so far; then the guest is given up. */
const CANCEL_MS = 20_000
const CANCEL_BYTES = 64 << 20
const ANSWER_BYTES = 16 << 20
const NUL = Buffer.from([0])

type Limits = { ms: number; bytes: number }

/**
 * A utility guest at the other end of a stream. What it answers is hostile: it has attached the file system of a tenant. One request at a
 * time, others wait. Paths are bytes from the root of what is attached, without a leading slash; '' is the root itself.
 */
export class UtilityGuest {
  /** Settles when the stream is over. */
  readonly closed: Promise<void>
  readonly #stream: Duplex
  readonly #frames: FrameReader
  readonly #turn = new Semaphore(1)

  private constructor(stream: Duplex) {
    this.#stream = stream
    this.#frames = new FrameReader(stream)
    this.closed = new Promise((resolve) => stream.once('close', () => resolve()))
    stream.on('error', () => {})
  }

  /** Waits until the guest says that it is there. @throws UtilityGuestError, or the signal's reason; the stream is closed then */
  static async open(stream: Duplex, readyMs: number, signal: AbortSignal): Promise<UtilityGuest> {
    const guest = new UtilityGuest(stream)
    try {
      stream.write(encodeFrame(frame.request, Buffer.from('hello')))
      const { type, body } = await guest.#frames.next(readyMs, signal)
      if (type !== frame.ready || body.toString('latin1') !== PROTOCOL_VERSION) throw violation()
      return guest
    } catch (error) {
      stream.destroy()
      throw error
    }
  }

  close(): void {
    this.#stream.destroy()
  }

  async volumes(signal: AbortSignal): Promise<Volume[]> {
    return readVolumes(await this.#whole(['volumes'], patienceMs.attach, signal))
  }

  /** Attaches a volume, in the place of the one before. @throws UtilityGuestError wrong_kind for what holds no files, io */
  async attach(volume: string, signal: AbortSignal): Promise<void> {
    await this.#whole(['attach', volume], patienceMs.attach, signal)
  }

  /** A part of a folder: folders first, by the bytes of their names. */
  async list(path: Buffer, page: { offset: number; limit: number }, signal: AbortSignal): Promise<Folder> {
    const fields = ['list', path, String(page.offset), String(page.limit)]
    return readFolder(await this.#whole(fields, patienceMs.short, signal), page.limit)
  }

  /** A file's content, of which `first` comes before anything else. A link is not followed. */
  async *read(path: Buffer, signal: AbortSignal): AsyncGenerator<Buffer, void, void> {
    const parts = this.#ask(['read', path], { ms: patienceMs.short, bytes: Number.MAX_SAFE_INTEGER }, signal)
    let left: number | null = null
    for await (const part of parts) {
      if (left === null) {
        left = readFileHead(part).size
        continue
      }
      left -= part.length
      if (left < 0) throw violation()
      yield part
    }
    if (left !== 0) throw violation()
  }

  /** Size and time of a file. @throws UtilityGuestError wrong_kind for what is no file */
  async stat(path: Buffer, signal: AbortSignal): Promise<{ size: number; modified: number }> {
    return readFileHead(await this.#whole(['stat', path], patienceMs.short, signal))
  }

  /** A folder as a tar archive. Devices, pipes and sockets are left out; links stay links. */
  tar(path: Buffer, signal: AbortSignal): AsyncGenerator<Buffer, void, void> {
    return this.#ask(['tar', path], { ms: patienceMs.short, bytes: Number.MAX_SAFE_INTEGER }, signal)
  }

  /** Clears all that the disk holds, and looks again. The disk has to be open for writing. */
  async clear(signal: AbortSignal): Promise<Cleared> {
    return readCleared(await this.#whole(['clear'], patienceMs.clear, signal))
  }

  /** Grows the last partition and its file system into the room behind it; null when there is none, or nothing that grows. */
  async grow(signal: AbortSignal): Promise<{ partition: string; file_system: string; size: number } | null> {
    return readGrown(await this.#whole(['grow'], patienceMs.clear, signal))
  }

  async #whole(fields: readonly (string | Buffer)[], ms: number, signal: AbortSignal): Promise<Buffer> {
    const parts: Buffer[] = []
    for await (const part of this.#ask(fields, { ms, bytes: ANSWER_BYTES }, signal)) parts.push(part)
    return Buffer.concat(parts)
  }

  async *#ask(
    fields: readonly (string | Buffer)[],
    { ms, bytes }: Limits,
    signal: AbortSignal,
  ): AsyncGenerator<Buffer, void, void> {
    const request = encodeFrame(
      frame.request,
      Buffer.concat(fields.flatMap((field, i) => [...(i ? [NUL] : []), Buffer.from(field)])),
    )
    const release = await this.#turn.acquire(signal)
    let over = false
    try {
      this.#stream.write(request)
      for (let left = bytes; ; ) {
        const { type, body } = await this.#frames.next(ms, signal)
        if (type === frame.end || type === frame.failed) {
          over = true
          if (type === frame.end) return
          throw faultOf(body)
        }
        left -= body.length
        // Frames without bytes could come for ever.
        if (type !== frame.data || body.length === 0 || left < 0) throw violation()
        yield body
      }
    } catch (error) {
      if (error instanceof UtilityGuestError && ['protocol', 'timeout', 'closed'].includes(error.kind)) {
        over = true
        this.#stream.destroy()
      }
      throw error
    } finally {
      if (over) release()
      else void this.#leave().finally(release)
    }
  }

  /** Has the answer under way ended, so that the next request gets its own. */
  async #leave(): Promise<void> {
    const patience = AbortSignal.timeout(CANCEL_MS)
    try {
      this.#stream.write(encodeFrame(frame.cancel, Buffer.alloc(0)))
      for (let left = CANCEL_BYTES; left > 0; ) {
        const { type, body } = await this.#frames.next(CANCEL_MS, patience)
        if (type === frame.end || type === frame.failed) return
        left -= body.length + 1
      }
      this.#stream.destroy()
    } catch {
      this.#stream.destroy()
    }
  }
}

function faultOf(body: Buffer): UtilityGuestError {
  const at = body.indexOf(0)
  const kind = FAULTS.find((one) => one === body.subarray(0, Math.max(at, 0)).toString('latin1'))
  if (!kind) return violation()
  return new UtilityGuestError(kind, msg`The helper guest: ${body.subarray(at + 1, at + 500).toString('utf8')}`)
}
