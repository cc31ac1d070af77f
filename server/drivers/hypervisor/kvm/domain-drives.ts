import type { DiskSpec, DomainSpec } from '../domain-types.ts'
import { nodePath } from '../linux/paths.ts'
import { buildXml, type XmlNode } from './xml.ts'

/** Where drives go, the first free place first. IDE has four places in all; SATA gets further controllers. */
const LETTERS = { ide: [...'dcba'], sata: [...'dcbaefghz'] }

/** Names of the drives of a domain: of the seed, and of media; null when its disks leave no place for the latter. */
function places({ efi_boot, disks }: Pick<DomainSpec, 'efi_boot' | 'disks'>) {
  // The chipset `pc` has IDE, that of `q35` has SATA.
  const bus = efi_boot ? 'sata' : 'ide'
  const prefix = efi_boot ? 'sd' : 'hd'
  const taken = new Set(disks.map(({ target_dev }) => target_dev))
  const [seed, medium = null] = LETTERS[bus].map((letter) => prefix + letter).filter((dev) => !taken.has(dev))
  return { bus, seed: seed ?? `${prefix}z`, medium }
}

/** Name of the drive for media inside the domain, or null when its disks take all places. */
export const mediumDrive = (spec: Pick<DomainSpec, 'efi_boot' | 'disks'>): string | null => places(spec).medium

type Drive = { dev: string; bus: string; source: XmlNode | null; order: string | null }

const drive = ({ dev, bus, source, order }: Drive): XmlNode => ({
  '@type': 'file',
  '@device': 'cdrom',
  // Never looked into for another format: guests and uploads choose the content.
  driver: { '@name': 'qemu', '@type': 'raw' },
  ...(source === null ? {} : { source }),
  target: { '@dev': dev, '@bus': bus },
  readonly: '',
  ...(order === null ? {} : { boot: { '@order': order } }),
})

/** A VM that does not start from its medium starts without it when the file has gone. */
const sourceOf = ({ medium }: DomainSpec): XmlNode | null =>
  medium ? { '@file': nodePath(medium.path), ...(medium.boot ? {} : { '@startupPolicy': 'optional' }) } : null

/** The drives of a definition. That for media is always there: media of a running domain can be changed, drives cannot be added. */
export function drives(spec: DomainSpec): XmlNode[] {
  const { bus, seed, medium } = places(spec)
  const source = spec.cdrom === null ? null : { '@file': nodePath(spec.cdrom) }
  const order = spec.medium?.boot ? '1' : null
  return [
    drive({ dev: seed, bus, source, order: null }),
    ...(medium === null ? [] : [drive({ dev: medium, bus, source: sourceOf(spec), order })]),
  ]
}

/**
 * The drive for media with what is in it, as `updateDevice` wants it.
 * @param order what the running domain was started with, which cannot be changed
 */
export const mediumXml = (spec: DomainSpec, dev: string, order: string | null): string =>
  buildXml({ disk: drive({ dev, bus: places(spec).bus, source: sourceOf(spec), order }) })

/** In which order disks are started from. Not given: the firmware takes the first disk. */
export function startOrder(spec: DomainSpec): { isGiven: boolean; of: (disk: DiskSpec) => number | null } {
  const isOrdered = spec.disks.some(({ boot_order }) => boot_order !== null)
  if (!spec.medium?.boot || mediumDrive(spec) === null) return { isGiven: isOrdered, of: (disk) => disk.boot_order }
  // The medium is the first, disks come after it as they would without.
  const after = (disk: DiskSpec) => {
    if (isOrdered) return disk.boot_order === null ? null : disk.boot_order + 1
    return disk === spec.disks[0] ? 2 : null
  }
  return { isGiven: true, of: after }
}
