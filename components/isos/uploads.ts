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

/** What this browser knows of a file whose upload it has begun, by the number of the image. */
type Begun = { name: string; modified: number; at: number }
const STORED = 'datahall.isoUploads'
const MOST_STORED = 50

function begun(): Record<string, Begun> {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? '{}') as Record<string, Begun>
  } catch {
    return {}
  }
}

/** Notes which file an upload was begun with, so that it is not gone on with another of the same size. */
export function noteFile(id: number, { name, lastModified }: Pick<File, 'name' | 'lastModified'>): void {
  const all: Record<string, Begun> = { ...begun(), [id]: { name, modified: lastModified, at: Date.now() } }
  const newest = Object.entries(all)
    .sort(([, a], [, b]) => b.at - a.at)
    .slice(0, MOST_STORED)
  try {
    localStorage.setItem(STORED, JSON.stringify(Object.fromEntries(newest)))
  } catch {
    // A browser that keeps nothing compares the size alone.
  }
}

/** Larger ones would have to be in memory as a whole; the server computes the sum of all. */
const MOST_SUMMED = 512 * 1024 * 1024

/** SHA-256 of a file in hexadecimal digits; undefined for a large one, and where the browser does not compute it. */
export async function sumOf(file: File): Promise<string | undefined> {
  if (file.size > MOST_SUMMED || !globalThis.crypto?.subtle) return undefined
  try {
    const sum = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
    return Array.from(new Uint8Array(sum), (byte) => byte.toString(16).padStart(2, '0')).join('')
  } catch {
    return undefined
  }
}

/** Whether a file is another one than the upload was begun with, as far as this browser knows. */
export function isOtherFile(
  id: number,
  file: Pick<File, 'name' | 'size' | 'lastModified'>,
  size_bytes: number | null,
): boolean {
  const before = begun()[id]
  if (size_bytes !== null && file.size !== size_bytes) return true
  return before !== undefined && (before.name !== file.name || before.modified !== file.lastModified)
}

/** Stops sending; what has arrived stays for a while. */
export function stopUpload(id: number): void {
  running.get(id)?.stop()
  if (running.delete(id)) tell()
}
