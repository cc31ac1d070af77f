import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { iso } from '../../../../generated/prisma/client.ts'
import { refused } from '../../../domain/shared/errors.ts'
import { DESCRIPTORS_END, isoFault } from '../../../protocols/iso9660/check.ts'
import { msg } from '../../../shared/text.ts'
import type { Arrival } from './arrival.ts'
import type { Taken } from './download.ts'
import { openForWriting } from './folder.ts'

type Options = { most: number; signal: AbortSignal; arrives: Arrival }

/**
 * Writes what a repository sends into a file of the data folder.
 * @throws PanelError in words when it is no ISO image, or more than it may be
 */
export async function storeStream(
  source: Readable,
  place: Pick<iso, 'file' | 'folder'>,
  { most, signal, arrives }: Options,
): Promise<Taken> {
  const handle = await openForWriting(place)
  try {
    await handle.truncate(0)
    const hash = createHash('sha256')
    let [head, bytes] = [Buffer.alloc(0), 0]
    for await (const chunk of source as AsyncIterable<Buffer>) {
      signal.throwIfAborted()
      if (bytes + chunk.length > most) throw refused(msg`The image is larger than its catalogue entry states`)
      await arrives(bytes + chunk.length, null)
      await handle.write(chunk, 0, chunk.length, bytes)
      hash.update(chunk)
      bytes += chunk.length
      if (head.length < DESCRIPTORS_END) head = Buffer.concat([head, chunk]).subarray(0, DESCRIPTORS_END)
    }
    const fault = isoFault(head, bytes)
    if (fault) throw refused(fault)
    await handle.sync()
    return { size_bytes: bytes, sha256: hash.digest('hex') }
  } finally {
    source.destroy()
    await handle.close()
  }
}
