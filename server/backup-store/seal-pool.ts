import { availableParallelism } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { StoreKeys } from '../protocols/chunk-store/keys.ts'
import { type Answer, type Answers, asError, type Fault, type Job, work } from './jobs.ts'
import { buffersOf, owned } from './transfer.ts'

/** From the bundle it lies beside the other bundles, from source beside this file. */
const file = path.join(
  import.meta.dirname,
  path.basename(import.meta.dirname) === 'dist' ? 'seal-worker.js' : 'seal-worker.ts',
)

/** More threads than this are not fed by one process. */
const MOST_THREADS = 16

type Waiting = { job: Job; resolve: (answer: Answers[Job['kind']]) => void; reject: (fault: unknown) => void }
type Thread = { worker: Worker; busy: Waiting | null }

/**
 * Threads that name, pack, seal and open, so that the event loop goes on. Content that is given is handed over: the caller's array is
 * empty afterwards.
 */
export class SealPool {
  readonly #keys: StoreKeys
  readonly #most: number
  readonly #threads: Thread[] = []
  readonly #waiting: Waiting[] = []
  #closed = false

  /** @param threads how many at most; 0 does everything at once in the caller's thread */
  constructor(keys: StoreKeys, threads = Math.min(MOST_THREADS, availableParallelism())) {
    this.#keys = keys
    this.#most = threads
  }

  /** Does a job. @throws StoreError what is wrong with the content */
  async run<K extends Job['kind']>(job: Extract<Job, { kind: K }>): Promise<Answer<K>> {
    if (this.#most === 0) return work(this.#keys, job) as Answer<K>
    const answer = await new Promise<Answers[Job['kind']]>((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject })
      this.#next()
    })
    return answer as Answer<K>
  }

  #next(): void {
    if (this.#closed) this.#failAll(new Error('The store was closed'))
    while (this.#waiting.length > 0) {
      const thread = this.#threads.find(({ busy }) => busy === null) ?? this.#start()
      const waiting = thread && this.#waiting.shift()
      if (!waiting) return
      thread.busy = waiting
      const job = owned(waiting.job)
      thread.worker.postMessage(job, buffersOf(job))
    }
  }

  #start(): Thread | null {
    if (this.#threads.length >= this.#most) return null
    // Nothing of the server's is in it: neither its secrets nor its flags.
    const worker = new Worker(file, { workerData: this.#keys, env: {}, resourceLimits: { maxOldGenerationSizeMb: 64 } })
    const thread: Thread = { worker, busy: null }
    worker.on('message', (answer: Answers[Job['kind']] | Fault) => {
      const { busy } = thread
      thread.busy = null
      if ('fault' in answer) busy?.reject(asError(answer))
      else busy?.resolve(answer)
      this.#next()
    })
    const end = (fault: unknown) => {
      this.#threads.splice(this.#threads.indexOf(thread) >>> 0, 1)
      thread.busy?.reject(fault)
      thread.busy = null
      if (!this.#closed) this.#next()
    }
    worker.once('error', end)
    worker.once('exit', () => {
      if (this.#threads.includes(thread)) end(new Error('A thread that seals backups ended'))
    })
    this.#threads.push(thread)
    return thread
  }

  #failAll(fault: Error): void {
    for (const { reject } of this.#waiting.splice(0)) reject(fault)
  }

  /** Ends the threads; what is under way fails. */
  async close(): Promise<void> {
    this.#closed = true
    this.#failAll(new Error('The store was closed'))
    await Promise.all(
      this.#threads.splice(0).map(async ({ worker, busy }) => {
        await worker.terminate()
        busy?.reject(new Error('The store was closed'))
      }),
    )
  }
}
