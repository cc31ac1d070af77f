import type { HardwareReport } from './report.ts'

type Disk = Pick<HardwareReport['disks'][number], 'serial' | 'wwn' | 'transport'>

/** Names that stand in any answer file and argument of a kernel as they are, and match nothing else. */
const NAME = /^[A-Za-z0-9._:-]{1,128}$/

/**
 * The file of udev (60-persistent-storage.rules) by which an installer finds a disk: kernels number disks anew each time.
 * @returns null for a disk that has no such name
 */
export function diskPath({ serial, wwn, transport }: Disk): string | null {
  const name = wwn.startsWith('0x')
    ? `wwn-${wwn}`
    : /^(eui|uuid)\./.test(wwn) && transport === 'nvme'
      ? `nvme-${wwn}`
      : transport === 'virtio' && serial !== ''
        ? `virtio-${serial}`
        : ''
  return NAME.test(name) ? `/dev/disk/by-id/${name}` : null
}
