import type { HardwareReport } from './report.ts'

type Disk = Pick<HardwareReport['disks'][number], 'transport' | 'holds'> & { id: string }

/** What `blkid` calls members besides those whose names say so. */
const others: readonly string[] = ['ceph_bluestore', 'drbd', 'bcache']

/** Whether a disk, or a partition of it, belongs to an array, a volume group or a pool: with others, of which nothing is known here. */
export const isMember = ({ holds }: Pick<Disk, 'holds'>): boolean =>
  holds?.some(({ type }) => type.endsWith('_member') || others.includes(type)) ?? false

/**
 * Whether a system is installed on a disk only when somebody names it: a USB drive, and a member of something that the panel has not made.
 * @param own what the disks are named by that hold the system which the panel has installed
 */
export const isSpared = (disk: Disk, own: readonly string[]): boolean =>
  disk.transport === 'usb' || (isMember(disk) && !own.includes(disk.id))
