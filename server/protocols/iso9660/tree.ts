/** The two views of an image: plain names with Rock Ridge, and Joliet. */
export type Kind = 'primary' | 'joliet'

type Place = { extent: number; size: number }
export type Entry = { name: string; isoName: string; data: Buffer; extent: number }
export type Directory = {
  name: string
  isoName: string
  /** Null: the root. */
  parent: Directory | null
  directories: Directory[]
  files: Entry[]
} & Record<Kind, Place>

const MOST_FILES = 256
/** 6.8.2.1 allows eight levels. */
const DEEPEST = 7

const clean = (text: string, length: number) =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9_]/g, '_')
    .slice(0, length)

/** 8.3 name for readers that know neither extension. */
function shortName(name: string, index: number): string {
  const [stem = '', extension = ''] = name.split('.')
  // The number keeps them apart and in order.
  return `${clean(stem, 5)}${String(index).padStart(3, '0')}.${clean(extension, 3)};1`
}

/**
 * Files in their folders.
 * @returns all folders in the order of path tables (6.9.1), the root first, and all files
 * @throws RangeError for names that not every reader would understand
 */
export function treeOf(files: ReadonlyMap<string, Buffer>): { directories: Directory[]; entries: Entry[] } {
  const paths = [...files.keys()].sort()
  if (paths.length > MOST_FILES) throw new RangeError('Too many files')
  const made = (name: string, parent: Directory | null): Directory => {
    const nowhere = () => ({ extent: 0, size: 0 })
    return { name, isoName: '', parent, directories: [], files: [], primary: nowhere(), joliet: nowhere() }
  }
  const root = made('', null)
  const entries = paths.map((path, index): Entry => {
    const names = path.split('/')
    if (names.length > DEEPEST || !names.every((name) => /^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$/.test(name)))
      throw new RangeError('Not a plain file name')
    const name = names.pop()!
    const home = names.reduce((within, folder) => {
      const known = within.directories.find((one) => one.name === folder)
      if (known) return known
      const fresh = made(folder, within)
      within.directories.push(fresh)
      return fresh
    }, root)
    const entry = { name, isoName: shortName(name, index), data: files.get(path)!, extent: 0 }
    home.files.push(entry)
    return entry
  })
  const directories = [root]
  for (const one of directories) {
    one.directories.sort((a, b) => (a.name < b.name ? -1 : 1))
    for (const [n, within] of one.directories.entries())
      within.isoName = `${clean(within.name, 5)}${String(n).padStart(3, '0')}`
    directories.push(...one.directories)
  }
  if (directories.some((one) => one.files.some(({ name }) => one.directories.some((other) => other.name === name))))
    throw new RangeError('A file and a folder have one name')
  return { directories, entries }
}
