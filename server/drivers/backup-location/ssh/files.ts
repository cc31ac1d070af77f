import { StoreError } from '../../../protocols/chunk-store/errors.ts'
import { connectSsh } from '../../../protocols/ssh/connect.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import type { SftpSession } from '../../../protocols/ssh/sftp.ts'
import { SftpError } from '../../../protocols/ssh/sftp-requests.ts'
import { msg } from '../../../shared/text.ts'
import type { LocationEntry, LocationFiles, LocationTarget } from '../types.ts'

/** One connection is held up by its own encryption: two write about twice as much. */
const CONNECTIONS = 2
/** A location that leaves a request unanswered for so long is away: a task that waits for it holds the disks of a VM and a slot of its node. */
const SILENCE_MS = 2 * 60_000
/** Entries that a folder is read of: the chunks of 2^32 are spread over 256 folders, and no location comes near that. */
const MOST_ENTRIES = 4_000_000
/** Less free than this after a write that failed means that room was the reason. */
const NO_ROOM_BYTES = 16 << 20

/** Puts a failure of SSH or SFTP in words for people; anything else goes through unchanged. */
type InWords = (fault: unknown) => unknown
type Sessions = (bulk: boolean) => Promise<SftpSession>

/**
 * Files below a folder of a peer, over connections of their own.
 * @param asError says who the peer is
 * @param silenceMs how long a request may stay without an answer; then all that is under way ends with `device_unreachable`
 */
export async function openSshFiles(
  target: LocationTarget,
  asError: InWords,
  signal: AbortSignal,
  silenceMs = SILENCE_MS,
): Promise<LocationFiles> {
  const links: Link[] = []
  let next = 0
  const close = () => {
    for (const link of links) link.close()
  }
  try {
    links.push(await openLink(target, signal, silenceMs))
    const hostKey = links[0]?.hostKey ?? ''
    const more = async () => {
      for (let n = 1; n < CONNECTIONS; n++) links.push(await openLink({ ...target, hostKey }, signal, silenceMs))
    }
    let rest: Promise<void> | null = null
    const session = async (bulk: boolean): Promise<SftpSession> => {
      if (bulk) {
        rest ??= more()
        await rest
      }
      const link = links[bulk ? next++ % links.length : 0]
      if (!link) throw new Error('The connection is closed')
      return link.session
    }
    return new SshFiles(target.path, hostKey, session, asError, close)
  } catch (fault) {
    close()
    throw signal.aborted ? signal.reason : asError(fault)
  }
}

type Link = { session: SftpSession; hostKey: string; close: () => void }

async function openLink(target: LocationTarget, signal: AbortSignal, silenceMs: number): Promise<Link> {
  const { address, port, login, auth, hostKey } = target
  const connection: SshConnection = await connectSsh({ address, port, username: login, auth, hostKey }, signal)
  const over = new AbortController()
  try {
    const session = await new Promise<SftpSession>((resolve, reject) => {
      const hold = async (opened: SftpSession) => {
        resolve(opened)
        await new Promise<void>((done) => over.signal.addEventListener('abort', () => done(), { once: true }))
      }
      const held = connection.sftp(signal, hold, silenceMs)
      held.catch(reject)
    })
    const close = () => {
      over.abort()
      connection.close()
    }
    return { session, hostKey: connection.hostKey, close }
  } catch (fault) {
    connection.close()
    throw fault
  }
}

class SshFiles implements LocationFiles {
  readonly hostKey: string
  readonly close: () => void
  readonly #root: string
  readonly #session: Sessions
  readonly #asError: InWords

  constructor(root: string, hostKey: string, session: Sessions, asError: InWords, close: () => void) {
    this.#root = root.replace(/\/+$/, '')
    this.hostKey = hostKey
    this.#session = session
    this.#asError = asError
    this.close = close
  }

  async #with<T>(bulk: boolean, act: (session: SftpSession) => Promise<T>): Promise<T> {
    try {
      return await act(await this.#session(bulk))
    } catch (fault) {
      throw this.#asError(fault)
    }
  }

  #at(path: string): string {
    return path === '' ? this.#root : `${this.#root}/${path}`
  }

  async write(temporary: string, path: string, data: Buffer): Promise<void> {
    await this.#with(true, async (session) => {
      try {
        await session.createFile(this.#at(temporary), data, 0o600)
      } catch (fault) {
        if (!(fault instanceof SftpError)) throw fault
        await session.remove(this.#at(temporary)).catch(() => {})
        // The protocol has no status for a full disk or quota.
        const { free } = await session.space(this.#root)
        if (fault.kind === 'failed' && free < NO_ROOM_BYTES) throw noRoom(fault)
        throw fault
      }
      await session.rename(this.#at(temporary), this.#at(path))
    })
  }

  async read(path: string, atMost: number): Promise<Buffer | null> {
    const found = await this.#with(true, (session) => session.readFile(this.#at(path), atMost))
    if (found === 'larger') throw new StoreError('damaged', msg`${path} is larger than what was written`)
    return found === 'absent' ? null : found
  }

  touch = (path: string, seconds: number) => this.#with(false, (session) => session.touch(this.#at(path), seconds))
  remove = (path: string) => this.#with(false, (session) => session.remove(this.#at(path)))
  syncFolder = (path: string) =>
    this.#with(false, async (session) => {
      try {
        await session.syncFolder(this.#at(path))
      } catch (fault) {
        // Servers other than OpenSSH's do not open folders.
        if (!(fault instanceof SftpError)) throw fault
      }
    })
  space = () => this.#with(false, (session) => session.space(this.#root))

  async rename(from: string, to: string): Promise<boolean> {
    return this.#with(false, async (session) => {
      try {
        await session.rename(this.#at(from), this.#at(to))
        return true
      } catch (fault) {
        if (fault instanceof SftpError && fault.kind === 'no_such_file') return false
        throw fault
      }
    })
  }

  async removeFolder(path: string): Promise<boolean> {
    return this.#with(false, async (session) => {
      try {
        return await session.removeFolder(this.#at(path))
      } catch (fault) {
        // "Failure" is all that is said of a folder that is not empty.
        if (fault instanceof SftpError && fault.kind === 'failed') return false
        throw fault
      }
    })
  }

  async *entries(folder: string): AsyncGenerator<LocationEntry[]> {
    const session = await this.#session(false)
    try {
      let count = 0
      for await (const some of session.entries(this.#at(folder))) {
        count += some.length
        if (count > MOST_ENTRIES) throw new StoreError('damaged', msg`${folder} lists more than ${MOST_ENTRIES} files`)
        yield some
      }
    } catch (fault) {
      throw this.#asError(fault)
    }
  }

  async stat(path: string): Promise<{ size: number; modified: number } | null> {
    const found = await this.#with(false, (session) => session.stat(this.#at(path)))
    return found && { size: found.size, modified: found.modified }
  }

  async makeFolder(path: string): Promise<void> {
    await this.#with(false, async (session) => {
      try {
        await session.makeDirectory(this.#at(path), 0o700)
      } catch (fault) {
        if ((await session.stat(this.#at(path)))?.kind !== 'directory') throw fault
      }
    })
  }
}

const noRoom = (cause: unknown) => new StoreError('full', msg`The backup location has no room left`, { cause })
