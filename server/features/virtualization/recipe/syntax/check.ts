import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { CheckAnswer, CheckBody } from '../../../../domain/recipe/schema.ts'
import { PanelError, refused } from '../../../../domain/shared/errors.ts'
import { abortError } from '../../../../shared/abort.ts'
import { Semaphore } from '../../../../shared/semaphore.ts'
import { msg } from '../../../../shared/text.ts'
import { dialectOf } from './dialect.ts'

export type SyntaxOrder = { script: string; dialect: NonNullable<CheckAnswer['dialect']> }
/** `tooDeep`: the parser gave up, which it does for what no person writes. */
export type SyntaxMessage = { errors: CheckAnswer['errors'] } | { tooDeep: true }

const TIME_MS = 15_000
const MOST_MESSAGE = 500
const slots = new Semaphore(2)

/** From the bundle it lies beside the other bundles, from source beside this file. */
const file = path.join(
  import.meta.dirname,
  path.basename(import.meta.dirname) === 'dist' ? 'syntax-worker.js' : 'syntax-worker.ts',
)

/**
 * Looks for errors of syntax in a script, in a thread of its own whose time is bounded. Nothing of the script is run.
 * @throws PanelError `refused` when that takes too long or too much
 */
export async function checkScript(
  body: CheckBody,
  signal: AbortSignal = new AbortController().signal,
): Promise<CheckAnswer> {
  const dialect = dialectOf(body)
  if (dialect === null) return { dialect, errors: [] }
  const release = await slots.acquire(signal)
  try {
    const answer = await inThread({ script: body.script, dialect }, signal)
    if ('tooDeep' in answer) throw tooMuch()
    const errors = answer.errors.map((one) => ({ ...one, message: one.message.slice(0, MOST_MESSAGE) }))
    return { dialect, errors }
  } finally {
    release()
  }
}

const tooMuch = () =>
  refused(msg`The script could not be checked: it is nested too deep or takes too long to read`, 'script')

async function inThread(order: SyntaxOrder, signal: AbortSignal): Promise<SyntaxMessage> {
  const worker = new Worker(file, {
    workerData: order,
    // Nothing of the server's is in it: neither its secrets nor its flags.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 },
    // What a parser that fails would print.
    stderr: true,
    stdout: true,
  })
  let stop: () => void = () => {}
  const timer = setTimeout(() => worker.emit('error', tooMuch()), TIME_MS)
  try {
    return await new Promise<SyntaxMessage>((resolve, reject) => {
      stop = () => reject(abortError(signal))
      signal.addEventListener('abort', stop, { once: true })
      if (signal.aborted) stop()
      worker.once('message', resolve)
      worker.on('error', (fault) => reject(fault instanceof PanelError ? fault : tooMuch()))
      worker.on('exit', () => reject(tooMuch()))
    })
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}
