import type { DiskToRead } from '../../backup-types.ts'
import { nodePath } from '../../linux/paths.ts'
import { buildXml } from '../xml.ts'

/** What the bitmap of changes is called on every export, whatever the parent's name is. */
export const CHANGES = 'changed'

/** An export of disks of a running domain (libvirt.org/formatbackup.html). */
export const exportXml = (
  disks: readonly DiskToRead[],
  { socket, parent, scratch }: { socket: string; parent: string | null; scratch: (disk: DiskToRead) => string },
): string =>
  buildXml({
    domainbackup: {
      '@mode': 'pull',
      ...(parent !== null && { incremental: parent }),
      server: { '@transport': 'unix', '@socket': socket },
      disks: {
        disk: disks.map((disk) => ({
          '@name': disk.target_dev,
          '@backup': 'yes',
          '@type': 'file',
          ...(parent !== null && { '@exportbitmap': CHANGES }),
          driver: { '@type': 'qcow2' },
          scratch: { '@file': nodePath(scratch(disk)) },
        })),
      },
    },
  })

const marked = (disks: readonly DiskToRead[], bitmap: string | null) => ({
  disk: disks.map(({ target_dev }) => ({
    '@name': target_dev,
    '@checkpoint': 'bitmap',
    ...(bitmap !== null && { '@bitmap': bitmap }),
  })),
})

/** A checkpoint of disks of a running domain (libvirt.org/formatcheckpoint.html). */
export const checkpointXml = (name: string, disks: readonly DiskToRead[]): string =>
  buildXml({ domaincheckpoint: { name, disks: marked(disks, null) } })

/** A checkpoint whose bitmaps are there already; the definition is libvirt's own text. `creationTime` in seconds since the epoch. */
export function redefinedXml(
  { name, parent, creationTime }: { name: string; parent: string | null; creationTime: number },
  disks: readonly DiskToRead[],
  definition: string,
): string {
  const head = buildXml({
    domaincheckpoint: {
      name,
      ...(parent !== null && { parent: { name: parent } }),
      creationTime: String(creationTime),
      disks: marked(disks, name),
    },
  })
  return head.replace(/<\/domaincheckpoint>\s*$/, () => `${definition}</domaincheckpoint>`)
}
