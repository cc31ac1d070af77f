import type { NbdClient } from '../../../protocols/nbd/client.ts'
import { pieces, regions } from '../../../protocols/nbd/regions.ts'
import type { ExportedDisk } from '../backup-types.ts'

const never = new AbortController().signal
const PIECE = 1 << 20

async function withClient<T>(disk: ExportedDisk, work: (client: NbdClient) => Promise<T>): Promise<T> {
  const client = await disk.open(never)
  try {
    return await work(client)
  } finally {
    client.close()
  }
}

/** All of a disk, whatever its bitmap says. */
export function readWhole(disk: ExportedDisk): Promise<Buffer> {
  return withClient(disk, async (client) => {
    const whole = Buffer.alloc(client.size)
    const reading: Promise<void>[] = []
    for await (const { offset, length, zero } of regions(client, never)) {
      for (let at = offset; !zero && at < offset + length; at += PIECE) {
        const part = client.read(at, Math.min(PIECE, offset + length - at), never)
        reading.push(part.then((data) => void data.copy(whole, at)))
      }
    }
    await Promise.all(reading)
    return whole
  })
}

/** What the disk is by its increment: what was read before, with what has changed since. */
export function readOnto(
  disk: ExportedDisk,
  before: Buffer,
): Promise<{ whole: Buffer; read: number; unchanged: number }> {
  return withClient(disk, async (client) => {
    const whole = Buffer.alloc(client.size)
    before.copy(whole, 0, 0, Math.min(before.length, whole.length))
    let [read, unchanged] = [0, 0]
    for await (const piece of pieces(client, { pieceBytes: PIECE, depth: 8, signal: never })) {
      if (piece.kind === 'data') {
        piece.data.copy(whole, piece.offset)
        read += piece.length
      } else if (piece.kind === 'zero') whole.fill(0, piece.offset, piece.offset + piece.length)
      else unchanged += piece.length
    }
    return { whole, read, unchanged }
  })
}
