import { DEFAULT_FOLDER, type StorageKind, storageKind } from './kinds.ts'

/** How a kind of storage keeps its volumes; `volumes` of `storageKind` names one of these. */
export type VolumeWay = (typeof storageKind)[StorageKind]['volumes']

/**
 * What volumes are, by how they are kept: the format of what is in them, and how their paths begin and end. A path tells by its beginning
 * what it names, because no folder for disks is below /dev: `/vm/NAME.qcow2`, `/dev/GROUP/NAME`, `/dev/zvol/POOL/NAME`, `rbd:USER@POOL/NAME`.
 */
export const volumeWays = {
  file: { format: 'qcow2', begins: '/', suffix: '.qcow2' },
  block: { format: 'raw', begins: '/dev/', suffix: '' },
  rbd: { format: 'raw', begins: 'rbd:', suffix: '' },
} as const satisfies Record<VolumeWay, { format: 'qcow2' | 'raw'; begins: string; suffix: string }>

/** How the volume at a path is kept. */
export function volumeWay(path: string): VolumeWay {
  if (path.startsWith(volumeWays.rbd.begins)) return 'rbd'
  return path.startsWith(volumeWays.block.begins) ? 'block' : 'file'
}

/** Format of what is in the volume at a path. */
export const volumeFormat = (path: string): 'qcow2' | 'raw' => volumeWays[volumeWay(path)].format

/** A disk's volume with its format, as drivers want it. */
export const diskVolume = (path: string) => ({ path, format: volumeFormat(path) })

/** Path of a volume of a storage. @param place folder of files, or what its volumes' paths begin with */
export const volumePath = (place: string, name: string): string =>
  `${place}/${name}${volumeWays[volumeWay(`${place}/`)].suffix}`

/** Who nodes are to a pool of Ceph: unless one was named, a user that may do nothing but use this pool. */
export const cephUser = ({ rbd_pool_name, rbd_user }: { [name: string]: string | number | null | undefined }): string =>
  String(rbd_user || `datahall-${rbd_pool_name}`)

/** Parts of the path of an image in Ceph: words that are nothing else to programs and in definitions. */
const RBD_PATH = /^rbd:([A-Za-z0-9][\w.-]{0,79})@([A-Za-z0-9][\w.-]{0,63})\/(\w[\w.-]{0,119})$/

/** An image of RBD by its path; null for a path that names none. */
export function rbdImage(path: string): { user: string; pool: string; name: string } | null {
  const [, user, pool, name] = RBD_PATH.exec(path) ?? []
  return user && pool && name ? { user, pool, name } : null
}

/** What the volumes of a storage are called by in paths; null for a kind that has none. */
export function volumesAt(kind: string, pool: { [name: string]: string | number | null | undefined }): string | null {
  if (!Object.hasOwn(storageKind, kind)) return null
  const row = storageKind[kind as StorageKind]
  const name = row.pool[0] === undefined ? null : (pool[row.pool[0]] ?? null)
  if (row.volumes === 'file' || name === null) return null
  if (row.volumes === 'rbd') return `${volumeWays.rbd.begins}${cephUser(pool)}@${name}`
  return kind === 'zfs' ? `/dev/zvol/${name}` : `/dev/${name}`
}

/** Folder for the other files of a VM (seed, memory, what is written meanwhile), beside its volumes where these are files. */
export const filesBeside = (place: string): string => (volumeWay(`${place}/`) === 'file' ? place : DEFAULT_FOLDER)

/** The place that a volume's path begins with. */
export const placeOfVolume = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/'
