import { type VolumeWay, volumeWay } from '../../../domain/storage/volumes.ts'
import { noDriver } from '../../storage/raw-volume.ts'
import { nodePath } from '../linux/paths.ts'
import type { XmlNode } from './xml.ts'

/** How libvirt names a volume: the `type` of a disk, the attribute of its `source` that has the path, and how QEMU opens it. */
type InXml = { type: 'file' | 'block' | 'network'; attribute: string; driver: XmlNode }

const inXml: Partial<Record<VolumeWay, InXml>> = {
  file: { type: 'file', attribute: '@file', driver: {} },
  // Past the memory of the node: another one that has the same volume afterwards must read what was written here.
  block: { type: 'block', attribute: '@dev', driver: { '@cache': 'none', '@io': 'native' } },
}

const inXmlOf = (path: string): InXml => {
  const found = inXml[volumeWay(path)]
  if (found) return found
  throw noDriver(path)
}

/** A volume as the definition of a domain names it. @throws PanelError invalid_input for a path that is none */
export function volumeSource(path: string): Omit<InXml, 'attribute'> & { source: XmlNode } {
  const { type, attribute, driver } = inXmlOf(path)
  return { type, driver, source: { [attribute]: nodePath(path) } }
}

/** The path of a `source` that libvirt has written; null when it names no volume. `read` looks an attribute up. */
export function pathOfSource(read: (attribute: string) => unknown): string | null {
  for (const { attribute } of Object.values(inXml)) {
    const value = read(attribute)
    if (typeof value === 'string') return value
  }
  return null
}

/** What programs of QEMU call a volume. @throws PanelError invalid_input for a path that is none */
export function qemuName(path: string): string {
  inXmlOf(path)
  return nodePath(path)
}
