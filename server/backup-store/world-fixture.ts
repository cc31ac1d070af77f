import { emptyIndex, type Index } from '../protocols/chunk-store/index-file.ts'
import { storeKeys } from '../protocols/chunk-store/keys.ts'
import { chunkPath, type IndexName, indexPath, spread, trashPath } from '../protocols/chunk-store/paths.ts'
import { initStore } from './marker.ts'
import { MemoryFiles } from './memory-files-fixture.ts'
import { random } from './random-fixture.ts'
import { openStore, type Store } from './store.ts'
import type { Verified } from './verify.ts'

const MiB = 1 << 20
/** The same names of chunks in each run: they decide in which order folders are looked at. */
const keys = storeKeys(Buffer.alloc(32, 7))
const never = new AbortController().signal
const GRACE = 30
/** No message is under way for longer than this, steps: a round counts on the grace being much longer than that. */
const LONGEST_WAIT = 10
/** For so long unknown indexes are kept; longer than the world lasts in few of its runs. */
const ASIDE = 150
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

type Row = { start: number; alive: boolean }
type Done = { name: IndexName; index: Index; digest: Buffer }

/**
 * Backups, removals and collections over one location, whose messages come in a random order: any of them may be killed, or lose its
 * lease and go on. After each message every chunk of every complete backup has to be there.
 */
export class World {
  readonly files = new MemoryFiles()
  readonly #dice: (n: number) => number
  readonly #actors: number
  readonly #most: number
  readonly #forgets: boolean
  /** So few that backups share them, so many that some are in no backup. */
  readonly #contents: number
  readonly #waiting: { since: number; go: () => void }[] = []
  readonly #dead = new Map<object, { over: boolean }>()
  readonly #running = new Map<string, Row>()
  readonly #done = new Map<string, Done>()
  /** Indexes of which the database knows that it was about to write them. */
  readonly #noted = new Set<string>()
  /** Backups that the database has lost. */
  readonly #forgotten = new Map<string, { done: Done; since: number }>()
  #number = 0
  #writing = 0
  #collecting = 0
  /** Rounds of the collection that came to their end, chunks that they put into the trash, and that were removed for good. */
  rounds = 0
  trashed = 0
  removed = 0
  /** Backups without a record that were kept, counted at each round. */
  unknown = 0
  /** Backups that were written at once, at most. */
  writers = 0

