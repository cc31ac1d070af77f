import { deviceRejected } from '../../../domain/shared/errors.ts'
import type { ServedVolume } from '../../../drivers/hypervisor/served-types.ts'
import { ALLOCATION } from '../../../protocols/nbd/regions.ts'
import { allocation } from '../../../protocols/nbd/wire.ts'
import { msg } from '../../../shared/text.ts'
import type { DummyNode } from '../node.ts'
import { BLOCK, readBlock } from './blocks.ts'
import { type Content, volumeAt, writeContent } from './content.ts'

const mib = 1 << 20
const SPAN = 64 * mib

/** What is served is read at once, so that a simulated guest finds it; it counts as brought with `pull`. */
export async function serveVolumes(
  node: DummyNode,
  volumes: readonly ServedVolume[],
  signal: AbortSignal,
): Promise<{ close(): Promise<void> }> {
  for (const { path, source } of volumes) {
    if (volumeAt(await node.store.read(), path).served !== 'waits') continue
    const content: Content = new Map()
    for (let from = 0; from < source.size; from += SPAN) {
      let at = from
      for (const { length, flags } of source.contexts?.[ALLOCATION]?.(from, Math.min(SPAN, source.size - from)) ?? []) {
        const end = at + length
        for (; at < end; at += BLOCK) {
          if (flags & allocation.zero) continue
          const text = readBlock(await source.read(at, Math.min(BLOCK, end - at), signal))
          if (text !== '') content.set(at / BLOCK, text)
        }
        at = end
      }
    }
    await node.store.update((state) => {
      const file = volumeAt(state, path)
      if (file.served !== 'waits') return
      writeContent(state, path, content)
      file.served = 'read'
    })
  }
  return { close: async () => {} }
}

/** From now on the volume stands on nothing. */
export async function pullVolume(node: DummyNode, path: string, onPulled: (bytes: number, of: number) => void) {
  await node.store.update((state) => {
    const file = volumeAt(state, path)
    if (file.served === 'waits') throw deviceRejected(msg`Nothing is served that the disk could be read from`)
    delete file.served
  })
  onPulled(1, 1)
}
