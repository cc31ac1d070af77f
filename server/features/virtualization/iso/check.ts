import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { iso } from '../../../../generated/prisma/client.ts'
import { refused } from '../../../domain/shared/errors.ts'
import { DESCRIPTORS_END, isoFault } from '../../../protocols/iso9660/check.ts'
import { msg } from '../../../shared/text.ts'
import type { Taken } from './download.ts'
import { pathOf, readFrom } from './folder.ts'

/**
 * Reads a file that was uploaded to its end.
 * @returns its size and checksum
 * @throws PanelError `refused` in words when it is no ISO image
 */
export async function checkFile(
  place: Pick<iso, 'file' | 'folder'>,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<Taken> {
  const { size } = await stat(await pathOf(place))
  const hash = createHash('sha256')
  let [head, bytes] = [Buffer.alloc(0), 0]
  for await (const chunk of (await readFrom(place, 0, signal)) as AsyncIterable<Buffer>) {
    if (head.length < DESCRIPTORS_END) head = Buffer.concat([head, chunk]).subarray(0, DESCRIPTORS_END)
    hash.update(chunk)
    bytes += chunk.length
    onProgress(bytes)
  }
  const fault = isoFault(head, size)
  if (fault) throw refused(fault)
  return { size_bytes: bytes, sha256: hash.digest('hex') }
}

/** @throws PanelError `refused` when a file is not the one that was meant */
export function requireSum(found: string, wanted: string | null): void {
  if (wanted !== null && wanted !== found) throw refused(msg`The SHA-256 of the ISO image is ${found}, not ${wanted}`)
}
