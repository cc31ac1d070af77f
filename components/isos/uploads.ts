'use client'
import { useSyncExternalStore } from 'react'
import { CHUNK_BYTES, uploadPath } from '../../server/domain/iso/kinds.ts'

/** How far an upload of this browser is; `fault` is why it has stopped. */
export type UploadProgress = { sent: number; size: number; fault: string | null }

type Running = UploadProgress & { stop: () => void }
/** They go on while other pages of the panel are looked at. */
const running = new Map<number, Running>()
const listeners = new Set<() => void>()
let shown: ReadonlyMap<number, UploadProgress> = new Map()

function tell() {
  shown = new Map(running)
  for (const listener of listeners) listener()
}

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const none: ReadonlyMap<number, UploadProgress> = new Map()

/** Uploads of this browser by the number of their image. */
export const useUploads = () =>
  useSyncExternalStore(
    listen,
    () => shown,
    () => none,
  )

/** What another attempt would not mend: the upload is not there any more, or the file is refused. */
const isFinal = (status: number) => [400, 401, 403, 404, 413].includes(status)
const DELAYS_MS = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000]

/**
 * Sends a file, from where the server is on. It goes on by itself when the connection breaks.
 * @param said the server's sentence about a refusal, in the reader's language
 */
export async function startUpload(
  id: number,
  file: File,
  xsrf: string,
  said: (answer: string) => string,
): Promise<void> {
  running.get(id)?.stop()
  const state: Running = { sent: 0, size: file.size, fault: null, stop: () => {} }
  running.set(id, state)
  tell()
  const { DetailedError, Upload } = await import('tus-js-client')
  const upload = new Upload(file, {
    uploadUrl: uploadPath(id),
    chunkSize: CHUNK_BYTES,
    retryDelays: DELAYS_MS,
    storeFingerprintForResuming: false,
    headers: { 'x-xsrf-token': xsrf },
    onShouldRetry: (error) => !isFinal(error.originalResponse?.getStatus() ?? 0),
    onProgress(sent) {
      state.sent = sent
      tell()
    },
    onSuccess() {
      running.delete(id)
      tell()
    },
    onError(error) {
      const answer = error instanceof DetailedError ? error.originalResponse?.getBody() : undefined
      state.fault = said(answer ?? '')
      tell()
    },
  })
  state.stop = () => void upload.abort()
  upload.start()
}

/** Stops sending; what has arrived stays for a while. */
export function stopUpload(id: number): void {
  running.get(id)?.stop()
  if (running.delete(id)) tell()
}
