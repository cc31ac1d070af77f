import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import { rejected } from '../../hypervisor/linux/messages.ts'
import { rawStorage } from '../raw-storage.ts'
import { run } from '../run.ts'
import { rootOf, type StorageDriver } from '../types.ts'
import { type Group, readGroup, readVolumes } from './report.ts'
import { lvmVolume } from './volume.ts'

const mib = 1 << 20
const MOST_VOLUMES = 100_000
/** By this tag a volume group is known again; groups of one name are on many nodes. */
const TAG = 'datahall.storage='

/** The storage that a group belongs to; null: to none yet. */
const ownerOf = ({ vg_tags }: Group): string | null =>
  vg_tags
    .split(',')
    .find((tag) => tag.startsWith(TAG))
    ?.slice(TAG.length) ?? null

/** A volume group of the node's own. Letting go of it needs nothing. */
export const lvmStorage: StorageDriver<'lvm'> = (ssh, place) => {
  const { group, identity } = place
  /** What the start of the node has left inactive. */
  const activate = (signal: AbortSignal) => run(ssh, ['vgchange', '--activate', 'y', '--', group], signal)

  return {
    ...rawStorage(rootOf(place), (path) => lvmVolume(ssh, path)),
    async connect(signal) {
      const owner = ownerOf(await readGroup(ssh, group, signal))
      if (owner !== null && owner !== identity)
        throw rejected(
          msg`The volume group ${group} on the node belongs to another storage already: choose another group`,
        )
      if (owner === null) await run(ssh, ['vgchange', '--addtag', `${TAG}${identity}`, '--', group], signal)
      await activate(signal)
    },
    async check(signal) {
      const found = await readGroup(ssh, group, signal)
      const owner = ownerOf(found)
      if (owner !== identity)
        throw rejected(
          owner === null
            ? msg`The volume group ${group} on the node is not this storage: it does not carry its tag`
            : msg`The volume group ${group} on the node is another storage`,
        )
      if (!found.vg_attr.startsWith('w')) throw rejected(msg`The volume group ${group} on the node is read-only`)
      await activate(signal)
      return {
        total_mib: Math.floor(found.vg_size / mib),
        used_mib: Math.ceil((found.vg_size - found.vg_free) / mib),
        lost: found.vg_missing_pv_count > 0 ? msg`a disk of the volume group is missing` : null,
      }
    },
    disconnect: async () => {},
    async volumes(signal) {
      const all = await readVolumes(ssh, group, signal)
      return all.slice(0, MOST_VOLUMES).map(({ lv_name, lv_size }) => ({
        name: cleanMessage(lv_name).slice(0, 255),
        size_mib: Math.ceil(lv_size / mib),
      }))
    },
  }
}
