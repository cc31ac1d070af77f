import type { Store } from '../../../../backup-store/store.ts'
import type { NodeConnection } from '../../../../drivers/hypervisor/types.ts'
import { StoreError } from '../../../../protocols/chunk-store/errors.ts'
import { type Index, pieceBytes, pieceCount } from '../../../../protocols/chunk-store/index-file.ts'
import { LayoutError, takeUp } from '../../../../protocols/tar-layout/take-up.ts'
import type { Target } from './fill.ts'
import { withContent } from './with-content.ts'

/** Writes the files of a container, as a volume of it has them; see `fill`. */
export async function fillFiles(
  node: NodeConnection,
  { backup_id, path }: Target,
  signal: AbortSignal,
  onProgress: (bytes: number, of: number) => void,
): Promise<void> {
  await withContent(backup_id, signal, async (store, index) => {
    let broken: { fault: unknown } | null = null
    async function* archive() {
      try {
        yield* takeUp(contentFrom(store, index, signal, (bytes) => onProgress(bytes, index.size)))
      } catch (fault) {
        broken = { fault: fault instanceof LayoutError ? new StoreError('damaged', fault.text) : fault }
        throw fault
      }
    }
    try {
      await node.fillVolume(path, archive(), signal)
    } catch (fault) {
      // What could not be read is the cause, not what broke by it.
      throw broken && !signal.aborted ? (broken as { fault: unknown }).fault : fault
    }
  })
}

/** Pieces that are fetched at once. */
const AHEAD = 6

/** The content that an index names, from front to back. */
async function* contentFrom(
  store: Pick<Store, 'readPiece'>,
  index: Index,
  signal: AbortSignal,
  onRead: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const count = pieceCount(index)
  const ahead: Promise<Buffer>[] = []
  let next = 0
  let bytes = 0
  while (next < count || ahead.length > 0) {
    for (; next < count && ahead.length < AHEAD; next++) {
      const length = pieceBytes(index, next)
      const piece = store.readPiece(index, next).then((content) => content ?? Buffer.alloc(length))
      piece.catch(() => {})
      ahead.push(piece)
    }
    signal.throwIfAborted()
    const piece = (await ahead.shift()) as Buffer
    bytes += piece.length
    onRead(bytes)
    yield piece
  }
}
