/** Folders of /dev that are none of a volume group. */
const OF_DEV = new Set(
  'block bsg bus char cpu disk dma_heap dri fd input mapper mqueue net pts shm snd usb vfio virtio-ports zvol'.split(
    ' ',
  ),
)

/** Whether a volume group can be called so: LVM's rules (lvm(8), VALID NAMES), and no folder of /dev. */
export const isGroupName = (name: string): boolean =>
  /^[A-Za-z0-9_][A-Za-z0-9_.+-]{0,99}$/.test(name) && !OF_DEV.has(name)

/** Whether a ZFS pool, or a dataset in one, can be called so (zpool-create(8), zfs(8)). */
export const isDatasetName = (name: string): boolean =>
  /^[A-Za-z]/.test(name) &&
  name.length <= 150 &&
  name.split('/').every((part) => /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,99}$/.test(part))
