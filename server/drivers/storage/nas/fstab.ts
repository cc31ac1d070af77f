import { isIPv6 } from 'node:net'

/** Hard: a guest waits for a NAS that is away instead of losing what it writes; nothing on it is run, or a device of the node. */
export const MOUNT_OPTIONS = ['hard', 'nfsvers=4.1', 'nosuid', 'nodev', 'noexec', '_netdev', 'nofail'] as const

/** `address:/path`, as NFS names what is mounted. */
export const sourceOf = (address: string, path: string) => `${isIPv6(address) ? `[${address}]` : address}:${path}`

/** Whether two of these name the same export: a slash at the end says nothing. */
export const sameSource = (one: string, other: string): boolean => bare(one) === bare(other)
const bare = (source: string) => source.replace(/(?<=[^:])\/+$/, '')

/** Its line is known by an option of the panel's own, which mount ignores. */
const mark = (identity: string) => `x-datahall.storage=${identity}`

/** The line of /etc/fstab by which a node mounts it again after its restart. Fields have no spaces: the rules of the kind refuse them. */
export const fstabLine = (source: string, folder: string, identity: string) =>
  `${source} ${folder} nfs ${MOUNT_OPTIONS.join(',')},${mark(identity)} 0 0`

export const hasLine = (text: string, identity: string): boolean => text.includes(mark(identity))

/** Whether any line mounts something at a folder. */
export const mountsAt = (text: string, folder: string): boolean =>
  text.split('\n').some((one) => !one.trimStart().startsWith('#') && one.trim().split(/\s+/)[1] === folder)

/** The file without the lines of a storage, all else as it is, and with `line` at its end when there is one. */
export function fstabWith(text: string, identity: string, line: string | null): string {
  const kept = text.split('\n').filter((one) => !one.includes(mark(identity)))
  while (kept.at(-1) === '') kept.pop()
  return [...kept, ...(line === null ? [] : [line]), ''].join('\n')
}
