/*
 * Names of files in a location. Every one is made of hexadecimal digits and constants, so none leads out of the location's folder.
 *   chunks/ab/<64 hex>   index/<uuid>/<32 hex>   tmp/<32 hex>   trash/ab/<64 hex>   damaged/<64 hex>   store
 *   unknown/<uuid>/<32 hex>
 */
const ID = /^[0-9a-f]{64}$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const BACKUP = /^[0-9a-f]{32}$/

/** Folders that a location always has. */
export const baseFolders = ['chunks', 'index', 'tmp', 'trash', 'damaged', 'unknown'] as const
/** The file that names the location whose folder this is. */
export const markerPath = 'store'

/** The 256 folders into which chunks are spread. */
export const spread: readonly string[] = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0'))

const named = (id: Buffer | string): string => {
  const text = typeof id === 'string' ? id : id.toString('hex')
  if (!ID.test(text)) throw new RangeError('Not the name of a chunk')
  return text
}
export const chunkPath = (id: Buffer | string): string => `chunks/${named(id).slice(0, 2)}/${named(id)}`
export const trashPath = (id: Buffer | string): string => `trash/${named(id).slice(0, 2)}/${named(id)}`
export const damagedPath = (id: Buffer | string): string => `damaged/${named(id)}`
export const isChunkName = (name: string): boolean => ID.test(name)

/** Which backup of which VM or disk an index belongs to: a UUID in small letters, and 32 hexadecimal digits. */
export type IndexName = { subject: string; backup: string }

/** @throws RangeError when a part is not what `IndexName` states */
export function indexPath({ subject, backup }: IndexName): string {
  if (!UUID.test(subject) || !BACKUP.test(backup)) throw new RangeError('Not the name of an index')
  return `index/${subject}/${backup}`
}

/** Where an index is put aside when no database knows it. @param path of its place */
export const asidePath = (path: string): string => `unknown${path.slice('index'.length)}`

export const isTemporary = (name: string): boolean => BACKUP.test(name)
export const isIndexFolder = (name: string): boolean => UUID.test(name)
export const isIndexFile = (name: string): boolean => BACKUP.test(name)
