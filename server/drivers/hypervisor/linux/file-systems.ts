import { z } from 'zod'
import { cleanMessage } from '../../clean-message.ts'
import type { GuestFileSystem } from '../figure-types.ts'

/** Of the file systems of a guest the largest: containers inside it may mount any number. */
const MOST = 32
const MOST_MOUNT = 100
/** They are full by nature. */
const readOnly: ReadonlySet<string> = new Set(['iso9660', 'udf', 'cdfs', 'squashfs', 'cramfs', 'erofs', 'romfs'])

const size = z.int().positive()
const fileSystem = z.object({
  name: z.string(),
  mountpoint: z.string().min(1),
  type: z.string(),
  'total-bytes': size,
  'used-bytes': z.int().nonnegative(),
})

/**
 * What an agent answers to `guest-get-fsinfo`, which is the guest's word: bounded, cleaned, each device once. What has no size (agents
 * before QEMU 3.1, special file systems) or cannot be written to is left out.
 */
export function fileSystemsOf(answer: unknown): GuestFileSystem[] {
  const all = z.array(z.unknown()).parse(answer)
  const found = new Map<string, GuestFileSystem>()
  for (const raw of all) {
    const { data } = fileSystem.safeParse(raw)
    if (!data || readOnly.has(data.type.toLowerCase())) continue
    const mount = cleanMessage(data.mountpoint).slice(0, MOST_MOUNT)
    const known = found.get(data.name)
    // The same one in several places: the one nearest to the root.
    if (mount === '' || (known && known.mount.length <= mount.length)) continue
    const total_bytes = data['total-bytes']
    found.set(data.name, { mount, total_bytes, used_bytes: Math.min(total_bytes, data['used-bytes']) })
  }
  return [...found.values()].sort((a, b) => b.total_bytes - a.total_bytes).slice(0, MOST)
}
