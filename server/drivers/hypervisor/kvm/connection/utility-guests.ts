import { clearIn } from '../../utility-guest/clear.ts'
import { startUtilityGuest } from '../../utility-guest/start.ts'
import type { UtilityGuests } from '../../utility-types.ts'
import type { KvmNode } from '../kvm-node.ts'

/** Throw-away guests that work on file systems. */
export function utilityGuests(node: KvmNode): UtilityGuests {
  const { ssh } = node
  return {
    openUtilityGuest: (boot, disk, signal) =>
      node.do(signal, async () => (await startUtilityGuest(ssh, boot, disk, signal)).guest),

    clearDisk(boot, { path, format }, signal) {
      const start = () => startUtilityGuest(ssh, boot, { path, format, access: 'write' }, signal)
      return node.do(signal, async () => clearIn(await start(), signal))
    },
  }
}