  /** @param actors that work at once, at most */
  constructor(seed: number, { actors = 6, contents = 10, backups = 3, forgets = true } = {}) {
    this.#dice = random(seed)
    this.#actors = actors
    this.#contents = contents
    this.#most = backups
    this.#forgets = forgets
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

  /** Holds what is there at the end against all backups that are complete, each chunk read as a whole. */
  async verified(): Promise<Verified> {
    const store = await openStore({ files: this.files, keys, threads: 0, elapsed: () => this.files.clock })
    const owners = new Map([...this.#done].map(([path, { digest }]) => [path, digest]))
    return store.verify({ owners, deep: spread }, never)
  }

  /** Some messages in a random order (of six that work, one), and all that have waited for long. */
  async #deliver(): Promise<void> {
    const late = this.#waiting.filter(({ since }) => since < this.files.clock - LONGEST_WAIT)
    const some = Array.from({ length: this.#actors / 6 }, () => this.#waiting[this.#dice(this.#waiting.length)])
    for (const message of new Set([...some, ...late])) {
      if (!message) continue
      this.#waiting.splice(this.#waiting.indexOf(message), 1)
      message.go()
      await nextTurn()
    }
  }

  #begin(): void {
    // As many begin as are needed for all to be at work, whatever their number.
    for (let n = 0; n < this.#actors / 6; n++) this.#beginOne()
  }

  #beginOne(): void {
    if (this.#dead.size >= this.#actors || this.#dice(3) !== 0) return
    // With too many backups each content would belong to one of them.
    const kind = this.#done.size > this.#most ? 3 : this.#dice(6)
    if (kind < 3) this.#act((store) => this.#write(store))
    else if (kind === 3 && this.#forgets && this.#dice(4) === 0) this.#forget()
    else if (kind === 3) this.#act((store) => this.#remove(store))
    // Beside the one that holds the lock there may be one that has lost it.
    else if (this.#collecting < 2) {
      this.#collecting++
      this.#act(
        (store) => this.#collect(store),
        () => void this.#collecting--,
      )
    }
  }

  #pick<T>(some: T[], act: (one: T) => void): void {
    const one = some[this.#dice(some.length)]
    if (one !== undefined) act(one)
  }

  #act(work: (store: Store) => Promise<void>, over = () => {}): void {
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
      .finally(() => {
        this.#dead.delete(me)
        over()
      })
  }

  /** Lists of folders in which nothing is need no turn: there are 512 of them. */
  #isIdle(message: string): boolean {
    const folder = /^list ((chunks|trash)\/..|unknown|damaged)$/.exec(message)?.[1]
    if (folder === 'unknown') return !this.files.folders.has(folder)
    return folder !== undefined && this.files.content.in(folder).length === 0
  }

  async #write(store: Store): Promise<void> {
    this.writers = Math.max(this.writers, ++this.#writing)
    const row: Row = { start: this.files.clock, alive: true }
    try {
      await this.#backup(store, row)
    } catch (fault) {
      // The backup has ended, and its row shows that.
      row.alive = false
      throw fault
    } finally {
      this.#writing--
    }
  }

  async #backup(store: Store, row: Row): Promise<void> {
    const number = ++this.#number
    const name = { subject: '6f1c8d1e-0000-4000-8000-000000000001', backup: number.toString(16).padStart(32, '0') }
    const path = indexPath(name)
    this.#running.set(path, row)
    this.#noted.add(path)
    const parents = [...this.#done.values()]
    const parent = this.#dice(2) === 0 ? parents[this.#dice(parents.length)] : undefined
    const index = parent
      ? { ...parent.index, ids: Buffer.from(parent.index.ids) }
      : emptyIndex({ size: 4 * MiB, chunk_bytes: MiB })
    const changed = parent ? [this.#dice(4)] : [0, 1, 2, 3]
    const pieces = changed.map((piece) => ({
      piece,
      data: new TextEncoder().encode(`content ${this.#dice(this.#contents)}`),
    }))
    for (const piece of pieces) await store.putChunks([piece], index)
    const { digest } = await store.putIndex(name, index)
    // One statement that asks for the lease as well.
    if (row.alive) this.#done.set(path, { name, index, digest })
    this.#running.delete(path)
  }

  /** An older database was brought back, that does not know a backup. Known again it is what it was. */
  #forget(): void {
    for (const [path, { since }] of this.#forgotten) if (since <= this.files.clock - ASIDE) this.#forgotten.delete(path)
    const back = [...this.#forgotten].find(([, { since }]) => since < this.files.clock - ASIDE / 2)
    if (back) {
      this.#forgotten.delete(back[0])
      this.#done.set(back[0], back[1].done)
      return
    }
    // Each once: what is aside since the first time would go before its time is over.
    const one = [...this.#done].find(([path]) => this.#noted.has(path))
    if (!one || this.#forgotten.size > 2) return
    this.#done.delete(one[0])
    this.#noted.delete(one[0])
    this.#forgotten.set(one[0], { done: one[1], since: this.files.clock })
  }

  async #remove(store: Store): Promise<void> {
    const all = [...this.#done]
    const one = all[this.#dice(all.length)]
    if (!one) return
    this.#done.delete(one[0])
    await store.removeIndex(one[1].name)
  }

  async #collect(store: Store): Promise<void> {
    const live = [...this.#running.values()].filter(({ alive }) => alive)
    const oldest = Math.max(0, ...live.map(({ start }) => this.files.clock - start))
    const owners = async () => {
      const running = [...this.#running].filter(([, { alive }]) => alive).map(([path]) => [path, null] as const)
      const done = [...this.#done].map(([path, { digest }]) => [path, digest] as const)
      return new Map<string, Buffer | null>([...running, ...done])
    }
    const noted = async () => new Set(this.#noted)
    const options = { owners, noted, oldestLiveSeconds: oldest, graceSeconds: GRACE, unknownSeconds: ASIDE }
    const found = await store.collect(options, never)
    this.unknown += found.unknown
    this.rounds++
    this.trashed += found.trashed
    this.removed += found.removed
  }

  #lost(change: (message: string) => string): string | null {
    const forgotten = [...this.#forgotten]
      .filter(([, { since }]) => since > this.files.clock - ASIDE)
      .map(([path, { done }]) => [path, done] as const)
    for (const [path, { index }] of [...this.#done, ...forgotten])
      for (let piece = 0; piece < 4; piece++) {
        const id = index.ids.subarray(piece * 32, piece * 32 + 32)
        const places = [chunkPath(id), change(trashPath(id))]
        if (!places.some((place) => this.files.content.has(place))) return `a chunk of ${path}`
      }
    return null
  }
}
