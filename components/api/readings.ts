/**
 * How often pages ask for readings, in milliseconds: as often as they are taken. Readings are no changes, so no event says that there are
 * newer ones; everything else on a page follows events.
 */
export const readEvery = {
  /** CPU, RAM and uptime of VMs. */
  load: 15_000,
  /** Rates of switch ports. */
  traffic: 60_000,
  /** What a script in a VM writes. */
  output: 1_500,
  /** Values of a controller's sensors. */
  sensors: 60_000,
  /** Who has which address of a location's DHCP server. */
  leases: 10_000,
} as const
