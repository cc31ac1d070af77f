import { chunkId, isZero, openChunk, sealChunk } from '../protocols/chunk-store/chunk.ts'
import { StoreError, type StoreErrorKind } from '../protocols/chunk-store/errors.ts'
import { type Index, openIndex, sealIndex } from '../protocols/chunk-store/index-file.ts'
import type { StoreKeys } from '../protocols/chunk-store/keys.ts'
import { type TextRecord, textFrom } from '../shared/text.ts'

/** What a thread is asked: all that costs processor time. */
export type Job =
  | { kind: 'name'; data: Uint8Array }
  | { kind: 'seal'; id: Uint8Array; data: Uint8Array }
  | { kind: 'open'; id: Uint8Array; file: Uint8Array; atMost: number }
  | { kind: 'check'; id: Uint8Array; file: Uint8Array; atMost: number }
  | { kind: 'seal_index'; path: string; index: Index }
  | { kind: 'open_index'; path: string; file: Uint8Array; digest: Uint8Array | null }

export type Answers = {
  /** `id` is null for a hole; the data comes back, since handing it over took it away. */
  name: { id: Uint8Array | null; data: Uint8Array }
  seal: { file: Uint8Array }
  open: { data: Uint8Array }
  check: { bytes: number }
  seal_index: { file: Uint8Array; digest: Uint8Array }
  open_index: { index: Index }
}
export type Answer<K extends Job['kind']> = Answers[K]
export type Fault = { fault: { kind: StoreErrorKind; words: TextRecord } }

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Does a job. @throws StoreError */
export function work(keys: StoreKeys, job: Job): Answers[Job['kind']] {
  switch (job.kind) {
    case 'name':
      return { id: isZero(job.data) ? null : chunkId(keys, job.data), data: job.data }
    case 'seal':
      return { file: sealChunk(keys, asBuffer(job.id), job.data) }
    case 'open':
      return { data: openChunk(keys, asBuffer(job.id), asBuffer(job.file), job.atMost) }
    case 'check':
      return { bytes: openChunk(keys, asBuffer(job.id), asBuffer(job.file), job.atMost).length }
    case 'seal_index':
      return sealIndex(keys, job.path, { ...job.index, ids: asBuffer(job.index.ids) })
    case 'open_index':
      return { index: openIndex(keys, job.path, asBuffer(job.file), job.digest && asBuffer(job.digest)) }
  }
}

/** The same, with what is wrong as an answer that can be sent. */
export function answerTo(keys: StoreKeys, job: Job): Answers[Job['kind']] | Fault {
  try {
    return work(keys, job)
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    return { fault: { kind: error.kind, words: error.text } }
  }
}

export const asError = ({ fault }: Fault): StoreError => new StoreError(fault.kind, textFrom(fault.words))
