import { randomUUID } from 'node:crypto'
import { type FSWatcher, watch } from 'node:fs'
import { link, mkdir, readdir, readFile, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { freshNode, type NodeState } from './state.ts'

/** Old versions kept: a writer that was overtaken by fewer than these meets them and starts over. */
const KEEP = 32
/** Writers remembered in a version: one that stood still for longer than KEEP finds out here whether it was first. */
const WRITERS = 8 * KEEP
const version = (file: string): number => (/^\d+\.json$/.test(file) ? Number.parseInt(file, 10) : 0)
const freshSnapshot = (): Snapshot => ({ version: 0, state: freshNode(), writers: [] })

/** `writers`: who made this version and those before it, newest first. */
type Snapshot = { version: number; state: NodeState; writers: string[] }
type Listener = (state: NodeState) => void

/**
 * The state of one node in files, shared by all processes. Each version is a file `<number>.json` that appears whole or not at
 * all; who makes the next number first wins and the other starts over on what is there then. So there is no lock to be left
 * behind by a process that dies.
 */
export class NodeStore {
  readonly #directory: string
  #known = freshSnapshot()
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
      const before = await this.#latest()
      const state = structuredClone(before.state)
      const result = change(state)
      if (before.version > 0 && isDeepStrictEqual(state, before.state)) return result
      const writers = [randomUUID(), ...before.writers].slice(0, WRITERS)
      const next = { version: before.version + 1, state, writers }
      if (!(await this.#publish(next))) continue
      this.#saw(next)
      return result
    }
  }

  /** @returns false when somebody else was first */
  async #publish({ version: number, state, writers }: Snapshot): Promise<boolean> {
    const draft = path.join(this.#directory, `${writers[0]}.new`)
    const target = this.#file(number)
    await writeFile(draft, JSON.stringify({ ...state, writers }), { mode: 0o600, flush: true })
    try {
      await link(draft, target)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
      throw error
    } finally {
      await unlink(draft)
    }
    const versions = (await readdir(this.#directory)).map(version).filter((v) => v > 0)
    // Others are ahead: they built on ours, or the number was free only because the one who was first had been swept away.
    const swept = Math.max(...versions) >= number + KEEP
    if (swept && !(await this.#latest()).writers.includes(writers[0] as string)) {
      await unlink(target).catch(() => {})
      return false
    }
    const old = versions.filter((v) => v <= number - KEEP)
    await Promise.all(old.map((v) => unlink(this.#file(v)).catch(() => {})))
    return true
  }

  #file(number: number): string {
    return path.join(this.#directory, `${number}.json`)
  }

  async #latest(): Promise<Snapshot> {
    for (;;) {
      const files = await readdir(this.#directory).catch(() => [])
      const newest = Math.max(0, ...files.map(version))
      if (newest === this.#known.version) return this.#known
      if (newest === 0) return freshSnapshot()
      const text = await readFile(this.#file(newest), 'utf8').catch(() => null)
      if (text === null) continue // swept away meanwhile, so there is a newer one
      const { writers = [], ...state } = JSON.parse(text) as NodeState & Partial<Pick<Snapshot, 'writers'>>
      const snapshot = { version: newest, state, writers }
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
