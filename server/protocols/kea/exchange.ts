import type { Duplex } from 'node:stream'
import { z } from 'zod'
import { abortError } from '../../shared/abort.ts'
import { textOf } from '../../shared/spoken-error.ts'
import { msg, quote } from '../../shared/text.ts'
import { KeaError } from './errors.ts'

/** A way to Kea's control socket: one connection carries one command. */
export type OpenKea = (signal: AbortSignal) => Promise<Duplex>

export type KeaLimits = {
  signal: AbortSignal
  /** For the whole exchange. Default 20 s. */
  timeoutMs?: number
  /** Of the answer. Default 1 MiB. */
  maxBytes?: number
}

const reply = z.object({ result: z.number().int(), text: z.string().optional(), arguments: z.unknown().optional() })

/** `result` of an answer (Kea ARM, "Data Syntax"). */
const RESULT = { done: 0, unsupported: 2, empty: 3 } as const

/**
 * Sends one command to Kea's control channel (Kea ARM, "Management API"): a JSON object with `command` and `arguments`; the peer answers with
 * one JSON object and closes.
 *
 * @returns `arguments` of the answer; null when it says that there is nothing
 * @throws KeaError; the signal's reason; whatever `open` throws
 */
export async function keaExchange(open: OpenKea, command: string, args: object | null, limits: KeaLimits) {
  const { signal, timeoutMs = 20_000, maxBytes = 1 << 20 } = limits
  const deadline = AbortSignal.timeout(timeoutMs)
  const either = AbortSignal.any([signal, deadline])
  try {
    const stream = await open(either)
    const stop = () => stream.destroy(abortError(either))
    either.addEventListener('abort', stop, { once: true })
    try {
      if (either.aborted) stop()
      stream.on('error', () => {})
      stream.write(JSON.stringify(args === null ? { command } : { command, arguments: args }))
      return readReply(command, await collect(stream, maxBytes))
    } finally {
      either.removeEventListener('abort', stop)
      stream.destroy()
    }
  } catch (fault) {
    if (signal.aborted) throw abortError(signal)
    if (deadline.aborted)
      throw new KeaError('timeout', msg`Kea did not answer to ${command} within ${timeoutMs} ms`, { cause: fault })
    throw fault
  }
}

async function collect(stream: Duplex, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) throw new KeaError('too_large', msg`The answer of Kea has more than ${maxBytes} bytes`)
      chunks.push(chunk)
    }
  } catch (cause) {
    throw cause instanceof KeaError ? cause : new KeaError('lost', textOf(cause), { cause })
  }
  return Buffer.concat(chunks).toString('utf8')
}

function readReply(command: string, text: string): unknown {
  if (text === '') throw new KeaError('lost', msg`Kea closed the connection without an answer`)
  let read: z.infer<typeof reply>
  try {
    read = reply.parse(JSON.parse(text))
  } catch (cause) {
    throw new KeaError('malformed', msg`The answer of Kea to ${command} cannot be read`, { cause })
  }
  if (read.result === RESULT.done) return read.arguments ?? null
  if (read.result === RESULT.empty) return null
  throw new KeaError(
    read.result === RESULT.unsupported ? 'unsupported' : 'rejected',
    read.text ? quote(read.text) : msg`Kea gave no reason (result ${read.result})`,
  )
}
