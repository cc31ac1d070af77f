import { deviceRejected } from '../../../domain/shared/errors.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import { rawStorage } from '../raw-storage.ts'
import { run } from '../run.ts'
import { type NodeStorage, type PlaceOf, rootOf, type StorageDriver } from '../types.ts'
import { type Group, readGroup, readVolumes } from './report.ts'
import { lvmVolume } from './volume.ts'

const mib = 1 << 20
const MOST_VOLUMES = 100_000
/** By this tag a volume group is known again; groups of one name are on many nodes. */
const TAG = 'datahall.storage='

/** The storage that a group belongs to; null: to none yet. */
export const ownerOf = ({ vg_tags }: Group): string | null =>
  vg_tags
    .split(',')
    .find((tag) => tag.startsWith(TAG))
    ?.slice(TAG.length) ?? null

/** A volume group of the node's own. Letting go of it needs nothing. */
export const lvmStorage: StorageDriver<'lvm'> = (ssh, place) => ({
  ...groupStorage(ssh, place, {
    tags: [],
    // What the start of the node has left inactive.
    ready: (signal) => run(ssh, ['vgchange', '--activate', 'y', '--', place.group], signal),
  }),
  disconnect: async () => {},
})

type How = {
  /** What the group is marked with beside its identity. */
  tags: readonly string[]
  /** Makes it ready for use. */
  ready: (signal: AbortSignal) => Promise<unknown>
}

/** A volume group, of one node or of several. */
export function groupStorage(
  ssh: SshConnection,
  place: PlaceOf<'lvm' | 'network_lvm'>,
  { tags, ready }: How,
): Omit<NodeStorage, 'disconnect'> {
  const { group, identity } = place

  return {
    ...rawStorage(rootOf(place), (path) => lvmVolume(ssh, path)),
    async connect(signal) {
      const found = await readGroup(ssh, group, signal)
      const owner = ownerOf(found)
      if (owner !== null && owner !== identity)
        throw deviceRejected(
          msg`The volume group ${group} on the node belongs to another storage already: choose another group`,
        )
      const there = found.vg_tags.split(',')
      const missing = [`${TAG}${identity}`, ...tags].filter((tag) => !there.includes(tag))
      const words = missing.flatMap((tag) => ['--addtag', tag])
      if (words.length > 0) await run(ssh, ['vgchange', ...words, '--', group], signal)
      await ready(signal)
    },
    async check(signal) {
      const found = await readGroup(ssh, group, signal)
      const owner = ownerOf(found)
      if (owner !== identity)
        throw deviceRejected(
          owner === null
            ? msg`The volume group ${group} on the node is not this storage: it does not carry its tag`
            : msg`The volume group ${group} on the node is another storage`,
        )
      if (!found.vg_attr.startsWith('w')) throw deviceRejected(msg`The volume group ${group} on the node is read-only`)
      await ready(signal)
      return {
        total_mib: Math.floor(found.vg_size / mib),
        used_mib: Math.ceil((found.vg_size - found.vg_free) / mib),
        lost: found.vg_missing_pv_count > 0 ? msg`a disk of the volume group is missing` : null,
      }
    },
    async volumes(signal) {
      const all = await readVolumes(ssh, group, signal)
      return all.slice(0, MOST_VOLUMES).map(({ lv_name, lv_size }) => ({
        name: cleanMessage(lv_name).slice(0, 255),
        size_mib: Math.ceil(lv_size / mib),
      }))
    },
  }
}
