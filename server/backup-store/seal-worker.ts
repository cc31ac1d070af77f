import { parentPort, workerData } from 'node:worker_threads'
import type { StoreKeys } from '../protocols/chunk-store/keys.ts'
import { giveBack } from '../shared/memory.ts'
import { answerTo, type Job } from './jobs.ts'
import { buffersOf, owned } from './transfer.ts'

/** A thread of `seal-pool.ts`: one job after another, content handed over instead of copied. */
const keys = workerData as StoreKeys
parentPort?.on('message', (job: Job) => {
  const answer = owned(answerTo(keys, job))
  parentPort?.postMessage(answer, buffersOf(answer))
  if (job.kind === 'open' || job.kind === 'check') giveBack(job.file)
})
