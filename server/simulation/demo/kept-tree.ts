import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { FileTree } from '../peers/sftp/tree.ts'

type File = { data: Buffer; modified: number }

/** Files that are on the disk as well; those that are still being written (in a folder `tmp`) are not. */
class KeptFiles extends Map<string, File> {
  readonly #root: string

  constructor(root: string, found: Iterable<[string, File]>) {
    super()
    this.#root = root
    for (const [name, file] of found) super.set(name, file)
  }

  override set(name: string, file: File): this {
    const onDisk = this.#onDisk(name)
    if (onDisk) {
      mkdirSync(path.dirname(onDisk), { recursive: true, mode: 0o700 })
      writeFileSync(onDisk, file.data, { mode: 0o600 })
      utimesSync(onDisk, file.modified, file.modified)
    }
    return super.set(name, file)
  }

  override delete(name: string): boolean {
    const onDisk = this.#onDisk(name)
    if (onDisk) rmSync(onDisk, { force: true })
    return super.delete(name)
  }

  /** Names come from the panel's own store, and none leaves the folder. */
  #onDisk(name: string): string | null {
    const full = path.join(this.#root, name)
    return full.startsWith(`${this.#root}${path.sep}`) && !name.includes('/tmp/') ? full : null
  }
}

/** Files of a simulated account that are there again after a restart. */
export class KeptTree extends FileTree {
  override readonly files: Map<string, File>

  /** @param root a folder of its own on the disk; it need not be there */
  constructor(root: string) {
    super()
    const found: [string, File][] = []
    for (const entry of entriesOf(root)) {
      const full = path.join(entry.parentPath, entry.name)
      const name = `/${path.relative(root, full).split(path.sep).join('/')}`
      if (entry.isDirectory()) this.folders.add(name)
      else if (entry.isFile())
        found.push([name, { data: readFileSync(full), modified: Math.floor(statSync(full).mtimeMs / 1000) }])
    }
    this.files = new KeptFiles(root, found)
  }
}

function entriesOf(root: string) {
  try {
    return readdirSync(root, { recursive: true, withFileTypes: true })
  } catch {
    return []
  }
}
