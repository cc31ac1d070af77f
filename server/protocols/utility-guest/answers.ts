import { violation } from './errors.ts'
import { CLEAR_KINDS, type ClearKind } from './wire.ts'

/** What is on a disk and may hold files: a partition, the whole disk, or a logical volume. */
export type Volume = {
  /** What `attach` takes. */
  id: string
  /** `ext`, `xfs`, `btrfs`, `vfat`, `ntfs`, `iso9660`; `luks`, `bitlocker`, `swap`, `lvm`, `raid`; '' when it is nothing known. */
  type: string
  label: Buffer
  size: number
}

export const ENTRY_KINDS = ['file', 'folder', 'link', 'other'] as const
/** Of a folder; names are bytes, in whatever encoding the guest has them. */
export type Entry = {
  kind: (typeof ENTRY_KINDS)[number]
  name: Buffer
  size: number
  /** Seconds since 1970. */
  modified: number
  mode: number
  /** What a link leads to. */
  target: Buffer | null
}

export type Folder = {
  entries: Entry[]
  /** How many it has; at least so many when `more_than_counted`. */
  total: number
  more_than_counted: boolean
}

/** File systems that hold files the guest can read. */
export const READABLE = new Set(['ext', 'xfs', 'btrfs', 'vfat', 'ntfs', 'iso9660'])

/** Fields that are divided by NUL, each ended by one. @throws UtilityGuestError protocol */
function fieldsOf(body: Buffer, each: number): Buffer[][] {
  if (body.length > 0 && body.at(-1) !== 0) throw violation()
  const fields: Buffer[] = []
  for (let at = 0; at < body.length; ) {
    const end = body.indexOf(0, at)
    fields.push(body.subarray(at, end))
    at = end + 1
  }
  if (fields.length % each !== 0) throw violation()
  const rows: Buffer[][] = []
  for (let at = 0; at < fields.length; at += each) rows.push(fields.slice(at, at + each))
  return rows
}

function whole(field: Buffer | undefined): number {
  const text = field?.toString('latin1') ?? ''
  if (!/^-?\d{1,16}$/.test(text) || !Number.isSafeInteger(Number(text))) throw violation()
  return Number(text)
}

function natural(field: Buffer | undefined): number {
  const number = whole(field)
  if (number < 0) throw violation()
  return number
}

const MAX_VOLUMES = 512

export function readVolumes(body: Buffer): Volume[] {
  const rows = fieldsOf(body, 4)
  if (rows.length > MAX_VOLUMES) throw violation()
  return rows.map(([id, type, label, size]) => {
    const [name, kind] = [id!.toString('latin1'), type!.toString('latin1')]
    if (!/^[\w+.:/-]{1,300}$/.test(name) || !/^[a-z0-9]{0,16}$/.test(kind)) throw violation()
    return { id: name, type: kind, label: Buffer.from(label!.subarray(0, 256)), size: natural(size) }
  })
}

/** @param limit most entries that were asked for */
export function readFolder(body: Buffer, limit: number): Folder {
  const end = body.indexOf(0, body.indexOf(0) + 1)
  if (end < 0) throw violation()
  const [[total, counted] = []] = fieldsOf(body.subarray(0, end + 1), 2)
  const rows = fieldsOf(body.subarray(end + 1), 6)
  if (rows.length > limit) throw violation()
  const entries = rows.map(([kind, name, size, modified, mode, target]): Entry => {
    const known = ENTRY_KINDS.find((one) => one === kind!.toString('latin1'))
    if (!known || !isName(name!)) throw violation()
    return {
      kind: known,
      name: Buffer.from(name!),
      size: natural(size),
      modified: whole(modified),
      mode: natural(mode),
      target: known === 'link' ? Buffer.from(target!) : null,
    }
  })
  return { entries, total: natural(total), more_than_counted: counted!.toString('latin1') === 'more' }
}

/** A name of one file: no path, none of the two that every folder has. */
const isName = (name: Buffer) =>
  name.length > 0 &&
  name.length <= 255 * 4 &&
  !name.includes(0x2f) &&
  !name.equals(Buffer.from('.')) &&
  !name.equals(Buffer.from('..'))

/** `other_system`: of Windows, which is not cleared. */
const VOLUME_STATES = ['cleared', 'no_files', 'encrypted', 'other_system', 'unreadable'] as const
type VolumeState = (typeof VOLUME_STATES)[number]

/** What the clearing of a disk did, and what it found when it looked again. */
export type Cleared = {
  /** Everything on the disk that may hold files: `cleared`, or why not. */
  volumes: { name: string; type: string; state: VolumeState }[]
  /** How many files were removed, emptied or freed of lines, by what they were. */
  removed: Partial<Record<ClearKind, number>>
  /** What a second look, with all attached anew, has still found. Empty when all is gone. */
  left: { kind: ClearKind; path: string }[]
}

export function readCleared(body: Buffer): Cleared {
  const cleared: Cleared = { volumes: [], removed: {}, left: [] }
  for (const [about, first, second, third] of fieldsOf(body, 4)) {
    const name = first!.toString('latin1')
    if (about!.toString('latin1') === 'volume') {
      const state = VOLUME_STATES.find((one) => one === third!.toString('latin1'))
      if (!state || !/^[\w+.:/-]{1,300}$/.test(name)) throw violation()
      cleared.volumes.push({ name, type: second!.toString('latin1').slice(0, 16), state })
      continue
    }
    const kind = CLEAR_KINDS.find((one) => one === name)
    if (!kind) throw violation()
    if (about!.toString('latin1') === 'removed') cleared.removed[kind] = natural(second)
    else if (about!.toString('latin1') === 'left')
      cleared.left.push({ kind, path: second!.toString('utf8').slice(0, 500) })
    else throw violation()
  }
  return cleared
}

/** A file's size and change, which come before its content. */
export function readFileHead(body: Buffer): { size: number; modified: number } {
  const [[size, modified] = []] = fieldsOf(body, 2)
  return { size: natural(size), modified: whole(modified) }
}

export function readGrown(body: Buffer): { partition: string; file_system: string; size: number } | null {
  const [row] = fieldsOf(body, 3)
  if (!row) return null
  const [partition, file_system, size] = row
  return { partition: partition!.toString('latin1'), file_system: file_system!.toString('latin1'), size: natural(size) }
}
