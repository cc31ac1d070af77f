import type { Readable } from 'node:stream'
import { deviceRejected, invalidInput, refused } from '../../domain/shared/errors.ts'
import { connectSsh, type SshTarget } from '../../protocols/ssh/connect.ts'
import type { SshConnection } from '../../protocols/ssh/connection.ts'
import { SshError } from '../../protocols/ssh/errors.ts'
import type { SftpSession } from '../../protocols/ssh/sftp.ts'
import { SftpError } from '../../protocols/ssh/sftp-requests.ts'
import { unlessAborted } from '../../shared/abort.ts'
import { textOf } from '../../shared/spoken-error.ts'
import { msg } from '../../shared/text.ts'
import { ARTEFACTS } from './boot/places.ts'
import { asPanelError } from './messages.ts'
import type { Artefact, LocationStore } from './store-types.ts'

const mib = 1 << 20
/** Left free beside a file. */
const RESERVE = 64 * mib
/** A request of a file transfer that is not answered for so long ends the connection. */
const SILENCE_MS = 60_000
/** Slowest disk that is waited for when a sum is worked out. */
const READ_BYTES_PER_S = 20 * mib
const MOST_FILES = 10_000
const NAME = /^[0-9a-f]{64}$/

/**
 * Runs `use` on the files of a location, over a connection of its own. The account of the control host must be able to write to the
 * folder.
 * @param folder for tests
 * @throws PanelError in words that tell the causes apart
 */
export async function withSshStore<T>(
  target: SshTarget,
  signal: AbortSignal,
  use: (store: LocationStore) => Promise<T>,
  folder = ARTEFACTS,
): Promise<T> {
  try {
    const host = await connectSsh(target, signal)
    try {
      return await use(sshStore(host, folder))
    } finally {
      host.close()
    }
  } catch (fault) {
    if (signal.aborted) throw fault
    if (fault instanceof SshError) throw asPanelError(fault)
    if (fault instanceof SftpError)
      throw deviceRejected(
        msg`The control host does not take files: ${textOf(fault)}. The account must be able to write to ${folder}`,
        { cause: fault },
      )
    throw fault
  }
}

/** The files of a location over SFTP; the sums are worked out by the control host. */
export function sshStore(host: SshConnection, folder: string): LocationStore {
  const pathOf = (sha256: string) => {
    if (!NAME.test(sha256)) throw invalidInput(msg`A file needs its SHA-256 in hexadecimal`)
    return `${folder}/${sha256}`
  }
  const files = <T>(signal: AbortSignal, use: (session: SftpSession) => Promise<T>) =>
    host.sftp(signal, use, SILENCE_MS)
  return {
    async put(artefact, signal, onProgress) {
      const path = pathOf(artefact.sha256)
      const part = `${path}.part`
      if (await isThere(path, artefact, signal)) return onProgress(artefact.bytes)
      await files(signal, async (session) => {
        await makeFolders(session, folder)
        await bring(session, artefact, part, signal, onProgress)
      })
      const found = await sumOf(part, artefact.bytes, signal)
      await files(signal, async (session) => {
        if (found !== artefact.sha256) {
          await session.remove(part)
          throw deviceRejected(msg`The sum of a file is not that of the template: it was removed from the control host`)
        }
        await session.chmod(part, 0o644)
        await session.rename(part, path)
      })
    },
    async drop(sha256, signal) {
      const path = pathOf(sha256)
      await files(signal, async (session) => {
        for (const one of [path, `${path}.part`]) await session.remove(one)
      })
    },
    list: (signal) =>
      files(signal, async (session) => {
        const found: { sha256: string; bytes: number; whole: boolean }[] = []
        for await (const some of session.entries(folder)) {
          for (const { name, kind, size } of some) {
            const sha256 = name.replace(/\.part$/, '')
            if (kind === 'file' && NAME.test(sha256)) found.push({ sha256, bytes: size, whole: sha256 === name })
          }
          if (found.length > MOST_FILES) throw deviceRejected(msg`The control host has more than ${MOST_FILES} files`)
        }
        return found
      }),
  }

  /** A file that was changed by hand, or that a bad disk has spoilt, is taken away. */
  async function isThere(path: string, { bytes, sha256 }: Artefact, signal: AbortSignal): Promise<boolean> {
    const found = await files(signal, (session) => session.stat(path))
    if (!found) return false
    if (found.kind === 'file' && found.size === bytes && (await sumOf(path, bytes, signal)) === sha256) return true
    await files(signal, (session) => session.remove(path))
    return false
  }

  async function sumOf(path: string, bytes: number, signal: AbortSignal): Promise<string> {
    const timeoutMs = 60_000 + Math.ceil(bytes / READ_BYTES_PER_S) * 1000
    const { code, stdout } = await host.exec(['sha256sum', '--', path], { signal, timeoutMs })
    const sum = /^([0-9a-f]{64}) /.exec(stdout)?.[1]
    if (code !== 0 || !sum) throw deviceRejected(msg`The control host cannot work out the sum of a file (sha256sum)`)
    return sum
  }
}

async function makeFolders(session: SftpSession, folder: string): Promise<void> {
  const parts = folder.split('/').filter(Boolean)
  for (let n = 1; n <= parts.length; n++) {
    const path = `/${parts.slice(0, n).join('/')}`
    if ((await session.stat(path)) !== null) continue
    // Another task may make it at the same moment.
    await session.makeDirectory(path, 0o755).catch(async (fault) => {
      if ((await session.stat(path)) === null) throw fault
    })
  }
}

async function bring(
  session: SftpSession,
  { bytes, open }: Artefact,
  part: string,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<void> {
  const found = await session.stat(part)
  const offset = found?.kind === 'file' && found.size <= bytes ? found.size : 0
  const { free } = await session.space(part.slice(0, part.lastIndexOf('/')))
  const needed = bytes - offset + RESERVE
  if (free < needed)
    throw deviceRejected(
      msg`The control host has ${Math.floor(free / mib)} MiB free; the file needs ${Math.ceil(needed / mib)}`,
    )
  onProgress(offset)
  if (found && offset === bytes) return
  const source = await open(offset, signal)
  const data = bounded(source, bytes - offset, signal)
  const end = await session.writeStream(part, offset, 0o600, data, onProgress).finally(() => source.destroy())
  if (end !== bytes) throw refused(msg`The file ended after ${end} of ${bytes} bytes in its repository`)
}

/** A source may not send more than it promised, and one that hangs does not outlive the signal. */
async function* bounded(source: Readable, limit: number, signal: AbortSignal): AsyncGenerator<Buffer> {
  source.on('error', () => {})
  const chunks: AsyncIterator<Buffer> = source[Symbol.asyncIterator]()
  for (let left = limit; ; ) {
    const { done, value } = await unlessAborted(chunks.next(), signal)
    if (done) return
    left -= value.length
    if (left < 0) throw refused(msg`The file is larger than its repository states`)
    yield value
  }
}
