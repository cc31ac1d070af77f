/** What an initial RAM disk has at a path. */
export type Item =
  | { kind: 'folder' }
  | { kind: 'file'; content: Buffer; executable: boolean }
  | { kind: 'link'; target: string }

const MODES = { folder: 0o040755, file: 0o100644, program: 0o100755, link: 0o120777 }

/** An archive as the kernel takes it (newc), in the order of paths and without times: equal content makes equal bytes. */
export function cpioArchive(items: ReadonlyMap<string, Item>): Buffer {
  const parts: Buffer[] = []
  const add = (name: string, mode: number, content: Buffer, number: number) => {
    const fields = [number, mode, 0, 0, 1, 0, content.length, 0, 0, 0, 0, Buffer.byteLength(name) + 1, 0]
    const head = Buffer.from(`070701${fields.map((field) => field.toString(16).padStart(8, '0')).join('')}${name}\0`)
    parts.push(head, padding(head.length), content, padding(content.length))
  }
  const paths = [...items.keys()].sort((a, b) => (a < b ? -1 : 1))
  for (const [at, path] of paths.entries()) {
    const item = items.get(path)!
    if (item.kind === 'folder') add(path, MODES.folder, Buffer.alloc(0), at + 1)
    else if (item.kind === 'link') add(path, MODES.link, Buffer.from(item.target), at + 1)
    else add(path, item.executable ? MODES.program : MODES.file, item.content, at + 1)
  }
  add('TRAILER!!!', 0, Buffer.alloc(0), 0)
  return Buffer.concat(parts)
}

const padding = (length: number) => Buffer.alloc((4 - (length % 4)) % 4)
