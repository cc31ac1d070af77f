import type { LocationEntry, LocationFiles } from '../drivers/backup-location/types.ts'
import { StoreError } from '../protocols/chunk-store/errors.ts'
import { msg } from '../shared/text.ts'

export type MemoryFile = { data: Buffer; modified: number }

/** Files by path, and the paths in each folder. */
class Content extends Map<string, MemoryFile> {
  readonly folders = new Map<string, Set<string>>()

  override set(path: string, file: MemoryFile): this {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    const paths = this.folders.get(folder) ?? new Set()
    this.folders.set(folder, paths.add(path))
    return super.set(path, file)
  }

  override delete(path: string): boolean {
    this.folders.get(path.slice(0, Math.max(0, path.lastIndexOf('/'))))?.delete(path)
    return super.delete(path)
  }

  in(folder: string): [string, MemoryFile][] {
    return [...(this.folders.get(folder) ?? [])].map((path) => [path, this.get(path)!])
  }
}

/** A location in memory, in which each message can be delayed or be the last one. */
export class MemoryFiles implements LocationFiles {
  readonly hostKey = 'SHA256:memory'
  readonly content = new Content()
  readonly folders = new Set<string>([''])
  /** Seconds of its clock. */
  clock = 1_000_000_000
  free = 2 ** 40

  /** The same location through another connection. `before` runs before each message; what it throws is the end of the connection. */
  through(before: (message: string) => Promise<void> | void): LocationFiles {
    return new MemoryLink(this, before)
  }

  readonly #direct = new MemoryLink(this, () => {})
  close = () => {}
  write = (temporary: string, path: string, data: Buffer) => this.#direct.write(temporary, path, data)
  read = (path: string, atMost: number) => this.#direct.read(path, atMost)
  touch = (path: string, seconds: number) => this.#direct.touch(path, seconds)
  rename = (from: string, to: string) => this.#direct.rename(from, to)
  remove = (path: string) => this.#direct.remove(path)
  removeFolder = (path: string) => this.#direct.removeFolder(path)
  entries = (folder: string) => this.#direct.entries(folder)
  stat = (path: string) => this.#direct.stat(path)
  makeFolder = (path: string) => this.#direct.makeFolder(path)
  syncFolder = (path: string) => this.#direct.syncFolder(path)
  space = () => this.#direct.space()
}

class MemoryLink implements LocationFiles {
  readonly hostKey = 'SHA256:memory'
  readonly #of: MemoryFiles
  readonly #before: (message: string) => Promise<void> | void

  constructor(of: MemoryFiles, before: (message: string) => Promise<void> | void) {
    this.#of = of
    this.#before = before
  }

  close(): void {}

  async write(temporary: string, path: string, data: Buffer): Promise<void> {
    const { content } = this.#of
    await this.#before(`open ${temporary}`)
    content.set(temporary, { data: Buffer.alloc(0), modified: this.#of.clock })
    await this.#before(`write ${temporary}`)
    content.set(temporary, { data: Buffer.from(data.subarray(0, data.length >> 1)), modified: this.#of.clock })
    await this.#before(`fsync ${temporary}`)
    content.set(temporary, { data: Buffer.from(data), modified: this.#of.clock })
    await this.rename(temporary, path)
  }

  async read(path: string, atMost: number): Promise<Buffer | null> {
    await this.#before(`read ${path}`)
    const found = this.#of.content.get(path)
    if (!found) return null
    if (found.data.length > atMost) throw new StoreError('damaged', msg`${path} is larger than what was written`)
    return Buffer.from(found.data)
  }

  async touch(path: string, seconds: number): Promise<boolean> {
    await this.#before(`touch ${path}`)
    const found = this.#of.content.get(path)
    if (found) this.#of.content.set(path, { ...found, modified: seconds })
    return found !== undefined
  }

  async rename(from: string, to: string): Promise<boolean> {
    await this.#before(`rename ${from} ${to}`)
    const found = this.#of.content.get(from)
    if (!found) return false
    this.#of.content.delete(from)
    this.#of.content.set(to, found)
    return true
  }

  async remove(path: string): Promise<boolean> {
    await this.#before(`remove ${path}`)
    return this.#of.content.delete(path)
  }

  async removeFolder(path: string): Promise<boolean> {
    return this.#of.folders.delete(path)
  }

  async *entries(folder: string): AsyncGenerator<LocationEntry[]> {
    await this.#before(`list ${folder}`)
    const nameIn = (path: string) => path.slice(folder.length + 1)
    const files = this.#of.content.in(folder).map(
      ([path, { data, modified }]): LocationEntry => ({
        name: nameIn(path),
        kind: 'file',
        size: data.length,
        modified,
      }),
    )
    const folders = (folder.includes('/') ? [] : [...this.#of.folders])
      .filter((path) => path.startsWith(`${folder}/`) && !nameIn(path).includes('/'))
      .map((path): LocationEntry => ({ name: nameIn(path), kind: 'directory', size: 0, modified: 0 }))
    yield [...files, ...folders]
  }

  async stat(path: string): Promise<{ size: number; modified: number } | null> {
    await this.#before(`stat ${path}`)
    const found = this.#of.content.get(path)
    return found ? { size: found.data.length, modified: found.modified } : null
  }

  async makeFolder(path: string): Promise<void> {
    await this.#before(`mkdir ${path}`)
    this.#of.folders.add(path)
  }

  async syncFolder(path: string): Promise<void> {
    await this.#before(`fsync ${path}`)
  }

  async space(): Promise<{ total: number; free: number }> {
    return { total: 2 ** 41, free: this.#of.free }
  }
}
