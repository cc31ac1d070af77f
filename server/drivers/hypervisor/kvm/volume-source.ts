import { rbdImage, type VolumeWay, volumeWay } from '../../../domain/storage/volumes.ts'
import { cephConf, cephSecret } from '../../storage/ceph/node-files.ts'
import { noDriver } from '../../storage/raw-volume.ts'
import { nodePath } from '../linux/paths.ts'
import type { XmlNode } from './xml.ts'

/** A volume as libvirt names it: the `type` of a disk, its `source`, and how QEMU opens it. */
export type VolumeInXml = { type: 'file' | 'block' | 'network'; source: XmlNode; driver: XmlNode }

/** Looks up an element or attribute below one that was read. */
export type Pick = (value: unknown, key: string) => unknown

type Way = {
  inXml: (path: string) => VolumeInXml
  /** The path of a `source` that was read; what is no text: it names none of this kind. */
  ofSource: (source: unknown, pick: Pick) => unknown
  /** What programs of QEMU call it. */
  qemu: (path: string) => string
}

const imageAt = (path: string) => {
  const image = rbdImage(path)
  if (!image) throw noDriver(path)
  return image
}

const ways: Record<VolumeWay, Way> = {
  file: {
    inXml: (path) => ({ type: 'file', source: { '@file': nodePath(path) }, driver: {} }),
    ofSource: (source, pick) => pick(source, '@file'),
    qemu: nodePath,
  },
  block: {
    inXml: (path) => ({
      type: 'block',
      source: { '@dev': nodePath(path) },
      // Past the memory of the node: another one that has the same volume afterwards must read what was written here.
      driver: { '@cache': 'none', '@io': 'native' },
    }),
    ofSource: (source, pick) => pick(source, '@dev'),
    qemu: nodePath,
  },
  rbd: {
    inXml(path) {
      const { user, pool, name } = imageAt(path)
      const secret = { '@type': 'ceph', '@usage': cephSecret(pool) }
      const auth = { '@username': user, secret }
      const source = { '@protocol': 'rbd', '@name': `${pool}/${name}`, config: { '@file': cephConf(pool) }, auth }
      return { type: 'network', source, driver: {} }
    },
    ofSource(source, pick) {
      const [name, user] = [pick(source, '@name'), pick(pick(source, 'auth'), '@username')]
      return pick(source, '@protocol') === 'rbd' && typeof user === 'string' ? `rbd:${user}@${String(name)}` : null
    },
    qemu(path) {
      const { user, pool, name } = imageAt(path)
      return `rbd:${pool}/${name}:id=${user}:conf=${cephConf(pool)}`
    },
  },
}

/** A volume as the definition of a domain names it. @throws PanelError invalid_input for a path that is none */
export const volumeSource = (path: string): VolumeInXml => ways[volumeWay(path)].inXml(path)

/** The path of a `source` that libvirt has written; null when it names no volume. */
export function pathOfSource(source: unknown, pick: Pick): string | null {
  for (const { ofSource } of Object.values(ways)) {
    const path = ofSource(source, pick)
    if (typeof path === 'string') return path
  }
  return null
}

/** What programs of QEMU call a volume. @throws PanelError invalid_input for a path that is none */
export const qemuName = (path: string): string => ways[volumeWay(path)].qemu(path)
