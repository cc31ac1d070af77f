import type { DomainSpec } from '../../../../drivers/hypervisor/domain-types.ts'
import type { ServedVolume } from '../../../../drivers/hypervisor/served-types.ts'
import type { NodeConnection } from '../../../../drivers/hypervisor/types.ts'
import type { NbdSource } from '../../../../protocols/nbd/source.ts'
import { unlessAborted } from '../../../../shared/abort.ts'
import { contentSource } from '../files/source.ts'
import { withContent } from './with-content.ts'

/** A volume that stands on a backup. */
export type Arriving = { path: string; target_dev: string; backup_id: number }

type Start = {
  spec: DomainSpec
  served: readonly Arriving[]
  /** Called when the domain runs. */
  begun(signal: AbortSignal): Promise<void>
}

/**
 * Starts a domain whose volumes stand on backups, and serves these until all of their content is in the volumes. After a worker that was lost it
 * is done again: the guest stood still meanwhile, and goes on.
 * @param onProgress gets the share that has arrived
 * @throws PanelError, when the node or a backup cannot be read: what has arrived stays
 */
export async function arrive(
  node: NodeConnection,
  start: Start,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<void> {
  const work = (volumes: readonly ServedVolume[], either: AbortSignal) => run(node, start, volumes, either, onProgress)
  await withSources(start.served, [], signal, work)
}

/** Opens one backup after the other; a copy that turns out to be damaged is left for the next one. */
async function withSources(
  left: readonly Arriving[],
  open: readonly ServedVolume[],
  signal: AbortSignal,
  work: (volumes: readonly ServedVolume[], signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const [first, ...others] = left
  if (!first) return work(open, signal)
  await withContent(first.backup_id, signal, async (store, index) => {
    const broken = new AbortController()
    const source = noting(contentSource(store, index), (fault) => broken.abort(fault))
    const either = AbortSignal.any([signal, broken.signal])
    try {
      await withSources(others, [...open, { path: first.path, source }], either, work)
    } catch (fault) {
      // What could not be read is the cause, not what broke by it.
      throw broken.signal.aborted && !signal.aborted ? broken.signal.reason : fault
    }
  })
}

/** What could not be read is known here only. */
const noting = (source: NbdSource, failed: (fault: unknown) => void): NbdSource => ({
  ...source,
  async read(offset, length, signal) {
    try {
      return await source.read(offset, length, signal)
    } catch (fault) {
      if (!signal.aborted) failed(fault)
      // No answer: a guest that is told of an error does not ask again, one that is told nothing waits for the next copy.
      await unlessAborted(new Promise(() => {}), signal).catch(() => {})
      throw fault
    }
  },
})

async function run(
  node: NodeConnection,
  { spec, served, begun }: Start,
  volumes: readonly ServedVolume[],
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<void> {
  const serving = await node.serveVolumes(spec.internal_name, volumes, signal)
  try {
    const stands = (path: string) => served.some((one) => one.path === path)
    const disks = spec.disks.map((disk) => (stands(disk.path) ? { ...disk, served: true } : disk))
    await node.defineDomain({ ...spec, disks }, signal)
    await node.startDomain(spec.internal_name, signal)
    await begun(signal)
    for (const [n, disk] of served.entries())
      await node.pullVolume(
        spec.internal_name,
        disk,
        (bytes, of) => onProgress((n + bytes / Math.max(1, of)) / served.length),
        signal,
      )
  } finally {
    await serving.close()
  }
}
