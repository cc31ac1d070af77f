import type { Duplex } from 'node:stream'
import { clearIn } from '../../../drivers/hypervisor/utility-guest/clear.ts'
import type { UtilityGuests } from '../../../drivers/hypervisor/utility-types.ts'
import type { DummyCalls } from '../calls.ts'
import { takes } from '../node.ts'
import { openUtilityGuest } from '../utility-guest/open.ts'

/** Simulated guests that work on file systems. */
export const utilityGuests: DummyCalls<UtilityGuests> = {
  openUtilityGuest(_boot, disk, signal) {
    const keep = (stream: Duplex) => this.link.keep(stream)
    return this.link.do(takes.volume, signal, (either) => openUtilityGuest(this.node, disk, keep, either))
  },

  clearDisk(_boot, disk, signal) {
    const keep = (stream: Duplex) => this.link.keep(stream)
    return this.link.do(takes.volume, signal, async (either) => {
      const guest = await openUtilityGuest(this.node, { ...disk, access: 'write' }, keep, either)
      return clearIn({ guest, end: async () => guest.close() }, either)
    })
  },
}
