import { refusalMessage } from '../../../../domain/node/capabilities.ts'
import { refused } from '../../../../domain/shared/errors.ts'
import type { DiskMoves } from '../../move-types.ts'
import { unavailable } from '../unavailable.ts'

const noStorages = () => refused(refusalMessage('storages'))

/** Disks of containers stay where they are. */
export function diskMoves(): DiskMoves {
  return {
    moveDisk: async (_spec, _move, _onCopied, signal) => unavailable(signal, noStorages()),

    /** Nothing was ever moved. */
    async dropMove(_internalName, _move, signal) {
      signal.throwIfAborted()
      return 'old'
    },

    copyVolume: async (_copy, _onCopied, signal) => unavailable(signal, noStorages()),
    copyFile: async (_from, _to, signal) => unavailable(signal, noStorages()),
  }
}
