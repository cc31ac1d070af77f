import { createHash } from 'node:crypto'
import { z } from 'zod'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import { read } from '../../../protocols/lxd/client.ts'
import { LxdError } from '../../../protocols/lxd/errors.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { msg } from '../../../shared/text.ts'
import type { DiskExport, ExportRequest } from '../backup-types.ts'
import { checkRequest } from '../checkpoint-name.ts'
import { capturesOf } from './captures.ts'
import { type Instance, stateOf } from './instance.ts'
import type { Instances } from './instances.ts'
import type { LxdLink } from './lxd-link.ts'
import { dropMarked, marked, markOf, markProperty } from './marked-images.ts'
import { asPanelError } from './messages.ts'
import { imageRoom } from './room.ts'

export type ExportNode = { ssh: SshConnection; link: LxdLink; instances: Instances }

/** The snapshot that is read. One of a dead panel goes by itself. */
const SNAPSHOT = 'datahall-export'
const SNAPSHOT_MS = 48 * 3600_000
const CLEAR_MS = 60_000

const made = z.object({ fingerprint: z.string().regex(/^[0-9a-f]{64}$/) })
const image = z.object({ size: z.int().positive() })

/**
 * See `DiskExports.exportDisks`. LXD makes an image of a snapshot: that is of one moment, also of a container that runs, and an image has files and no
 * settings. The snapshot is gone when the image is there, the image at the end.
 */
export async function exportContainer(
  node: ExportNode,
  domain: string | null,
  request: ExportRequest,
  signal: AbortSignal,
): Promise<DiskExport> {
  checkRequest(request)
  if (domain === null)
    throw deviceRejected(msg`On a node with containers a disk without one holds nothing that can be read`)
  const { client } = node.link
  const found = await node.instances.require(domain, signal)
  const isOn = ['running', 'paused'].includes(stateOf(found.status))
  await requireNone(node, found, domain, signal)
  await imageRoom(node, found, request.floor_mib, signal)
  const clear = (either: AbortSignal) => endContainerExport(node, domain, either)
  try {
    const expires_at = new Date(Date.now() + SNAPSHOT_MS).toISOString()
    const snapshot = { name: SNAPSHOT, stateful: false, expires_at }
    await client.run('POST', `/instances/${found.name}/snapshots`, { signal, body: snapshot })
    const source = { type: 'snapshot', name: `${found.name}/${SNAPSHOT}` }
    const properties = { [markProperty]: markOf('export', domain) }
    const body = { compression_algorithm: 'none', public: false, properties, source }
    const { fingerprint } = read(made, await client.run('POST', '/images', { signal, body }))
    await dropSnapshot(node, found.name, signal)
    const { size } = read(image, await client.ask('GET', `/images/${fingerprint}`, { signal }))
    return { ...exported(clear), frozen: isOn ? false : null, archive: archiveOf(node.link, fingerprint, size) }
  } catch (fault) {
    await clear(AbortSignal.timeout(CLEAR_MS)).catch(() => {})
    throw fault
  }
}

/** Changes are not noted, and the container does as it likes meanwhile: nothing but a lost connection ends a reading. */
function exported(clear: (signal: AbortSignal) => Promise<void>): Omit<DiskExport, 'archive' | 'frozen'> {
  let over: (cause: null) => void = () => {}
  const ended = new Promise<Error | null>((resolve) => {
    over = resolve
  })
  const end = async (signal: AbortSignal) => {
    over(null)
    await clear(signal).catch((fault: unknown) => {
      throw asPanelError(fault, signal)
    })
  }
  return { disks: [], checkpoint: null, full_because: null, ended, finish: end, abort: end }
}

/** LXD names an image by the SHA-256 of its archive: what comes is compared with that. */
function archiveOf(link: LxdLink, fingerprint: string, bytes: number): NonNullable<DiskExport['archive']> {
  async function* checked(parts: AsyncIterable<Uint8Array>, signal: AbortSignal) {
    const hash = createHash('sha256')
    let left = bytes
    try {
      for await (const part of parts) {
        left -= part.length
        if (left < 0) break
        hash.update(part)
        yield part
      }
    } catch (fault) {
      throw asPanelError(fault, signal)
    }
    if (left !== 0 || hash.digest('hex') !== fingerprint)
      throw deviceRejected(msg`LXD sent other bytes of the container than it has`)
  }
  return {
    bytes,
    async open(signal) {
      try {
        const { body } = await link.client.stream(`/images/${fingerprint}/export`, signal)
        return checked(body, signal)
      } catch (fault) {
        throw asPanelError(fault, signal)
      }
    },
  }
}

async function requireNone(node: ExportNode, { name }: Instance, domain: string, signal: AbortSignal): Promise<void> {
  const snapshots = await capturesOf({ ...node, signal }, name)
  const images = await marked(node.link, markOf('export', domain), signal)
  if (snapshots.includes(SNAPSHOT) || images.length > 0) throw deviceRejected(msg`The container is already being read`)
}

/** See `DiskExports.endExport`. */
export async function endContainerExport(node: ExportNode, domain: string | null, signal: AbortSignal): Promise<void> {
  if (domain === null) return
  const found = await node.instances.find(domain, signal)
  if (found && (await capturesOf({ ...node, signal }, found.name)).includes(SNAPSHOT))
    await dropSnapshot(node, found.name, signal)
  await dropMarked(node.link, markOf('export', domain), signal)
}

async function dropSnapshot({ link }: ExportNode, name: string, signal: AbortSignal): Promise<void> {
  try {
    await link.client.run('DELETE', `/instances/${name}/snapshots/${SNAPSHOT}`, { signal })
  } catch (fault) {
    if (!(fault instanceof LxdError && fault.status === 404)) throw fault
  }
}
