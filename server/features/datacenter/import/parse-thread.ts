import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ImportFormat, ImportKind } from '../../../domain/import/kinds.ts'
import { type ErrorCode, PanelError, wrongState } from '../../../domain/shared/errors.ts'
import { msg, type TextRecord, textFrom } from '../../../shared/text.ts'
import { invalid } from './file-rows.ts'
import type { ReadRow } from './read.ts'

export type ParseOrder = {
  format: ImportFormat
  kind: ImportKind | 'all'
  /** Handed over to the thread: empty afterwards. */
  bytes: Uint8Array<ArrayBuffer>
  /** Further columns that tables export and that are not read, by kind. */
  known: Record<ImportKind, ReadonlySet<string>>
}
/** What the thread says; rows are followed by more once they are answered. */
export type ParseMessage =
  | { rows: ReadRow[] }
  | { done: true }
  | { tooDeep: true }
  | { fault: { code: ErrorCode; words: TextRecord; value: string } }

type Limits = { timeMs?: number; memoryMb?: number; signal?: AbortSignal | undefined }

/** From the bundle it lies beside the other bundles, from source beside this file. */
const file = path.join(
  import.meta.dirname,
  path.basename(import.meta.dirname) === 'dist' ? 'parse-worker.js' : 'parse-worker.ts',
)

const MOST_AT_ONCE = 2
let running = 0

/**
 * Parses a file in a thread of its own, whose memory and time are bounded, so that no file stops or fills the server.
 * @throws PanelError 400 when the text is no such file or takes too much, 409 when two files are being read, 503 when `signal` fires
 */
export async function parseInThread(order: ParseOrder, limits: Limits = {}): Promise<ReadRow[]> {
  if (running >= MOST_AT_ONCE) throw wrongState(msg`Other files are being read: try again in a minute`)
  running++
  try {
    return await read(order, limits)
  } finally {
    running--
  }
}

/** Answer to a caller that cancelled an import, or disconnected. */
export const calledOff = () => new PanelError('unavailable', msg`The import was stopped`)

async function read(order: ParseOrder, { timeMs = 120_000, memoryMb = 768, signal }: Limits): Promise<ReadRow[]> {
  const worker = new Worker(file, {
    workerData: order,
    transferList: [order.bytes.buffer],
    // Nothing of the server's is in it: neither its secrets nor its flags.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 64 },
  })
  const rows: ReadRow[] = []
  let end: (fault: unknown) => void = () => {}
  const stop = () => end(calledOff())
  const timer = setTimeout(() => end(invalid(msg`Reading the file takes over ${timeMs / 1000} s: split it`)), timeMs)
  try {
    await new Promise<void>((resolve, reject) => {
      end = reject
      signal?.addEventListener('abort', stop, { once: true })
      if (signal?.aborted) stop()
      worker.on('message', (message: ParseMessage) => {
        if ('rows' in message) {
          for (const row of message.rows) rows.push(row)
          worker.postMessage('next')
        } else if ('done' in message) resolve()
        else if ('tooDeep' in message) reject(invalid(msg`The file is nested too deep`))
        else {
          const { code, words, value } = message.fault
          reject(new PanelError(code, textFrom(words), { value }))
        }
      })
      worker.on('error', (fault: NodeJS.ErrnoException) =>
        reject(
          fault.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? invalid(msg`Reading the file takes too much memory: split it, or import it as CSV`)
            : fault,
        ),
      )
      worker.on('exit', () => reject(new Error('The thread that parses files ended early')))
    })
    return rows
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    await worker.terminate()
  }
}
