import { msg } from '../../../../shared/text.ts'
import type { DiskExports } from '../../backup-types.ts'
import { rejected } from '../../linux/messages.ts'
import { unavailable } from '../unavailable.ts'

/** Disks of containers are neither read nor written. */
export function diskExports(): DiskExports {
  return {
    exportDisks: async (_internalName, _request, signal) =>
      unavailable(signal, rejected(msg`The disks of containers cannot be backed up yet`)),

    /** Nothing was ever read. */
    endExport: async (_internalName, _left, signal) => signal.throwIfAborted(),

    /** There are none. */
    forgetCheckpoints: async (_internalName, _disks, signal) => signal.throwIfAborted(),

    exportVolume: async (_volume, signal) =>
      unavailable(signal, rejected(msg`The disks of containers cannot be restored yet`)),
  }
}
