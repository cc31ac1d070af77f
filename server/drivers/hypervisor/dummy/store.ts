import { randomUUID } from 'node:crypto'
import { type FSWatcher, watch } from 'node:fs'
import { link, mkdir, readdir, readFile, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { freshNode, type NodeState } from './state.ts'

/** Old versions kept: a writer that was overtaken by fewer than these meets them and starts over. */
const KEEP = 32
const version = (file: string): number => (/^\d+\.json$/.test(file) ? Number.parseInt(file, 10) : 0)

type Snapshot = { version: number; state: NodeState }
type Listener = (state: NodeState) => void

/**
 * The state of one node in files, shared by all processes. Each version is a file `<number>.json` that appears whole or not at
 * all; who makes the next number first wins and the other starts over on what is there then. So there is no lock to be left
 * behind by a process that dies.
 */
export class NodeStore {
  readonly #directory: string
  #known: Snapshot = { version: 0, state: freshNode() }
  #listeners = new Set<Listener>()
  #watcher: FSWatcher | null = null
  #turn: Promise<unknown> = Promise.resolve()

  constructor(directory: string) {
    this.#directory = directory
  }

  /** The newest state this process has seen; kept up to date while somebody listens. */
  get current(): NodeState {
    return this.#known.state
  }

  async read(): Promise<NodeState> {
    return (await this.#latest()).state
  }

  /** Changes the state; `change` may run more than once and must only touch its argument. Returns what it returns. */
  update<T>(change: (state: NodeState) => T): Promise<T> {
    const result = this.#turn.then(() => this.#update(change))
    this.#turn = result.catch(() => {})
    return result
  }

  /** Hears of every change, of this process and of others. Returns the way to stop. */
  onChange(listener: Listener): () => void {
    this.#listeners.add(listener)
    this.#watcher ??= this.#watch()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      this.#watcher?.close()
      this.#watcher = null
    }
  }

  async #update<T>(change: (state: NodeState) => T): Promise<T> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 })
    for (;;) {
      const { version: before, state: present } = await this.#latest()
      const state = structuredClone(present)
      const result = change(state)
      if (before > 0 && isDeepStrictEqual(state, present)) return result
      if (!(await this.#publish(before + 1, state))) continue
      this.#saw({ version: before + 1, state })
      return result
    }
  }

  /** @returns false when somebody else was first */
  async #publish(number: number, state: NodeState): Promise<boolean> {
    const draft = path.join(this.#directory, `${randomUUID()}.new`)
    const target = path.join(this.#directory, `${number}.json`)
    await writeFile(draft, JSON.stringify(state), { mode: 0o600, flush: true })
    try {
      await link(draft, target)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
      throw error
    } finally {
      await unlink(draft)
    }
    const versions = (await readdir(this.#directory)).map(version).filter((v) => v > 0)
    if (versions.some((v) => v > number)) {
      // So far behind that our number had been swept already.
      await unlink(target).catch(() => {})
      return false
    }
    const old = versions.filter((v) => v <= number - KEEP)
    await Promise.all(old.map((v) => unlink(path.join(this.#directory, `${v}.json`)).catch(() => {})))
    return true
  }

  async #latest(): Promise<Snapshot> {
    for (;;) {
      const files = await readdir(this.#directory).catch(() => [])
      const newest = Math.max(0, ...files.map(version))
      if (newest === this.#known.version) return this.#known
      if (newest === 0) return { version: 0, state: freshNode() }
      const text = await readFile(path.join(this.#directory, `${newest}.json`), 'utf8').catch(() => null)
      if (text === null) continue // swept away meanwhile, so there is a newer one
      const snapshot = { version: newest, state: JSON.parse(text) as NodeState }
      this.#saw(snapshot)
      return snapshot
    }
  }

  #saw(snapshot: Snapshot): void {
    if (snapshot.version <= this.#known.version) return
    this.#known = snapshot
    for (const listener of [...this.#listeners]) listener(snapshot.state)
  }

  #watch(): FSWatcher {
    const watcher = watch(this.#directory, (_event, file) => {
      if (file && version(file) > this.#known.version) void this.#latest().catch(() => {})
    })
    watcher.on('error', () => {}) // the folder was removed: nothing more will happen here
    watcher.unref()
    return watcher
  }
}

const place = globalThis as typeof globalThis & { datahallDummyStores?: Map<string, NodeStore> }

/** The one store of a node in this process. */
export function nodeStore(directory: string, node: string): NodeStore {
  place.datahallDummyStores ??= new Map()
  const folder = path.join(directory, encodeURIComponent(node).replaceAll('.', '%2E'))
  const known = place.datahallDummyStores.get(folder)
  if (known) return known
  const store = new NodeStore(folder)
  place.datahallDummyStores.set(folder, store)
  return store
}
