import { eachOf } from '../../../../backup-store/parts.ts'
import type { Store } from '../../../../backup-store/store.ts'
import { refused } from '../../../../domain/shared/errors.ts'
import type { VolumeExport } from '../../../../drivers/hypervisor/backup-types.ts'
import { type Index, idAt, pieceBytes, pieceCount } from '../../../../protocols/chunk-store/index-file.ts'
import { MAX_SPAN, type NbdClient } from '../../../../protocols/nbd/client.ts'
import { giveBack } from '../../../../shared/memory.ts'
import { msg } from '../../../../shared/text.ts'

/** Content under way at once, bytes: with its sealed form and what the connections hold, a worker needs three times as much. */
const UNDER_WAY = 64 << 20
const MOST_AT_ONCE = 32

/** A part of a disk: a piece that the store has, or zeros over any length. */
type Part = { offset: number; length: number; piece: number | null }

/**
 * Writes a disk as an index names it into a volume, and zeros behind it when the volume is larger: whatever was in it before, the same as
 * the index says is in it afterwards, so it may be begun anew. Flushed at the end.
 *
 * @param onProgress gets the bytes of the volume that are written, of how many
 * @throws PanelError `refused` when the volume is too small; StoreError `missing`, `damaged`; NbdError; the signal's reason
 */
export async function writeVolume(
  store: Pick<Store, 'readPiece'>,
  index: Index,
  volume: VolumeExport,
  signal: AbortSignal,
  onProgress: (bytes: number, of: number) => void,
): Promise<void> {
  const client = await volume.open(signal)
  try {
    if (client.size < index.size)
      throw refused(msg`The new disk has ${client.size} bytes, and the backup is of one with ${index.size}`)
    let written = 0
    const atOnce = Math.min(MOST_AT_ONCE, Math.floor(UNDER_WAY / index.chunk_bytes))
    const write = async (part: Part) => {
      signal.throwIfAborted()
      await writePart(store, index, client, part, signal)
      written += part.length
      onProgress(written, client.size)
    }
    await eachOf(partsOf(index, client.size), write, atOnce)
    await client.flush(signal)
  } finally {
    client.close()
  }
}

/** Nothing else refers to the content of a piece: its memory is freed after the write. */
async function writePart(
  store: Pick<Store, 'readPiece'>,
  index: Index,
  client: NbdClient,
  { offset, length, piece }: Part,
  signal: AbortSignal,
): Promise<void> {
  const content = piece === null ? null : await store.readPiece(index, piece)
  if (content === null) return client.writeZeroes(offset, length, signal)
  await client.write(offset, content, signal)
  giveBack(content)
}

/** The parts of a volume of `size` bytes in their order; holes that lie side by side are one. */
export function* partsOf(index: Index, size: number): Generator<Part> {
  let hole = 0
  let offset = 0
  const count = pieceCount(index)
  for (let piece = 0; piece < count; piece++) {
    const length = pieceBytes(index, piece)
    if (idAt(index, piece) !== null) {
      yield* zeros(hole, offset)
      yield { offset, length, piece }
      hole = offset + length
    }
    offset += length
  }
  yield* zeros(hole, size)
}

function* zeros(from: number, to: number): Generator<Part> {
  for (let offset = from; offset < to; offset += MAX_SPAN)
    yield { offset, length: Math.min(MAX_SPAN, to - offset), piece: null }
}
