import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import type { DiskExport, ExportRequest } from '../../../drivers/hypervisor/backup-types.ts'
import { msg } from '../../../shared/text.ts'
import type { DummyNode } from '../node.ts'
import { domainOf, isOn, type NodeState } from '../state.ts'
import { volumeAt } from './content.ts'

/** Of what a simulated container holds, the state keeps this much. */
const MAX_BYTES = 4 << 20
/** Parts of an archive on its way: their ends are nowhere in particular. */
const PART_BYTES = 50_001

/** Gives a volume the content of an archive: a domain with it is a container. */
export async function fillVolume(
  node: DummyNode,
  path: string,
  archive: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of archive) {
    signal.throwIfAborted()
    bytes += part.length
    if (bytes > MAX_BYTES) throw deviceRejected(msg`A simulated container keeps ${MAX_BYTES / 2 ** 20} MiB`)
    parts.push(part)
  }
  await node.store.update((state) => {
    volumeAt(state, path).archive = Buffer.concat(parts).toString('base64')
  })
}

/** What is read of a container; null of a VM with disks. */
export async function exportedArchive(
  node: DummyNode,
  name: string,
  { disks: [disk] }: ExportRequest,
): Promise<DiskExport | null> {
  const token = randomBytes(8).toString('hex')
  const begun = await node.store.update((state) => {
    const file = disk && state.files[disk.path]
    const domain = domainOf(state, name)
    if (!domain || file?.kind !== 'volume' || file.archive === undefined) return null
    if (domain.reading) throw deviceRejected(msg`The container is already being read`)
    // It does as it likes meanwhile: no start or stop ends the reading.
    domain.reading = { token, started_at: null }
    return { bytes: Buffer.from(file.archive, 'base64'), frozen: isOn(domain) ? false : null }
  })
  if (!begun) return null
  let over: (cause: null) => void = () => {}
  const ended = new Promise<Error | null>((resolve) => {
    over = resolve
  })
  const isRead = (state: NodeState) => domainOf(state, name)?.reading?.token === token
  const end = async () => {
    over(null)
    await node.store.update((state) => {
      if (isRead(state)) delete domainOf(state, name)?.reading
    })
  }
  const open = async () => {
    if (!isRead(await node.store.read())) throw deviceRejected(msg`The container is not being read any more`)
    return Readable.from(partsOf(begun.bytes), { objectMode: false })
  }
  const archive = { bytes: begun.bytes.length, open }
  return {
    ...{ disks: [], archive, checkpoint: null, full_because: null, frozen: begun.frozen },
    ...{ ended, finish: end, abort: end },
  }
}

function* partsOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PART_BYTES) yield bytes.subarray(at, at + PART_BYTES)
}
