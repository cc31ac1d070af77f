import { msg, type Text } from '../../shared/text.ts'
import {
  changeableParams,
  type ParamField,
  type PoolField,
  paramFields,
  poolFields,
  type StorageKind,
  shownKinds,
  storageCan,
  storageKind,
} from './kinds.ts'
import { isDatasetName, isGroupName } from './names.ts'

type Wrong = { field: string; words: Text } | null
type Values<Field extends string> = { [Name in Field]?: string | number | undefined }

/** Folders of the system itself: what is below them is not for disks. */
const SYSTEM = 'bin boot dev etc lib lib32 lib64 libx32 proc root run sbin sys tmp usr'.split(' ')
/** Folders that others keep theirs in: below them there is room, they themselves are not. */
const COMMON = ['/', '/home', '/media', '/mnt', '/opt', '/srv', '/var', '/var/lib', '/var/log', '/var/tmp']

const is = (value: string | number | undefined) => value !== undefined && value !== ''

/** Nothing that could be read as another field, option or protocol. */
const PLAIN = /^[\x21-\x7e]+$/
const ADDRESS = /^[0-9A-Fa-f.:]{2,45}$/

/** Why a path is no folder for disks, or null. Spaces, commas and `#` would be something else in /etc/fstab. */
export function folderError(field: string, path: string): Wrong {
  const parts = path.split('/')
  if (!path.startsWith('/') || path.length > 255 || parts.includes('..') || parts.includes('.') || !PLAIN.test(path))
    return { field, words: msg`an absolute path of at most 255 characters without spaces, . and ..` }
  if (/[,#\\"'$`;&|<>*?]/.test(path)) return { field, words: msg`a path of ordinary characters` }
  if (path.includes('//') || (path.length > 1 && path.endsWith('/')))
    return { field, words: msg`a path without doubled slashes, and none at the end` }
  if (SYSTEM.includes(parts[1] ?? '') || COMMON.includes(path))
    return { field, words: msg`${path} is a folder of the system: choose one of its own, such as /srv/vm` }
  return null
}

/** Whether one folder is, or lies in, the other. */
export const overlaps = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`)

/** What is wrong with where a new storage is, or null. */
export function paramsError(kind: StorageKind, params: Values<ParamField>): Wrong {
  const { params: known, label } = storageKind[kind]
  if ((shownKinds as readonly string[]).includes(kind))
    return { field: 'type', words: msg`storages of the kind ${label} are shown, and cannot be created` }
  const other = paramFields.find((name) => is(params[name]) && !known.includes(name))
  if (other) return { field: other, words: msg`a storage of the kind ${label} has no ${other}` }
  const missing = known.find((name) => !is(params[name]))
  if (missing) return { field: missing, words: msg`a storage of the kind ${label} needs ${missing}` }
  const { ip_addr, ssh_port, login, nas_storage_path } = params
  if (is(ip_addr) && !ADDRESS.test(String(ip_addr))) return { field: 'ip_addr', words: msg`an IPv4 or IPv6 address` }
  if (typeof ssh_port === 'number' && (ssh_port < 1 || ssh_port > 65_535))
    return { field: 'ssh_port', words: msg`from 1 to 65535` }
  if (is(login) && !/^[a-z_][a-z0-9_-]{0,31}$/.test(String(login)))
    return { field: 'login', words: msg`a user name of Linux` }
  if (!is(nas_storage_path)) return null
  const path = String(nas_storage_path)
  if (!path.startsWith('/') || path.length > 255 || !PLAIN.test(path) || /[,#\\"'$`;&|<>*?]/.test(path))
    return { field: 'nas_storage_path', words: msg`an absolute path of ordinary characters, without spaces` }
  return null
}

/** Why the place of a storage cannot become another one, or null. @param given what is to change, `present` what stays */
export function paramsEditError(kind: StorageKind, given: Values<ParamField>, present: Values<ParamField>): Wrong {
  const fixed = paramFields.find((name) => is(given[name]) && !changeableParams(kind).includes(name))
  if (fixed)
    return {
      field: fixed,
      words: msg`the place of a storage of the kind ${storageKind[kind].label} stays: add another storage, and move the disks there`,
    }
  return paramsError(kind, { ...present, ...given })
}

/** Why so many times the size of a storage cannot be promised, or null. */
export function oversellingError(kind: StorageKind, value: number | undefined): Text | null {
  if (value === undefined || value <= 1 || storageCan(kind, 'thin')) return null
  return msg`disks on storages of the kind ${storageKind[kind].label} take all of their size at once: no more than that can be promised`
}

/** Why volumes cannot be in a group or pool of this name, or null. */
function nameError({ volume_group, zfs_pool_name }: Values<PoolField>): Wrong {
  if (is(volume_group) && !isGroupName(String(volume_group)))
    return { field: 'volume_group', words: msg`the name of a volume group: letters, digits, _ . + and -` }
  if (is(zfs_pool_name) && !isDatasetName(String(zfs_pool_name)))
    return { field: 'zfs_pool_name', words: msg`the name of a pool, or of a dataset in one, such as tank/vm` }
  return null
}

/** What is wrong with where a storage is on the nodes of a cluster, or null. */
export function poolError(kind: StorageKind, pool: Values<PoolField>): Wrong {
  const { pool: known, label } = storageKind[kind]
  const other = poolFields.find((name) => is(pool[name]) && !known.includes(name))
  if (other) return { field: other, words: msg`a storage of the kind ${label} has no ${other}` }
  const [first] = known
  if (first !== undefined && !is(pool[first]))
    return { field: first, words: msg`a storage of the kind ${label} needs ${first}` }
  if (kind === 'ceph') return cephPoolError(pool)
  if (storageKind[kind].volumes === 'file')
    return first === undefined || !is(pool[first]) ? null : folderError(first, String(pool[first]))
  return nameError(pool)
}

/** Names that are nothing else to the programs of Ceph. */
const CEPH_NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/
const MOST_GROUPS = 65_536

function cephPoolError({ rbd_pool_name, rbd_user, placement_groups }: Values<PoolField>): Wrong {
  const words = msg`up to 64 letters, digits, dots, _ and -, a letter or digit first`
  if (!CEPH_NAME.test(String(rbd_pool_name))) return { field: 'rbd_pool_name', words }
  if (is(rbd_user) && !CEPH_NAME.test(String(rbd_user))) return { field: 'rbd_user', words }
  if (rbd_user === 'admin')
    return {
      field: 'rbd_user',
      words: msg`a user of its own: the key is put on each node, and that of admin opens everything`,
    }
  if (is(placement_groups) && !(Number(placement_groups) >= 1 && Number(placement_groups) <= MOST_GROUPS))
    return { field: 'placement_groups', words: msg`from 1 to 65536` }
  return null
}
