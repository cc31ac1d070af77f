import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { PanelError } from '../../../domain/shared/errors.ts'
import { decodeFile, parseFile } from './parse.ts'
import type { ParseMessage, ParseOrder } from './parse-thread.ts'
import { tryRow } from './read.ts'

/** Rows of a message: what the server's loop reads without a pause. */
const ROWS = 250

/** The thread of `parse-thread.ts`: sends rows, some at a time and the next only when they are asked for. */
async function send(post: (message: ParseMessage) => void, next: () => Promise<unknown>) {
  const { format, kind, bytes, known } = workerData as ParseOrder
  try {
    const rows = parseFile(format, kind, decodeFile(bytes))
    for (let n = 0; n < rows.length; n += ROWS) {
      post({ rows: rows.slice(n, n + ROWS).map((row) => tryRow(row, known[row.kind])) })
      await next()
    }
    post({ done: true })
  } catch (fault) {
    if (fault instanceof PanelError) post({ fault: { code: fault.code, words: fault.text, value: fault.value } })
    else if (fault instanceof RangeError) post({ tooDeep: true })
    else throw fault
  }
}

const port = parentPort
if (port)
  await send(
    (message) => port.postMessage(message),
    () => once(port, 'message'),
  )
port?.close()
