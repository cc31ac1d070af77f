import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { iso } from '../../../../generated/prisma/client.ts'
import { deviceUnreachable, noResources, PanelError, refused } from '../../../domain/shared/errors.ts'
import { DESCRIPTORS_END, isoFault } from '../../../protocols/iso9660/check.ts'
import { textOf } from '../../../shared/spoken-error.ts'
import { msg, type Text } from '../../../shared/text.ts'
import { type Guard, httpFollow } from '../repository/http.ts'
import type { Arrival } from './arrival.ts'
import { openForWriting } from './folder.ts'

/** A transfer that breaks goes on where it stopped, so often in a row without a byte. */
const ATTEMPTS = 5
const PAUSE_MS = 2000

export type Taken = { size_bytes: number; sha256: string }
type Place = Pick<iso, 'file' | 'folder'>
type Options = {
  guard: Guard
  most: number
  signal: AbortSignal
  arrives: Arrival
}

const failed = (cause: Text) => deviceUnreachable(msg`The ISO image cannot be fetched: ${cause}`)
const tooLarge = (most: number) =>
  noResources(msg`The ISO image is larger than the ${Math.floor(most / 2 ** 20)} MiB that it may have`)

/**
 * Fetches an address into a file of the data folder. Its beginning is judged as soon as it is there, so that what is no ISO image is not
 * fetched to its end.
 * @returns size and checksum of what has arrived
 * @throws PanelError with the cause in words
 */
export async function download(address: string, place: Place, options: Options): Promise<Taken> {
  const { signal, most, arrives } = options
  const handle = await openForWriting(place)
  try {
    await handle.truncate(0)
    let [hash, head, bytes] = [createHash('sha256'), Buffer.alloc(0), 0]
    let tag: string | null = null
    for (let attempt = 1; ; attempt++) {
      const before = bytes
      let fault: unknown
      try {
        const response = await begin(address, bytes, tag, options)
        // The whole once more: the server knows no ranges, or has another file by now.
        if (response.statusCode === 200) [hash, head, bytes] = [createHash('sha256'), Buffer.alloc(0), 0]
        tag = tagOf(response)
        const total = totalOf(response, bytes)
        if ((total ?? 0) > most) throw tooLarge(most)
        for await (const chunk of response as AsyncIterable<Buffer>) {
          if (bytes + chunk.length > most) throw tooLarge(most)
          await arrives(bytes + chunk.length, total)
          await handle.write(chunk, 0, chunk.length, bytes)
          hash.update(chunk)
          bytes += chunk.length
          if (head.length < DESCRIPTORS_END) {
            head = Buffer.concat([head, chunk]).subarray(0, DESCRIPTORS_END)
            if (head.length === DESCRIPTORS_END) judge(head, total ?? Number.MAX_SAFE_INTEGER)
          }
        }
        if (total !== null && bytes !== total) throw new Error(`ended after ${bytes} of ${total} bytes`)
        judge(head, bytes)
        await handle.truncate(bytes)
        await handle.sync()
        return { size_bytes: bytes, sha256: hash.digest('hex') }
      } catch (thrown) {
        fault = thrown
      }
      signal.throwIfAborted()
      if (fault instanceof PanelError) throw fault
      if (bytes > before) attempt = 0
      // Without a byte there is nothing to go on with: the address is wrong, or may not be fetched.
      if (bytes === 0 || attempt >= ATTEMPTS) throw failed(textOf(fault))
      await delay(PAUSE_MS, undefined, { signal })
    }
  } finally {
    await handle.close()
  }
}

const begin = (address: string, offset: number, tag: string | null, { guard, signal }: Options) =>
  httpFollow(address, {
    guard,
    signal,
    headers: offset > 0 && tag !== null ? { range: `bytes=${offset}-`, 'if-range': tag } : {},
  })

/** By what a server knows that a file is still the same: a strong entity tag, or the time of its last change. */
function tagOf({ headers }: IncomingMessage): string | null {
  if (headers.etag?.startsWith('"')) return headers.etag
  return headers['last-modified'] ?? null
}

function totalOf({ headers }: IncomingMessage, offset: number): number | null {
  const length = Number(headers['content-length'])
  return headers['content-length'] !== undefined && Number.isSafeInteger(length) ? offset + length : null
}

function judge(head: Buffer, size: number): void {
  const fault = isoFault(head, size)
  if (fault) throw refused(fault)
}
