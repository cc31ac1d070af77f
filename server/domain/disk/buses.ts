/** How a VM reaches a disk. `ide` takes disks only while the VM is off. */
export const buses = ['virtio', 'scsi', 'ide'] as const
export type Bus = (typeof buses)[number]

/** How the names of devices begin on a bus. */
const prefix: Record<Bus, string> = { virtio: 'vd', scsi: 'sd', ide: 'hd' }
/**
 * Letters that disks may have. On IDE, which has four places, `d` is the drive with the seed; on SCSI, which SATA shares its names with
 * in UEFI VMs, so are `c` and `d`.
 */
const letters: Record<Bus, string> = {
  virtio: 'abcdefghijklmnopqrstuvwxyz',
  scsi: 'abefghijklmnop',
  ide: 'abc',
}

/** The first name that is free on a bus, or null when it is full. */
export function freeDevice(bus: Bus, taken: readonly (string | null)[]): string | null {
  const letter = [...letters[bus]].find((one) => !taken.includes(prefix[bus] + one))
  return letter === undefined ? null : prefix[bus] + letter
}
