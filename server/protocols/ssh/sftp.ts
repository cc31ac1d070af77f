import { randomBytes } from 'node:crypto'
import { SftpError, SftpRequests } from './sftp-requests.ts'

/** `modified` in seconds by the clock of the peer. */
export type FileInfo = { size: number; mode: number; kind: 'file' | 'directory' | 'other'; modified: number }

/** An entry of a folder; `modified` in seconds by the clock of the peer. */
export type FolderEntry = { name: string; kind: FileInfo['kind']; size: number; modified: number }

const chunkBytes = 32 * 1024
const chunksInFlight = 64
/** What OpenSSH takes in one request; ssh2 splits longer ones and sends their parts one after another. */
const requestBytes = 254 * 1024

type Attributes = { size: number; mode: number; mtime: number; isFile(): boolean; isDirectory(): boolean }
const kindOf = (found: Attributes): FileInfo['kind'] =>
  found.isFile() ? 'file' : found.isDirectory() ? 'directory' : 'other'

/** File transfer over one SFTP channel (draft-ietf-secsh-filexfer-02 with OpenSSH's extensions); made by `SshConnection.sftp`. */
export class SftpSession extends SftpRequests {
  /** What is at `path` (links are not followed); null when nothing is. */
  async stat(path: string): Promise<FileInfo | null> {
    try {
      const found = await this.request<Attributes>(path, (done) => this.sftp.lstat(path, done))
      return { size: found.size, mode: found.mode & 0o7777, kind: kindOf(found), modified: found.mtime }
    } catch (error) {
      if (error instanceof SftpError && error.kind === 'no_such_file') return null
      throw error
    }
  }

  /** Absolute form of a path; `.` is the account's home. */
  realpath(path: string): Promise<string> {
    return this.request(path, (done) => this.sftp.realpath(path, done))
  }

  /** The first `limit` bytes of a file. */
  async read(path: string, limit: number): Promise<Buffer> {
    const handle = await this.openFile(path, 'r')
    try {
      const chunks: Buffer[] = []
      let size = 0
      while (size < limit) {
        const chunk = await this.readAt(path, handle, size, Math.min(chunkBytes, limit - size))
        if (chunk.length === 0) break
        chunks.push(chunk)
        size += chunk.length
      }
      return Buffer.concat(chunks)
    } finally {
      await this.closeHandle(path, handle)
    }
  }

  /** Appends in one write, as `>>` does; makes the file with `mode` when it is absent. */
  async append(path: string, data: Buffer, mode: number): Promise<void> {
    const handle = await this.openFile(path, 'a', mode)
    try {
      await this.write(path, handle, data, 0)
    } finally {
      await this.closeHandle(path, handle)
    }
  }

