import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LocationEntry, LocationFiles } from '../../../server/drivers/backup-location/types.ts'
import { emptyIndex, sealIndex, setId } from '../../../server/protocols/chunk-store/index-file.ts'
import type { StoreKeys } from '../../../server/protocols/chunk-store/keys.ts'
import { indexPath } from '../../../server/protocols/chunk-store/paths.ts'

const CHUNK_BYTES = 1 << 20
/** Pieces of a disk: 64 GiB in chunks of 1 MiB. */
const OF_INDEX = 65_536
/** What a listing answers at once. */
const AT_ONCE = 100
/** Of so many chunks one is named by no index. */
const RUBBISH = 10
const OLD = 1_000_000_000
const NOW = OLD + 30 * 86_400

/** Name of a chunk: those of a folder are the numbers that leave the same rest. */
function nameOf(n: number): Buffer {
  const name = createHash('sha256').update(String(n)).digest()
  name[0] = n % 256
  return name
}
const isRubbish = (n: number): boolean => Math.floor(n / 256) % RUBBISH === 0

/** A location of very many chunks, whose names are worked out when they are listed and whose files are nowhere. */
export class ManyChunks implements LocationFiles {
  readonly hostKey = 'SHA256:bench'
  readonly owners = new Map<string, Buffer>()
  /** Their sizes by their paths. The files are on the disk: in memory they would count as the collection's. */
  readonly #indexes = new Map<string, number>()
  readonly #folder: string
  readonly #small = new Map<string, Buffer>()
  readonly #count: number
  /** Chunks that were put into the trash. */
  moved = 0

  /** @param folder for the files of indexes */
  constructor(keys: StoreKeys, count: number, folder: string) {
    this.#count = count
    this.#folder = folder
    const subject = '6f1c8d1e-0000-4000-8000-000000000001'
    let number = 0
    let index = emptyIndex({ size: OF_INDEX * CHUNK_BYTES, chunk_bytes: CHUNK_BYTES })
    let piece = 0
    const close = () => {
      const path = indexPath({ subject, backup: (number++).toString(16).padStart(32, '0') })
      const { file, digest } = sealIndex(keys, path, index)
      this.#indexes.set(path, file.length)
      writeFileSync(this.#file(path), file)
      this.owners.set(path, Buffer.from(digest))
      index = emptyIndex({ size: OF_INDEX * CHUNK_BYTES, chunk_bytes: CHUNK_BYTES })
      piece = 0
    }
    for (let n = 0; n < count; n++) {
      if (isRubbish(n)) continue
      setId(index, piece++, nameOf(n))
      if (piece === OF_INDEX) close()
    }
    if (piece > 0) close()
  }

  #file = (path: string) => join(this.#folder, path.split('/').at(-1) ?? '')

  async *entries(folder: string): AsyncGenerator<LocationEntry[]> {
    if (folder === 'index')
      yield [{ name: '6f1c8d1e-0000-4000-8000-000000000001', kind: 'directory', size: 0, modified: OLD }]
    else if (folder.startsWith('index/'))
      yield [...this.#indexes].map(([path, size]) => ({
        name: path.split('/').at(-1) ?? '',
        kind: 'file',
        size,
        modified: OLD,
      }))
    else if (folder.startsWith('chunks/')) yield* this.#chunks(Number.parseInt(folder.slice(7), 16))
  }

  *#chunks(part: number): Generator<LocationEntry[]> {
    let some: LocationEntry[] = []
    for (let n = part; n < this.#count; n += 256) {
      some.push({ name: nameOf(n).toString('hex'), kind: 'file', size: 400_000, modified: OLD })
      if (some.length < AT_ONCE) continue
      yield some
      some = []
    }
    yield some
  }

  async read(path: string): Promise<Buffer | null> {
    if (this.#indexes.has(path)) return readFile(this.#file(path))
    const found = this.#small.get(path)
    return found ? Buffer.from(found) : null
  }
  async write(_temporary: string, path: string, data: Buffer): Promise<void> {
    this.#small.set(path, Buffer.from(data))
  }
  async rename(): Promise<boolean> {
    this.moved++
    return true
  }
  close(): void {}
  touch = async () => true
  remove = async (path: string) => this.#small.delete(path)
  removeFolder = async () => true
  stat = async () => ({ size: 1, modified: NOW })
  makeFolder = async () => {}
  syncFolder = async () => {}
  space = async () => ({ total: 2 ** 45, free: 2 ** 44 })
}
