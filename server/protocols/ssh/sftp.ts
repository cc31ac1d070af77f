import { randomBytes } from 'node:crypto'
import type { SFTPWrapper } from 'ssh2'
import { SpokenError, textOf } from '../../shared/spoken-error.ts'
import { msg, type Text } from '../../shared/text.ts'

export class SftpError extends SpokenError {
  override readonly name = 'SftpError'
  readonly kind: 'no_such_file' | 'permission_denied' | 'failed'

  constructor(kind: SftpError['kind'], text: Text, options?: { cause?: unknown }) {
    super(text, options)
    this.kind = kind
  }
}

type Done<T> = (error: Error | null | undefined, value?: T) => void
/** Runs one request, ended early by the caller's signal or the loss of the connection. */
type Call = <T>(start: (done: Done<T>) => void) => Promise<T>

export type FileInfo = { size: number; mode: number; kind: 'file' | 'directory' | 'other' }

const chunkBytes = 32 * 1024
const chunksInFlight = 64

/** File transfer over one SFTP channel (draft-ietf-secsh-filexfer-02 with OpenSSH's extensions); made by `SshConnection.sftp`. */
export class SftpSession {
  readonly #call: Call
  readonly #sftp: SFTPWrapper

  constructor(call: Call, sftp: SFTPWrapper) {
    this.#call = call
    this.#sftp = sftp
  }

