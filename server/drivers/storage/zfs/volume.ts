import { deviceRejected, invalidInput } from '../../../domain/shared/errors.ts'
import { isDatasetName } from '../../../domain/storage/names.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { msg } from '../../../shared/text.ts'
import type { RawVolume } from '../raw-volume.ts'
import { run } from '../run.ts'
import { isVolumeName } from '../types.ts'
import { readProperties } from './properties.ts'

/** A mebibyte is a multiple of every block size that a volume can have (zfsprops(7), volblocksize). */
const STEP = 1 << 20

/** The dataset at a path. @throws PanelError invalid_input for a path that names none */
export function datasetOf(path: string): string {
  const [, parent, name] = /^\/dev\/zvol\/(.+)\/([^/]+)$/.exec(path) ?? []
  if (parent !== undefined && name !== undefined && isDatasetName(parent) && isVolumeName(name))
    return `${parent}/${name}`
  throw invalidInput(msg`This is no path of a ZFS volume`, path.slice(0, 100))
}

/** A volume that takes of its pool what is written to it. */
export function zfsVolume(ssh: SshConnection, path: string): RawVolume {
  const dataset = datasetOf(path)
  const sizeOf = async (signal: AbortSignal) => {
    const found = await readProperties(ssh, dataset, ['volsize'], signal)
    return found ? Number(found.get('volsize')) : null
  }
  /** udev makes the device of a volume after the command that makes the volume has ended. */
  const settled = (signal: AbortSignal) =>
    run(ssh, ['udevadm', 'settle', '--timeout=20', `--exit-if-exists=${path}`], signal)

  return {
    async size(signal) {
      const bytes = await sizeOf(signal)
      return bytes === null ? null : { bytes, step: STEP }
    },
    async create(size_mib, signal) {
      await run(ssh, ['zfs', 'create', '-s', '-V', `${size_mib}M`, '--', dataset], signal)
      await settled(signal)
    },
    async grow(size_mib, signal) {
      const bytes = await sizeOf(signal)
      if (bytes === null) throw deviceRejected(msg`There is no volume ${path} on the node`)
      if (bytes < size_mib * STEP) await run(ssh, ['zfs', 'set', `volsize=${size_mib}M`, '--', dataset], signal)
    },
    async rename(to, signal) {
      await run(ssh, ['zfs', 'rename', '--', dataset, datasetOf(to)], signal)
      await run(ssh, ['udevadm', 'settle', '--timeout=20', `--exit-if-exists=${to}`], signal)
    },
    async remove(signal) {
      if ((await sizeOf(signal)) !== null) await run(ssh, ['zfs', 'destroy', '--', dataset], signal)
    },
  }
}
