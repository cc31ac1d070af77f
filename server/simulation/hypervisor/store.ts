import { isDeepStrictEqual } from 'node:util'
import { nextDue, settleDue } from './due.ts'
import { freshNode, type NodeState } from './state.ts'

/** A state of a node; each change makes the next version. */
export type Snapshot = { version: number; state: NodeState }

/** A file that is kept as it is; without content it is a folder. Times in seconds. */
export type KeptFile = { data: Buffer | null; modified: number }

/** Keeps files of nodes that are too large for their states, for all processes. Paths are absolute. */
export type FileKeeper = {
  read(node: string, path: string): Promise<KeptFile | null>
  /** Also over one that is there. */
  write(node: string, path: string, file: KeptFile): Promise<void>
  touch(node: string, path: string, seconds: number): Promise<boolean>
  rename(node: string, from: string, to: string): Promise<boolean>
  remove(node: string, path: string): Promise<boolean>
  /** What is straight in a folder. */
  list(node: string, folder: string): Promise<{ name: string; size: number; modified: number; isFolder: boolean }[]>
}

/** Keeps the states of nodes for all processes that have to see the same. */
export type StateKeeper = {
  /** The newest state of a node; null when it has none newer than the version that is known. */
  read(node: string, known: number): Promise<Snapshot | null>
  /** Keeps the next version. Returns false when another writer made that version first. */
  write(node: string, next: Snapshot): Promise<boolean>
  /** Calls back for new versions of a node, of this process and of others. Returns a function that stops it. */
  onChange(node: string, listener: () => void): () => void
  files: FileKeeper
}

type Listener = (state: NodeState) => void

/** The state of one node as this process knows it. Who writes a version first wins; the other starts over on what is there then. */
export class NodeStore {
  readonly #keeper: StateKeeper
  readonly #node: string
  #known: Snapshot = { version: 0, state: freshNode() }
  #listeners = new Set<Listener>()
  #stopHearing: (() => void) | null = null
  #timer: NodeJS.Timeout | undefined
  #turn: Promise<unknown> = Promise.resolve()

  constructor(keeper: StateKeeper, node: string) {
    this.#keeper = keeper
    this.#node = node
  }

  /** The newest state this process has seen; kept up to date while there is a listener. */
  get current(): NodeState {
    return this.#known.state
  }

  async read(): Promise<NodeState> {
    const { state } = await this.#latest()
    const due = nextDue(state)
    if (due === null || due > Date.now()) return state
    await this.update(() => {})
    return this.current
  }

  /** Changes the state; `change` may run more than once and must only touch its argument. Returns what it returns. */
  update<T>(change: (state: NodeState) => T): Promise<T> {
    const result = this.#turn.then(() => this.#update(change))
    this.#turn = result.catch(() => {})
    return result
  }

  /** Calls back for every change, of this process and of others. Returns a function that stops it. */
  onChange(listener: Listener): () => void {
    this.#listeners.add(listener)
    this.#stopHearing ??= this.#keeper.onChange(this.#node, () => void this.#latest().catch(() => {}))
    this.#wakeWhenDue()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      clearTimeout(this.#timer)
      this.#stopHearing?.()
      this.#stopHearing = null
    }
  }

  async #update<T>(change: (state: NodeState) => T): Promise<T> {
    for (;;) {
      const before = await this.#latest()
      const state = structuredClone(before.state)
      settleDue(state, Date.now())
      const result = change(state)
      if (before.version > 0 && isDeepStrictEqual(state, before.state)) return result
      const next = { version: before.version + 1, state }
      if (!(await this.#keeper.write(this.#node, next))) continue
      this.#saw(next)
      return result
    }
  }

  async #latest(): Promise<Snapshot> {
    const newer = await this.#keeper.read(this.#node, this.#known.version)
    if (newer) this.#saw(newer)
    return this.#known
  }

  #saw(snapshot: Snapshot): void {
    if (snapshot.version <= this.#known.version) return
    this.#known = snapshot
    for (const listener of [...this.#listeners]) listener(snapshot.state)
    this.#wakeWhenDue()
  }

  /** While there are listeners, what is due happens in time. Else the next reader finds it done. */
  #wakeWhenDue(): void {
    clearTimeout(this.#timer)
    const due = nextDue(this.#known.state)
    if (due === null || this.#listeners.size === 0) return
    const wake = () =>
      this.read().then(
        () => this.#wakeWhenDue(),
        () => {},
      )
    this.#timer = setTimeout(() => void wake(), Math.max(0, due - Date.now())).unref()
  }
}
