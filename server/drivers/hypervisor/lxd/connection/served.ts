import { refusalMessage } from '../../../../domain/node/capabilities.ts'
import { refused } from '../../../../domain/shared/errors.ts'
import type { ServedVolumes } from '../../served-types.ts'
import { unavailable } from '../unavailable.ts'

const noExport = () => refused(refusalMessage('disk_export'))

/** Containers start on volumes only that are whole. */
export function servedVolumes(): ServedVolumes {
  return {
    serveVolumes: async (_internalName, _volumes, signal) => unavailable(signal, noExport()),
    pullVolume: async (_internalName, _disk, _onPulled, signal) => unavailable(signal, noExport()),
    releaseVolumes: async (_internalName, _paths, signal) => unavailable(signal, noExport()),
  }
}
