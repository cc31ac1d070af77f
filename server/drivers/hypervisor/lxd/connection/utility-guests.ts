import { deviceRejected } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import type { UtilityGuests } from '../../utility-types.ts'
import { unavailable } from '../unavailable.ts'

const noHelperGuest = () => deviceRejected(msg`A node with containers runs no helper guest: use a node with libvirt`)

/** A node with containers starts no guests of another kind. */
export function utilityGuests(): UtilityGuests {
  return {
    openUtilityGuest: async (_boot, _disk, signal) => unavailable(signal, noHelperGuest()),
    clearDisk: async (_boot, _disk, signal) => unavailable(signal, noHelperGuest()),
  }
}