  /** Writes a whole small file so that readers see the old content or the new one, never a part. */
  async writeFile(path: string, data: Buffer, mode: number): Promise<void> {
    const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
    // Exclusive: never through a link that another user put there.
    const handle = await this.openFile(temporary, 'wx', mode)
    try {
      try {
        for (let at = 0; at < data.length; at += chunkBytes) {
          await this.write(path, handle, data.subarray(at, at + chunkBytes), at)
        }
        // The peer's umask may have narrowed the mode.
        await this.request<void>(path, (done) => this.sftp.fchmod(handle, mode, done))
        await this.flush(path, handle)
      } finally {
        await this.closeHandle(path, handle)
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
    const handle = await this.openFile(path, flags, mode)
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
          const write = this.write(path, handle, chunk, position).then(() => end)
          // Rejections are seen when their turn comes.
          write.catch(() => {})
          inFlight.push(write)
          position = end
          if (inFlight.length >= chunksInFlight) await settleOldest()
        }
      }
      while (inFlight.length > 0) await settleOldest()
      await this.flush(path, handle)
    } finally {
      await Promise.allSettled(inFlight)
      await this.closeHandle(path, handle).catch(() => {})
    }
    return position
  }

  /** Writes a new file and brings it to the disk; all of it is in flight at once. Fails when there is one. */
  async createFile(path: string, data: Buffer, mode: number): Promise<void> {
    const handle = await this.openFile(path, 'wx', mode)
    try {
      const offsets = Array.from({ length: Math.ceil(data.length / requestBytes) }, (_, n) => n * requestBytes)
      const writes = offsets.map((at) => this.write(path, handle, data.subarray(at, at + requestBytes), at))
      // The handle is not closed while some are under way.
      await Promise.allSettled(writes)
      await Promise.all(writes)
      await this.flush(path, handle)
    } finally {
      await this.closeHandle(path, handle)
    }
  }

  /** A whole file, read with all requests in flight at once, unless it has more than `limit` bytes. */
  async readFile(path: string, limit: number): Promise<Buffer | 'absent' | 'larger'> {
    let handle: Buffer
    try {
      handle = await this.openFile(path, 'r')
    } catch (error) {
      if (error instanceof SftpError && error.kind === 'no_such_file') return 'absent'
      throw error
    }
    try {
      const { size } = await this.request<Attributes>(path, (done) => this.sftp.fstat(handle, done))
      if (size > limit) return 'larger'
      const offsets = Array.from({ length: Math.ceil(size / requestBytes) }, (_, n) => n * requestBytes)
      const reads = offsets.map((at) => this.readWhole(path, handle, at, Math.min(requestBytes, size - at)))
      await Promise.allSettled(reads)
      return Buffer.concat(await Promise.all(reads))
    } finally {
      await this.closeHandle(path, handle)
    }
  }

  /** Sets when a file was changed last, seconds; false when there is none. */
  touch(path: string, seconds: number): Promise<boolean> {
    return this.ifThere(path, (done) => this.sftp.utimes(path, seconds, seconds, done))
  }

  /** The entries of a folder, as many at once as the peer sends; nothing when there is no such folder. */
  async *entries(path: string): AsyncGenerator<FolderEntry[]> {
    let handle: Buffer
    try {
      handle = await this.request<Buffer>(path, (done) => this.sftp.opendir(path, done))
    } catch (error) {
      if (error instanceof SftpError && error.kind === 'no_such_file') return
      throw error
    }
    try {
      for (;;) {
        const found = await this.request<{ filename: string; attrs: unknown }[] | null>(path, (done) =>
          this.sftp.readdir(handle, (error, list) => {
            const atEnd = (error as { code?: number } | undefined)?.code === 1
            done(atEnd ? null : error, atEnd ? null : list)
          }),
        )
        if (found === null) return
        yield found.map(({ filename, attrs }) => {
          const { size, mtime } = attrs as Attributes
          return { name: filename, kind: kindOf(attrs as Attributes), size, modified: mtime }
        })
      }
    } finally {
      await this.closeHandle(path, handle)
    }
  }

  /** Brings the names in a folder to the disk. OpenSSH opens a folder like a file; others may refuse that. */
  async syncFolder(path: string): Promise<void> {
    const handle = await this.openFile(path, 'r')
    try {
      await this.flush(path, handle)
    } finally {
      await this.closeHandle(path, handle)
    }
  }

  /** Renames over whatever is there (OpenSSH's posix-rename). */
  async rename(from: string, to: string): Promise<void> {
    await this.request<void>(to, (done) => this.sftp.ext_openssh_rename(from, to, done))
  }

  async chmod(path: string, mode: number): Promise<void> {
    await this.request<void>(path, (done) => this.sftp.chmod(path, mode, done))
  }

  /** Makes one directory; its parent must exist. */
  async makeDirectory(path: string, mode: number): Promise<void> {
    await this.request<void>(path, (done) => this.sftp.mkdir(path, { mode }, done))
  }

  /** Removes one file; false when there was none. */
  remove(path: string): Promise<boolean> {
    return this.ifThere(path, (done) => this.sftp.unlink(path, done))
  }

  /** Removes one empty folder; false when there was none. */
  removeFolder(path: string): Promise<boolean> {
    return this.ifThere(path, (done) => this.sftp.rmdir(path, done))
  }

  /** Bytes in total and free (for all users) in the file system that holds `path`. */
  async space(path: string): Promise<{ total: number; free: number }> {
    const found = await this.request<{ f_frsize: number; f_blocks: number; f_bavail: number }>(path, (done) =>
      this.sftp.ext_openssh_statvfs(path, done),
    )
    return { total: found.f_frsize * found.f_blocks, free: found.f_frsize * found.f_bavail }
  }
}
