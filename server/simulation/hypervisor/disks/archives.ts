import { Readable } from 'node:stream'
import type { DiskExport, ExportRequest } from '../../../drivers/hypervisor/backup-types.ts'
import { msg } from '../../../shared/text.ts'
import { rejected } from '../faults.ts'
import type { DummyNode } from '../node.ts'
import { domainOf, isOn } from '../state.ts'
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
    if (bytes > MAX_BYTES) throw rejected(msg`A simulated container keeps ${MAX_BYTES / 2 ** 20} MiB`)
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
  request: ExportRequest,
): Promise<DiskExport | null> {
  const state = await node.store.read()
  const [disk] = request.disks
  const archive = disk && volumeAt(state, disk.path).archive
  const domain = domainOf(state, name)
  if (archive === undefined || !domain) return null
  const bytes = Buffer.from(archive, 'base64')
  let over: (cause: null) => void = () => {}
  const ended = new Promise<Error | null>((resolve) => {
    over = resolve
  })
  const end = async () => over(null)
  return {
    disks: [],
    archive: { bytes: bytes.length, open: async () => Readable.from(partsOf(bytes), { objectMode: false }) },
    checkpoint: null,
    full_because: null,
    frozen: isOn(domain) ? false : null,
    ended,
    finish: end,
    abort: end,
  }
}

function* partsOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PART_BYTES) yield bytes.subarray(at, at + PART_BYTES)
}
