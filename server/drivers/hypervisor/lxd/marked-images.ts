import { z } from 'zod'
import { read } from '../../../protocols/lxd/client.ts'
import { LxdError } from '../../../protocols/lxd/errors.ts'
import type { LxdLink } from './lxd-link.ts'

/** Property of images that are there for a moment only, and of whom they are: of a container that is read, of a volume that is restored. */
export const markProperty = 'datahall.for'
export const markOf = (what: 'export' | 'restore', of: string): string => `${what} ${of}`

const images = z.array(
  z.object({
    fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
    properties: z.record(z.string(), z.string()).nullish(),
  }),
)

/** Fingerprints of the images with a mark. */
export async function marked(link: LxdLink, mark: string, signal: AbortSignal): Promise<string[]> {
  const all = read(images, await link.client.ask('GET', '/images', { signal, query: { recursion: '1' } }))
  return all.filter(({ properties }) => properties?.[markProperty] === mark).map(({ fingerprint }) => fingerprint)
}

/** Deletes the images with a mark. Repeatable. */
export async function dropMarked(link: LxdLink, mark: string, signal: AbortSignal): Promise<void> {
  for (const fingerprint of await marked(link, mark, signal))
    try {
      await link.client.run('DELETE', `/images/${fingerprint}`, { signal })
    } catch (fault) {
      if (!(fault instanceof LxdError && fault.status === 404)) throw fault
    }
}
