import type { LocationEntry, LocationFiles } from '../../drivers/backup-location/types.ts'
import { nodePath } from '../../drivers/hypervisor/linux/paths.ts'
import { StoreError } from '../../protocols/chunk-store/errors.ts'
import { msg } from '../../shared/text.ts'
import { dummyConfig } from './config.ts'
import { DummyLink } from './link.ts'
import { hostKeyOf, storageMib, usedStorageMib } from './model.ts'
import { type DummyNode, takes } from './node.ts'
import type { NodeState } from './state.ts'
import type { FileKeeper } from './store.ts'

const MIB = 2 ** 20
const seconds = () => Math.floor(Date.now() / 1000)

/** Files below a folder of a simulated node; like connections they end when it goes away. */
export class SimulatedFolder implements LocationFiles {
  readonly hostKey: string
  readonly close: () => void
  readonly #node: DummyNode
  readonly #root: string
  readonly #files: FileKeeper
  readonly #do: <T>(work: () => Promise<T>) => Promise<T>

  constructor(node: DummyNode, state: NodeState, path: string, signal: AbortSignal) {
    const link = new DummyLink(node, state)
    this.#node = node
    this.#root = nodePath(path)
    this.#files = dummyConfig().keeper.files
    this.#do = (work) => link.do(takes.command, signal, () => work())
    this.hostKey = hostKeyOf(node.name)
    this.close = () => link.close()
  }

  #at(path: string): string {
    return path === '' ? this.#root : `${this.#root}/${path}`
  }

  write(_temporary: string, path: string, data: Buffer): Promise<void> {
    return this.#do(async () => {
      const { free } = await this.#space()
      if (free < data.length) throw new StoreError('full', msg`The backup location has no room left`)
      await this.#files.write(this.#node.name, this.#at(path), { data, modified: seconds() })
    })
  }

  read(path: string, atMost: number): Promise<Buffer | null> {
    return this.#do(async () => {
      const data = (await this.#files.read(this.#node.name, this.#at(path)))?.data ?? null
      if (data && data.length > atMost) throw new StoreError('damaged', msg`${path} is larger than what was written`)
      return data
    })
  }

  touch(path: string, modified: number): Promise<boolean> {
    return this.#do(() => this.#files.touch(this.#node.name, this.#at(path), modified))
  }

  rename(from: string, to: string): Promise<boolean> {
    return this.#do(() => this.#files.rename(this.#node.name, this.#at(from), this.#at(to)))
  }

  remove(path: string): Promise<boolean> {
    return this.#do(() => this.#files.remove(this.#node.name, this.#at(path)))
  }

  removeFolder(path: string): Promise<boolean> {
    return this.#do(async () => {
      const inside = await this.#files.list(this.#node.name, this.#at(path))
      return inside.length === 0 && this.#files.remove(this.#node.name, this.#at(path))
    })
  }

  async *entries(folder: string): AsyncGenerator<LocationEntry[]> {
    const found = await this.#do(() => this.#files.list(this.#node.name, this.#at(folder)))
    yield found.map(({ name, size, modified, isFolder }) => ({
      name,
      kind: isFolder ? 'directory' : 'file',
      size,
      modified,
    }))
  }

  stat(path: string): Promise<{ size: number; modified: number } | null> {
    return this.#do(async () => {
      const found = await this.#files.read(this.#node.name, this.#at(path))
      return found && { size: found.data?.length ?? 0, modified: found.modified }
    })
  }

  makeFolder(path: string): Promise<void> {
    return this.#do(() => this.#files.write(this.#node.name, this.#at(path), { data: null, modified: seconds() }))
  }

  syncFolder(): Promise<void> {
    return this.#do(async () => {})
  }

  space(): Promise<{ total: number; free: number }> {
    return this.#do(() => this.#space())
  }

  async #space(): Promise<{ total: number; free: number }> {
    const total = storageMib(this.#node.name)
    return { total: total * MIB, free: (total - usedStorageMib(this.#node.name, await this.#node.store.read())) * MIB }
  }
}
