/** A file of an archive: an absolute path, permission bits, content. */
export type ArchiveFile = { path: string; mode: number; content: Buffer }

const MAGIC = '070701'
const DIRECTORY = 0o040755
const REGULAR = 0o100000
const END = 'TRAILER!!!'

/**
 * An archive that the kernel unpacks over its root file system as one more initrd (the format `newc`, initramfs-buffer-format in the kernel's
 * documentation): folders first, everything owned by root. Its length is a multiple of four, so another archive may follow.
 * @throws RangeError for a path that is not absolute or leads upwards
 */
export function cpioArchive(files: readonly ArchiveFile[]): Buffer {
  const folders = new Set<string>()
  for (const { path } of files) {
    const parts = path.split('/')
    if (parts[0] !== '' || parts.slice(1).some((part) => part === '' || part === '.' || part === '..'))
      throw new RangeError(`${JSON.stringify(path)} is no absolute path of a file`)
    for (let n = 2; n < parts.length; n++) folders.add(parts.slice(1, n).join('/'))
  }
  const entries = [
    ...[...folders].sort().map((path) => entry(path, DIRECTORY, Buffer.alloc(0))),
    ...files.map(({ path, mode, content }) => entry(path.slice(1), REGULAR | (mode & 0o7777), content)),
    entry(END, 0, Buffer.alloc(0)),
  ]
  return Buffer.concat(entries)
}

/** Inode numbers are all zero: they tell apart links only, and there are none. */
function entry(name: string, mode: number, content: Buffer): Buffer {
  const bytes = Buffer.from(`${name}\0`)
  const fields = [0, mode, 0, 0, 1, 0, content.length, 0, 0, 0, 0, bytes.length, 0]
  const head = Buffer.from(MAGIC + fields.map((field) => field.toString(16).padStart(8, '0')).join(''))
  return Buffer.concat([padded(Buffer.concat([head, bytes])), padded(content)])
}

const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])
