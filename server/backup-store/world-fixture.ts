import { emptyIndex, type Index } from '../protocols/chunk-store/index-file.ts'
import { storeKeys } from '../protocols/chunk-store/keys.ts'
import { chunkPath, type IndexName, indexPath, trashPath } from '../protocols/chunk-store/paths.ts'
import { initStore } from './marker.ts'
import { MemoryFiles } from './memory-files-fixture.ts'
import { random } from './random-fixture.ts'
import { openStore, type Store } from './store.ts'

const MiB = 1 << 20
/** The same names of chunks in each run: they decide in which order folders are looked at. */
const keys = storeKeys(Buffer.alloc(32, 7))
const never = new AbortController().signal
const GRACE = 30
/** No message is under way for longer than this, steps: a round counts on the grace being much longer than that. */
const LONGEST_WAIT = 10
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

type Row = { name: IndexName; start: number; alive: boolean }
type Done = { name: IndexName; index: Index; digest: Buffer }

/**
 * Backups, removals and collections over one location, whose messages come in a random order: any of them may be killed, or lose its
 * lease and go on. After each message every chunk of every complete backup has to be there.
 */
export class World {
  readonly files = new MemoryFiles()
  readonly #dice: (n: number) => number
  readonly #waiting: { since: number; go: () => void }[] = []
  readonly #dead = new Map<object, { over: boolean }>()
  readonly #running = new Map<string, Row>()
  readonly #done = new Map<string, Done>()
  #number = 0
  #collecting = 0
  /** Rounds of the collection that came to their end, and chunks that were removed for good. */
  rounds = 0
  removed = 0

  constructor(seed: number) {
    this.#dice = random(seed)
  }

  /** @returns what was lost, in words; null when nothing was */
  async run(steps: number, change: (message: string) => string = (message) => message): Promise<string | null> {
    await initStore(this.files, keys, { chunk_bytes: MiB, location: 'one' })
    for (let step = 0; step < steps; step++) {
      this.files.clock++
      this.#begin()
      if (this.#dice(60) === 0)
        this.#pick([...this.#running.values()], (row) => {
          row.alive = false
        })
      if (this.#dice(120) === 0)
        this.#pick([...this.#dead.values()], (life) => {
          life.over = true
        })
      await this.#deliver()
      const lost = this.#lost(change)
      if (lost) return `${lost} at step ${step}`
    }
    return null
  }

  /** One message in a random order, and all that have waited for long. */
  async #deliver(): Promise<void> {
    const late = this.#waiting.filter(({ since }) => since < this.files.clock - LONGEST_WAIT)
    const [one] = this.#waiting.splice(this.#dice(this.#waiting.length), 1)
    for (const message of new Set([one, ...late])) {
      if (message && message !== one) this.#waiting.splice(this.#waiting.indexOf(message), 1)
      message?.go()
      await nextTurn()
    }
  }

  #begin(): void {
    if (this.#dead.size >= 6 || this.#dice(3) !== 0) return
    const kind = this.#dice(6)
    if (kind < 3) this.#act((store) => this.#backup(store))
    else if (kind === 3) this.#act((store) => this.#remove(store))
    // Beside the one that holds the lock there may be one that has lost it.
    else if (this.#collecting < 2) this.#act((store) => this.#collect(store))
  }

  #pick<T>(some: T[], act: (one: T) => void): void {
    const one = some[this.#dice(some.length)]
    if (one !== undefined) act(one)
  }

  #act(work: (store: Store) => Promise<void>): void {
    const life = { over: false }
    const before = (message: string) =>
      this.#isIdle(message)
        ? undefined
        : new Promise<void>((go, die) => {
            const since = this.files.clock
            this.#waiting.push({ since, go: () => (life.over ? die(new Error('killed')) : go()) })
          })
    const me = {}
    this.#dead.set(me, life)
    const all = async () =>
      work(await openStore({ files: this.files.through(before), keys, threads: 0, elapsed: () => this.files.clock }))
    void all()
      .catch((fault: Error) => {
        if (fault.message !== 'killed' && !/is not in the backup location/.test(fault.message)) throw fault
      })
      .finally(() => this.#dead.delete(me))
  }

  /** Lists of folders in which nothing is need no turn: there are 512 of them. */
  #isIdle(message: string): boolean {
    const folder = /^list ((chunks|trash)\/..)$/.exec(message)?.[1]
    return folder !== undefined && this.files.content.in(folder).length === 0
  }

  async #backup(store: Store): Promise<void> {
    const number = ++this.#number
    const name = { subject: '6f1c8d1e-0000-4000-8000-000000000001', backup: number.toString(16).padStart(32, '0') }
    const path = indexPath(name)
    const row = { name, start: this.files.clock, alive: true }
    this.#running.set(path, row)
    const parents = [...this.#done.values()]
    const parent = this.#dice(2) === 0 ? parents[this.#dice(parents.length)] : undefined
    const index = parent
      ? { ...parent.index, ids: Buffer.from(parent.index.ids) }
      : emptyIndex({ size: 4 * MiB, chunk_bytes: MiB })
    const changed = parent ? [this.#dice(4)] : [0, 1, 2, 3]
    const pieces = changed.map((piece) => ({ piece, data: new TextEncoder().encode(`content ${this.#dice(10)}`) }))
    for (const piece of pieces) await store.putChunks([piece], index)
    const { digest } = await store.putIndex(name, index)
    // One statement that asks for the lease as well.
    if (row.alive) this.#done.set(path, { name, index, digest })
    this.#running.delete(path)
  }

  async #remove(store: Store): Promise<void> {
    const all = [...this.#done]
    const one = all[this.#dice(all.length)]
    if (!one) return
    this.#done.delete(one[0])
    await store.removeIndex(one[1].name)
  }

  async #collect(store: Store): Promise<void> {
    this.#collecting++
    try {
      const live = [...this.#running.values()].filter(({ alive }) => alive)
      const oldest = Math.max(0, ...live.map(({ start }) => this.files.clock - start))
      const owners = async () => {
        const running = [...this.#running].filter(([, { alive }]) => alive).map(([path]) => [path, null] as const)
        const done = [...this.#done].map(([path, { digest }]) => [path, digest] as const)
        return new Map<string, Buffer | null>([...running, ...done])
      }
      const found = await store.collect({ owners, oldestLiveSeconds: oldest, graceSeconds: GRACE }, never)
      this.rounds++
      this.removed += found.removed
    } finally {
      this.#collecting--
    }
  }

  #lost(change: (message: string) => string): string | null {
    for (const [path, { index }] of this.#done)
      for (let piece = 0; piece < 4; piece++) {
        const id = index.ids.subarray(piece * 32, piece * 32 + 32)
        const places = [chunkPath(id), change(trashPath(id))]
        if (!places.some((place) => this.files.content.has(place))) return `a chunk of ${path}`
      }
    return null
  }
}
