import type { SFTPWrapper } from 'ssh2'
import { KindError, textOf } from '../../shared/spoken-error.ts'
import { msg } from '../../shared/text.ts'

export class SftpError extends KindError<'no_such_file' | 'permission_denied' | 'failed'> {
  override readonly name = 'SftpError'
}

/** Parts in which a peer may answer one request; servers answer in one, or in pieces of 32 KiB. */
const MOST_PARTS = 256

export type Done<T> = (error: Error | null | undefined, value?: T) => void
/** Runs one request, ended early by the caller's signal or the loss of the connection. */
export type Call = <T>(start: (done: Done<T>) => void) => Promise<T>

/** The single requests of which transfers are made; a status of the peer becomes an `SftpError`. */
export class SftpRequests {
  readonly #call: Call
  protected readonly sftp: SFTPWrapper

  constructor(call: Call, sftp: SFTPWrapper) {
    this.#call = call
    this.sftp = sftp
  }

  protected request<T>(path: string, start: (done: Done<T>) => void): Promise<T> {
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

  /** False when there is nothing at `path`. */
  protected async ifThere(path: string, start: (done: Done<void>) => void): Promise<boolean> {
    try {
      await this.request<void>(path, start)
      return true
    } catch (error) {
      if (error instanceof SftpError && error.kind === 'no_such_file') return false
      throw error
    }
  }

  protected openFile(path: string, flags: 'r' | 'a' | 'w' | 'wx' | 'r+', mode = 0o600): Promise<Buffer> {
    return this.request<Buffer>(path, (done) => this.sftp.open(path, flags, mode, done))
  }

  protected readAt(path: string, handle: Buffer, offset: number, length: number): Promise<Buffer> {
    const into = Buffer.alloc(length)
    return this.request<Buffer>(path, (done) =>
      this.sftp.read(handle, into, 0, length, offset, (error, count) => {
        const atEnd = (error as { code?: number } | undefined)?.code === 1
        if (error && !atEnd) done(error)
        // A short part is copied: as a view it would keep all that was made for it.
        else if (atEnd || count === 0) done(null, Buffer.alloc(0))
        else done(null, count < length / 2 ? Buffer.from(into.subarray(0, count)) : into.subarray(0, count))
      }),
    )
  }

  /**
   * So many bytes at a place, fewer where the file ends: a peer may answer with a part.
   * @throws SftpError for one that answers with more and more small parts
   */
  protected async readWhole(path: string, handle: Buffer, offset: number, length: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let got = 0; got < length; ) {
      const part = await this.readAt(path, handle, offset + got, length - got)
      if (part.length === 0) break
      parts.push(part)
      if (parts.length > MOST_PARTS && got < length)
        throw new SftpError('failed', msg`${path}: it is answered in too many small parts`)
      got += part.length
    }
    return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
  }

  protected write(path: string, handle: Buffer, data: Buffer, offset: number): Promise<void> {
    return this.request<void>(path, (done) => this.sftp.write(handle, data, 0, data.length, offset, done))
  }

  /** Brings what was written to the disk. */
  protected async flush(path: string, handle: Buffer): Promise<void> {
    await this.request<void>(path, (done) => this.sftp.ext_openssh_fsync(handle, done))
  }

  protected async closeHandle(path: string, handle: Buffer): Promise<void> {
    await this.request<void>(path, (done) => this.sftp.close(handle, done))
  }
}
