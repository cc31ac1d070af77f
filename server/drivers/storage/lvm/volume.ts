import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { msg } from '../../../shared/text.ts'
import { rejected } from '../../hypervisor/linux/messages.ts'
import type { RawVolume } from '../raw-volume.ts'
import { run } from '../run.ts'
import { fillWithZeros } from '../zeros.ts'
import { namesOf } from './names.ts'
import { piecesOf, readGroup, readVolume } from './report.ts'

const mib = 1 << 20

/** A logical volume that takes all of its size. */
export function lvmVolume(ssh: SshConnection, path: string): RawVolume {
  const { group, name } = namesOf(path)
  const full = `${group}/${name}`

  /** No signature is looked for: what is there is overwritten, or was by us. */
  const make = (size: readonly string[], called: string, signal: AbortSignal) =>
    run(
      ssh,
      ['lvcreate', '--yes', '--wipesignatures', 'n', '--zero', 'n', ...size, '--name', called, '--', group],
      signal,
    )

  const drop = async (called: string, signal: AbortSignal) => {
    if (await readVolume(ssh, group, called, signal))
      await run(ssh, ['lvremove', '--yes', '--', `${group}/${called}`], signal)
  }

  /** Room that reads as zeros before it becomes part of a volume: a guest that is started meanwhile must not see what others had there. */
  async function growBy(extents: number, signal: AbortSignal): Promise<void> {
    const room = `${name}.grow`
    await drop(room, signal)
    await make(['--extents', String(extents)], room, signal)
    await fillWithZeros(ssh, `/dev/${group}/${room}`, signal)
    const pieces = await piecesOf(ssh, group, room, signal)
    if (pieces.length === 0) throw rejected(msg`The node does not say where the volume ${full} lies`)
    await drop(room, signal)
    // Another volume that takes the room in between makes this fail, and the next attempt begins anew.
    await run(ssh, ['lvextend', '--extents', `+${extents}`, '--', full, ...pieces], signal)
  }

  return {
    async size(signal) {
      const found = await readVolume(ssh, group, name, signal)
      if (!found) return null
      return { bytes: found.lv_size, step: (await readGroup(ssh, group, signal)).vg_extent_size }
    },
    async create(size_mib, signal) {
      await make(['--size', `${size_mib}m`], name, signal)
      await fillWithZeros(ssh, path, signal)
    },
    async grow(size_mib, signal) {
      const found = await readVolume(ssh, group, name, signal)
      if (!found) throw rejected(msg`There is no volume ${path} on the node`)
      const missing = size_mib * mib - found.lv_size
      if (missing <= 0) return
      const { vg_extent_size } = await readGroup(ssh, group, signal)
      await growBy(Math.ceil(missing / vg_extent_size), signal)
    },
    async rename(to, signal) {
      const next = namesOf(to)
      await run(ssh, ['lvrename', '--', group, name, next.name], signal)
    },
    async remove(signal) {
      await drop(`${name}.grow`, signal)
      await drop(name, signal)
    },
  }
}
