import { z } from 'zod'
import { deviceRejected } from '../../../../domain/shared/errors.ts'
import { procedures } from '../../../../protocols/libvirt/procedures.ts'
import { msg } from '../../../../shared/text.ts'
import { cleanMessage } from '../../../clean-message.ts'
import type { AtDomain } from '../at-domain.ts'

const reply = z.union([
  z.object({ return: z.unknown() }),
  z.object({ error: z.object({ desc: z.string() }) }).transform(({ error }) => ({ error })),
])
const blocks = z.array(
  z.object({
    inserted: z
      .object({
        file: z.string(),
        'node-name': z.string().optional(),
        image: z.object({
          filename: z.string(),
          snapshots: z.array(z.object({ name: z.string() })).optional(),
        }),
      })
      .optional(),
  }),
)

/** A disk of a running domain: what QEMU calls it, and the names of the states that it keeps. */
export type BlockNode = { node: string; captures: string[] }

/** Asks QEMU itself, for what libvirt has no call. @throws PanelError device_rejected in QEMU's words */
export async function monitor(
  { link, domain, signal }: AtDomain,
  execute: string,
  args: object = {},
): Promise<unknown> {
  const command = JSON.stringify({ execute, arguments: args })
  const answer = reply.safeParse(parse(await link.call(procedures.monitorCommand, { domain, command }, signal)))
  if (!answer.success) throw deviceRejected(msg`QEMU gave an answer that cannot be read`, { cause: answer.error })
  if ('error' in answer.data)
    throw deviceRejected(msg`QEMU rejected the request: ${cleanMessage(answer.data.error.desc)}`)
  return answer.data.return
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The disks of a running domain by the paths of their volumes. */
export async function blockNodes(at: AtDomain): Promise<Map<string, BlockNode>> {
  const answer = blocks.safeParse(await monitor(at, 'query-block'))
  if (!answer.success) throw deviceRejected(msg`QEMU gave an answer that cannot be read`, { cause: answer.error })
  const found = new Map<string, BlockNode>()
  for (const { inserted } of answer.data) {
    const node = inserted?.['node-name']
    if (!inserted || !node) continue
    const captures = (inserted.image.snapshots ?? []).map(({ name }) => name)
    for (const name of [inserted.file, inserted.image.filename]) found.set(pathIn(name), { node, captures })
  }
  return found
}

const opened = z.union([
  z.object({ filename: z.string() }).transform(({ filename }) => filename),
  z
    .object({ driver: z.literal('rbd'), pool: z.string(), image: z.string(), user: z.string() })
    .transform(({ pool, image, user }) => `rbd:${user}@${pool}/${image}`),
])
const image = z.union([opened, z.object({ file: opened }).transform(({ file }) => file)])

/** QEMU writes an image that has options of its own as `json:{…}`. */
function pathIn(name: string): string {
  if (!name.startsWith('json:')) return name
  const file = image.safeParse(parse(name.slice(5)))
  return file.success ? file.data : name
}
