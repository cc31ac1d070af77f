import { close, constants, fdatasync, open, type StatsFs, statfs, write } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

const files = {
  open: promisify(open),
  close: promisify(close),
  sync: promisify(fdatasync),
  space: promisify(statfs) as (path: string) => Promise<StatsFs>,
}

/** Some file systems say that they know no way past the cache when the file is opened, some when they are given something. */
const isRefused = (fault: unknown): boolean =>
  ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP'].includes((fault as NodeJS.ErrnoException).code ?? '')

/** A file that grows at its end, through the system's cache or past it. One write at a time. */
export class RecordingFile {
  readonly #path: string
  readonly #fd: number
  /** The same file past the cache; null where the file system does not have that. */
  #direct: Promise<number | null> | undefined
  /** Something of it may be in the cache alone. */
  #isCached = false

  private constructor(path: string, fd: number) {
    this.#path = path
    this.#fd = fd
  }

  /** Makes a new one; there must be none yet. */
  static async create(path: string): Promise<RecordingFile> {
    return new RecordingFile(path, await files.open(path, 'wx', 0o600))
  }

  /** Free bytes of its disk. */
  async free(): Promise<number> {
    const { bavail, bsize } = await files.space(dirname(this.#path))
    return bavail * bsize
  }

  async write(bytes: Buffer, at: number): Promise<void> {
    this.#isCached = true
    for (let done = 0; done < bytes.length; ) done += await put(this.#fd, bytes, done, at)
  }

  /** The same past the cache: memory, length and place have to be whole pages. What came before is on the disk when this is. */
  async writePast(bytes: Buffer, at: number): Promise<void> {
    this.#direct ??= this.#openPast()
    const fd = await this.#direct
    if (fd === null) return this.write(bytes, at)
    if (this.#isCached) await files.sync(this.#fd)
    this.#isCached = false
    const done = await put(fd, bytes, 0, at).catch((fault: unknown) => {
      if (!isRefused(fault)) throw fault
      this.#direct = Promise.resolve(null)
      return files.close(fd).then(() => 0)
    })
    // What a full disk did not take is for the ordinary way, which says why.
    if (done < bytes.length) await this.write(bytes.subarray(done), at + done)
  }

  /** Brings everything to the disk. */
  async sync(): Promise<void> {
    await files.sync(this.#fd)
  }

  /** Never throws: what was to be on the disk has been brought there before. */
  async close(): Promise<void> {
    const past = await this.#direct
    for (const fd of [this.#fd, past]) if (typeof fd === 'number') await files.close(fd).catch(() => {})
  }

  #openPast(): Promise<number | null> {
    // Linux alone has it.
    if (constants.O_DIRECT === undefined) return Promise.resolve(null)
    return files.open(this.#path, constants.O_WRONLY | constants.O_DIRECT).catch(() => null)
  }
}

/** One write; the system may take less than it was given. */
function put(fd: number, bytes: Buffer, from: number, at: number): Promise<number> {
  return new Promise((resolve, reject) =>
    write(fd, bytes, from, bytes.length - from, at + from, (fault, written) =>
      fault ? reject(fault) : resolve(written),
    ),
  )
}
