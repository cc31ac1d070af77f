import { exclusively } from '../exclusive.ts'
import { run } from '../run.ts'
import type { StorageDriver } from '../types.ts'
import { groupStorage, ownerOf } from './driver.ts'
import { holderOf, machineOf, SHARED } from './holder.ts'
import { isActivatedAtStart, readGroup, readVolumes } from './report.ts'
import { lvmVolume } from './volume.ts'

/** Volumes that are named in one command. */
const AT_ONCE = 100

/**
 * A volume group on disks that several nodes see, such as those of a SAN, without a lock manager of LVM. Each volume carries the name of the
 * one node that may have it active, in the group itself, where a node that was started and another panel see it as well.
 */
export const networkLvmStorage: StorageDriver<'network_lvm'> = (ssh, place) => {
  const { group } = place
  const own = async (signal: AbortSignal) => {
    const machine = await machineOf(ssh, signal)
    return (await readVolumes(ssh, group, signal)).filter((one) => holderOf(one) === machine)
  }
  const activate = async (how: 'y' | 'n', signal: AbortSignal) => {
    const names = (await own(signal)).map(({ lv_name }) => `${group}/${lv_name}`)
    for (let at = 0; at < names.length; at += AT_ONCE)
      await run(ssh, ['lvchange', '--activate', how, '--', ...names.slice(at, at + AT_ONCE)], signal)
  }
  const storage = groupStorage(ssh, place, { tags: [SHARED], ready: (signal) => activate('y', signal) })
  const volume = (name: string) => lvmVolume(ssh, storage.source(name).path)

  return {
    ...storage,
    connect: (signal) =>
      exclusively(
        ssh,
        `lvm:${group}`,
        async () => {
          await storage.connect(signal)
          // A node that starts leaves alone what others may have in use. LVM fails where that is so already.
          if (await isActivatedAtStart(ssh, group, signal))
            await run(ssh, ['vgchange', '--setautoactivation', 'n', '--', group], signal)
        },
        signal,
      ),
    async disconnect(signal) {
      // One that was refused has none of them: they are another storage's.
      if (ownerOf(await readGroup(ssh, group, signal)) === place.identity) await activate('n', signal)
    },
    hold: (name, signal) => volume(name).hold(signal),
    letGo: (name, signal) => volume(name).letGo(signal),
  }
}
