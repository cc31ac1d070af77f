import { randomBytes } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import type { DiskExport, DiskToRead, ExportRequest, VolumeExport } from '../../../drivers/hypervisor/backup-types.ts'
import { checkRequest } from '../../../drivers/hypervisor/checkpoint-name.ts'
import type { DiskSpec } from '../../../drivers/hypervisor/domain-types.ts'
import { NbdClient } from '../../../protocols/nbd/client.ts'
import { ALLOCATION, bitmapContext } from '../../../protocols/nbd/regions.ts'
import { serveNbd } from '../../../protocols/nbd/server.ts'
import type { NbdSource } from '../../../protocols/nbd/source.ts'
import { msg } from '../../../shared/text.ts'
import type { DummyNode } from '../node.ts'
import { type DummyDomain, domainOf, isOn, type NodeState } from '../state.ts'
import { streamPair } from '../stream-pair.ts'
import { exportedArchive } from './archives.ts'
import { changedSince, contentOf, dropMarks, mark, volumeAt, writeContent } from './content.ts'
import { readingSource, writingSource } from './source.ts'

const mib = 1 << 20
const NAME = 'disk'
const BITMAP = bitmapContext('changed')

/** What ties a connection to the one to the node. */
type Keep = (stream: Duplex) => Duplex

const isCurrent = (domain: DummyDomain | undefined, token: string) =>
  domain?.reading?.token === token && domain.reading.started_at === domain.started_at

/** Whether an export holds the disks; one from before a start or stop is over. */
export const isRead = (domain: DummyDomain) => domain.reading !== undefined && isCurrent(domain, domain.reading.token)

/** Connections to disks that end together. */
class Connections {
  readonly #over = new AbortController()
  readonly #keep: Keep

  constructor(keep: Keep) {
    this.#keep = keep
  }

  async open(source: NbdSource, contexts: string[], signal: AbortSignal): Promise<NbdClient> {
    if (this.#over.signal.aborted) throw deviceRejected(msg`The disks are no longer being read or written`)
    const [near, far] = streamPair()
    void serveNbd(far, NAME, source, this.#over.signal)
    return NbdClient.open(this.#keep(near), { name: NAME, contexts, signal })
  }

  close(): void {
    this.#over.abort(new Error('The export was ended'))
  }
}

/** Reads disks as they are at one moment. */
export async function exportDisks(
  node: DummyNode,
  name: string | null,
  request: ExportRequest,
  keep: Keep,
): Promise<DiskExport> {
  checkRequest(request)
  const archive = name === null ? null : await exportedArchive(node, name, request)
  if (archive) return archive
  const { disks, checkpoint, parent } = request
  const token = randomBytes(8).toString('hex')
  const begun = await node.store.update((state) => begin(node, state, name, request, token))
  const connections = new Connections(keep)
  let settle: (cause: Error | null) => void = () => {}
  const ended = new Promise<Error | null>((resolve) => {
    settle = resolve
  })
  const forget = node.store.onChange((state) => {
    if (name === null || isCurrent(domainOf(state, name), token)) return
    over(deviceRejected(msg`The VM was started or stopped while its disks were read`))
  })
  const over = (cause: Error | null) => {
    forget()
    connections.close()
    settle(cause)
  }
  const end = async (kept: string | null) => {
    over(null)
    await node.store.update((state) => {
      const domain = name === null ? undefined : domainOf(state, name)
      if (domain?.reading?.token === token) delete domain.reading
      if (checkpoint !== null) for (const { path } of disks) dropMarks(state, path, kept)
    })
  }
  return {
    disks: begun.sources.map(({ target_dev, incremental, source }) => ({
      target_dev,
      incremental,
      open: (signal) => connections.open(source, incremental ? [ALLOCATION, BITMAP] : [ALLOCATION], signal),
    })),
    checkpoint,
    full_because: parent !== null && !begun.trusted ? msg`the notes of what has changed are gone or broken` : null,
    frozen: begun.frozen,
    ended,
    finish: () => end(checkpoint),
    abort: () => end(parent),
  }
}

function begin(node: DummyNode, state: NodeState, name: string | null, request: ExportRequest, token: string) {
  const { disks, checkpoint, parent } = request
  const domain = name === null ? undefined : domainOf(state, name)
  if (domain && isRead(domain)) throw deviceRejected(msg`The disks of the VM are already being read`)
  const marked = disks.every(({ path }) => parent !== null && volumeAt(state, path).checkpoints?.[parent])
  const trusted = parent !== null && marked && domain?.state !== 'crashed'
  const sources = disks.map(({ path, target_dev }: DiskToRead) => {
    if (checkpoint !== null || parent !== null) dropMarks(state, path, trusted ? parent : null)
    const file = volumeAt(state, path)
    const content = contentOf(state, path)
    const changed = trusted ? changedSince(file, content, parent) : null
    if (checkpoint !== null) mark(state, path, checkpoint)
    const source = readingSource(file.size_mib * mib, content, changed && { context: BITMAP, changed })
    return { target_dev, incremental: changed !== null, source }
  })
  if (domain) domain.reading = { token, started_at: domain.started_at }
  const frozen = domain && isOn(domain) ? node.isUp(domain) : null
  return { sources, trusted, frozen }
}

/** Ends what an export has left whose process is gone. */
export function endExport(
  node: DummyNode,
  name: string | null,
  { disks, keep }: { disks: readonly DiskToRead[]; keep: string | null },
): Promise<void> {
  return node.store.update((state) => {
    const domain = name === null ? undefined : domainOf(state, name)
    if (domain) delete domain.reading
    for (const { path } of disks) dropMarks(state, path, keep)
  })
}

/** Lets a volume be written that no running domain has. */
export async function exportVolume(
  node: DummyNode,
  { path }: Pick<DiskSpec, 'path' | 'format'>,
  keep: Keep,
): Promise<VolumeExport> {
  const state = await node.store.read()
  const file = volumeAt(state, path)
  const source = writingSource(file.size_mib * mib, contentOf(state, path), (written) =>
    node.store.update((now) => writeContent(now, path, written)),
  )
  const connections = new Connections(keep)
  return {
    open: (signal) => connections.open(source, [ALLOCATION], signal),
    async close(signal) {
      connections.close()
      await source.flush?.(signal)
    },
  }
}
