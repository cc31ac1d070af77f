import type { Duplex } from 'node:stream'
import { textOf } from '../../shared/spoken-error.ts'
import { msg, type Text } from '../../shared/text.ts'
import { RfbError } from './errors.ts'

/**
 * A conversation written as a generator: it yields how many bytes it wants next (at least 1), is given exactly those, and
 * sends through a callback. No I/O inside, so the same code runs over a stream, over WebSocket messages and in a fuzzer.
 */
export type Steps<Result> = Generator<number, Result, Buffer>

/** Feeds chunks of any size to a conversation; `rest` holds the bytes after its end. */
export class StepFeeder<Result> {
  done = false
  result: Result | undefined
  #steps: Steps<Result>
  #want: number
  #held: Buffer = Buffer.alloc(0)

  constructor(steps: Steps<Result>) {
    this.#steps = steps
    const first = steps.next()
    this.#want = first.done ? 0 : first.value
    if (first.done) this.#finish(first.value)
  }

  get rest(): Buffer {
    return this.#held
  }

  /** @returns true once the conversation has ended; throws what the conversation throws */
  push(chunk: Buffer): boolean {
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk])
    while (!this.done && this.#held.length >= this.#want) {
      const bytes = this.#held.subarray(0, this.#want)
      this.#held = this.#held.subarray(this.#want)
      const next = this.#steps.next(bytes)
      if (next.done) this.#finish(next.value)
      else this.#want = next.value
    }
    return this.done
  }

  #finish(result: Result): void {
    this.done = true
    this.result = result
  }
}

export type StepLimits = {
  timeoutMs: number
  signal?: AbortSignal /** Who is spoken to, for messages. */
  peer: Text
}

/**
 * Runs a conversation over a stream in paused mode: takes exactly the bytes it needs, so that whatever follows is still in
 * the stream for the next reader. Leaves the stream open in every case; the owner decides.
 */
export function runSteps<Result>(stream: Duplex, steps: Steps<Result>, limits: StepLimits): Promise<Result> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearTimeout(timer)
      stream.off('readable', advance).off('end', onEnd).off('close', onEnd).off('error', onError)
      limits.signal?.removeEventListener('abort', onAbort)
      settle()
    }
    const fail = (error: unknown) => finish(() => reject(error))
    const onEnd = () => fail(new RfbError('closed', msg`${limits.peer} closed the connection during the handshake`))
    const onError = (cause: Error) =>
      fail(new RfbError('closed', msg`The connection to ${limits.peer} was lost: ${textOf(cause)}`))
    const onAbort = () => fail(new RfbError('aborted', msg`The connection attempt was stopped`))
    const timer = setTimeout(
      () =>
        fail(new RfbError('timeout', msg`${limits.peer} did not finish the handshake within ${limits.timeoutMs} ms`)),
      limits.timeoutMs,
    )
    let want = 0
    const advance = () => {
      try {
        for (;;) {
          const bytes: Buffer | null = stream.read(want)
          if (bytes === null) return
          if (bytes.length < want) return onEnd() // the last bytes of an ended stream
          const next = steps.next(bytes)
          if (next.done) return finish(() => resolve(next.value))
          want = next.value
        }
      } catch (error) {
        fail(error)
      }
    }
    if (limits.signal?.aborted) return onAbort()
    if (stream.destroyed || stream.readableEnded) return onEnd()
    try {
      const first = steps.next()
      if (first.done) return finish(() => resolve(first.value))
      want = first.value
    } catch (error) {
      return fail(error)
    }
    limits.signal?.addEventListener('abort', onAbort, { once: true })
    stream.on('readable', advance).on('end', onEnd).on('close', onEnd).on('error', onError)
    advance()
  })
}
