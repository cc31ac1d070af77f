import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import { read } from '../../../protocols/lxd/client.ts'
import { msg } from '../../../shared/text.ts'
import type { ExportNode } from './exports.ts'
import { dropMarked, markOf, markProperty } from './marked-images.ts'
import { planContent, readPlan, requirePlan } from './volumes.ts'

const BLOCK = 512
const made = z.object({ fingerprint: z.string() })
type Node = Pick<ExportNode, 'ssh' | 'link'>

/**
 * See `DiskExports.fillVolume`: the archive becomes an image, of which the container is made like any other. So nothing but files comes from it: an image
 * has no settings, devices or profiles.
 */
export async function fillVolume(
  node: Node,
  path: string,
  archive: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const plan = await requirePlan(node.ssh, path, signal)
  if (plan.image !== null && !plan.restored)
    throw deviceRejected(msg`The disk was made of an image: it has its content`)
  await dropMarked(node.link, markOf('restore', path), signal)
  const hash = createHash('sha256')
  async function* body() {
    for await (const part of archive) {
      hash.update(part)
      yield part
    }
    // Behind the archive's end: the same archive may be there as another image, and LXD names images by their digest.
    const end = Buffer.alloc(BLOCK)
    end.write(`datahall ${randomUUID()}`)
    hash.update(end)
    yield end
  }
  const properties = new URLSearchParams({ [markProperty]: markOf('restore', path) }).toString()
  const headers = { 'x-lxd-public': '0', 'x-lxd-properties': properties, 'x-lxd-filename': 'backup.tar' }
  const { fingerprint } = read(made, await node.link.client.send('/images', { headers, body: body(), signal }))
  if (fingerprint !== hash.digest('hex')) throw deviceRejected(msg`LXD has stored other bytes than were sent to it`)
  await planContent(node.ssh, path, fingerprint, signal)
}

/** Drops the image that a volume was filled with: the container has all of it, or is not made of it any more. Nothing to do is fine. */
export async function dropContent(node: Node, path: string, signal: AbortSignal): Promise<void> {
  if (await readPlan(node.ssh, path, signal)) await dropMarked(node.link, markOf('restore', path), signal)
}