  #request<T>(path: string, start: (done: Done<T>) => void): Promise<T> {
    return this.#call<T>((done) =>
      start((error: (Error & { code?: unknown }) | null | undefined, value) => {
        if (!error) return done(null, value)
        // Status codes of the draft, section 7.
        const kind = error.code === 2 ? 'no_such_file' : error.code === 3 ? 'permission_denied' : 'failed'
        done(
          typeof error.code === 'number'
            ? new SftpError(kind, msg`${path}: ${textOf(error)}`, { cause: error })
            : error,
        )
      }),
    )
  }

  /** What is at `path` (links are not followed); null when nothing is. */
  async stat(path: string): Promise<FileInfo | null> {
    try {
      const found = await this.#request<{ size: number; mode: number; isFile(): boolean; isDirectory(): boolean }>(
        path,
        (done) => this.#sftp.lstat(path, done),
      )
      const kind = found.isFile() ? 'file' : found.isDirectory() ? 'directory' : 'other'
      return { size: found.size, mode: found.mode & 0o7777, kind }
    } catch (error) {
      if (error instanceof SftpError && error.kind === 'no_such_file') return null
      throw error
    }
  }

  /** Absolute form of a path; `.` is the account's home. */
  realpath(path: string): Promise<string> {
    return this.#request(path, (done) => this.#sftp.realpath(path, done))
  }

  /** The first `limit` bytes of a file. */
  async read(path: string, limit: number): Promise<Buffer> {
    const handle = await this.#request<Buffer>(path, (done) => this.#sftp.open(path, 'r', done))
    try {
      const chunks: Buffer[] = []
      let size = 0
      while (size < limit) {
        const chunk = await this.#readAt(path, handle, size, Math.min(chunkBytes, limit - size))
        if (chunk.length === 0) break
        chunks.push(chunk)
        size += chunk.length
      }
      return Buffer.concat(chunks)
    } finally {
      await this.#closeHandle(path, handle)
    }
  }

  #readAt(path: string, handle: Buffer, offset: number, length: number): Promise<Buffer> {
    const into = Buffer.alloc(length)
    return this.#request<Buffer>(path, (done) =>
      this.#sftp.read(handle, into, 0, length, offset, (error, count) => {
        const atEnd = (error as { code?: number } | undefined)?.code === 1
        if (error && !atEnd) done(error)
        else done(null, into.subarray(0, atEnd ? 0 : count))
      }),
    )
  }

  async #closeHandle(path: string, handle: Buffer): Promise<void> {
    await this.#request<void>(path, (done) => this.#sftp.close(handle, done))
  }

  /** Appends in one write, as `>>` does; makes the file with `mode` when it is absent. */
  async append(path: string, data: Buffer, mode: number): Promise<void> {
    const handle = await this.#request<Buffer>(path, (done) => this.#sftp.open(path, 'a', mode, done))
    try {
      await this.#write(path, handle, data, 0)
    } finally {
      await this.#closeHandle(path, handle)
    }
  }

  #write(path: string, handle: Buffer, data: Buffer, offset: number): Promise<void> {
    return this.#request<void>(path, (done) => this.#sftp.write(handle, data, 0, data.length, offset, done))
  }

  /** Writes a whole small file so that readers see the old content or the new one, never a part. */
  async writeFile(path: string, data: Buffer, mode: number): Promise<void> {
    const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
    // Exclusive: never through a link that another user put there.
    const handle = await this.#request<Buffer>(path, (done) => this.#sftp.open(temporary, 'wx', mode, done))
    try {
      try {
        for (let at = 0; at < data.length; at += chunkBytes) {
          await this.#write(path, handle, data.subarray(at, at + chunkBytes), at)
        }
        // The peer's umask may have narrowed the mode.
        await this.#request<void>(path, (done) => this.#sftp.fchmod(handle, mode, done))
        await this.#request<void>(path, (done) => this.#sftp.ext_openssh_fsync(handle, done))
      } finally {
        await this.#closeHandle(path, handle)
      }
      await this.rename(temporary, path)
    } catch (error) {
      await this.remove(temporary).catch(() => {})
      throw error
    }
  }

  /**
   * Writes a stream into a file from `offset` on, many chunks in flight (one at a time costs a round trip each).
   * The peer handles them in order, so after a cut the file is whole up to its size.
   *
   * @param onProgress gets the bytes the peer has acknowledged, counted from the start of the file
   */
  async writeStream(
    path: string,
    offset: number,
    mode: number,
    source: AsyncIterable<Buffer>,
    onProgress: (bytes: number) => void,
  ): Promise<number> {
    const flags = offset === 0 ? 'w' : 'r+'
    const handle = await this.#request<Buffer>(path, (done) => this.#sftp.open(path, flags, mode, done))
    const inFlight: Promise<number>[] = []
    const settleOldest = async () => {
      const written = await inFlight.shift()
      if (written !== undefined) onProgress(written)
    }
    let position = offset
    try {
      for await (const piece of source) {
        for (let at = 0; at < piece.length; at += chunkBytes) {
          const chunk = piece.subarray(at, at + chunkBytes)
          const end = position + chunk.length
          const write = this.#write(path, handle, chunk, position).then(() => end)
          // Rejections are seen when their turn comes.
          write.catch(() => {})
          inFlight.push(write)
          position = end
          if (inFlight.length >= chunksInFlight) await settleOldest()
        }
      }
      while (inFlight.length > 0) await settleOldest()
      await this.#request<void>(path, (done) => this.#sftp.ext_openssh_fsync(handle, done))
    } finally {
      await Promise.allSettled(inFlight)
      await this.#closeHandle(path, handle).catch(() => {})
    }
    return position
  }

  /** Renames over whatever is there (OpenSSH's posix-rename). */
  async rename(from: string, to: string): Promise<void> {
    await this.#request<void>(to, (done) => this.#sftp.ext_openssh_rename(from, to, done))
  }

  async chmod(path: string, mode: number): Promise<void> {
    await this.#request<void>(path, (done) => this.#sftp.chmod(path, mode, done))
  }

  /** Makes one directory; its parent must exist. */
  async makeDirectory(path: string, mode: number): Promise<void> {
    await this.#request<void>(path, (done) => this.#sftp.mkdir(path, { mode }, done))
  }

  /** Removes one file; false when there was none. */
  async remove(path: string): Promise<boolean> {
    try {
      await this.#request<void>(path, (done) => this.#sftp.unlink(path, done))
      return true
    } catch (error) {
      if (error instanceof SftpError && error.kind === 'no_such_file') return false
      throw error
    }
  }

  /** Bytes in total and free (for all users) in the file system that holds `path`. */
  async space(path: string): Promise<{ total: number; free: number }> {
    const found = await this.#request<{ f_frsize: number; f_blocks: number; f_bavail: number }>(path, (done) =>
      this.#sftp.ext_openssh_statvfs(path, done),
    )
    return { total: found.f_frsize * found.f_blocks, free: found.f_frsize * found.f_bavail }
  }
}
