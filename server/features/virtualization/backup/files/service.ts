import type { backup } from '../../../../../generated/prisma/client.ts'
import type { Actor } from '../../../../api/context.ts'
import { FileAnswer } from '../../../../api/endpoint.ts'
import { db } from '../../../../db/pool.ts'
import type { BackupFolder, BackupVolumes, FileQuery, FolderQuery } from '../../../../domain/backup/files.ts'
import { type ErrorCode, notFound, PanelError, wrongState } from '../../../../domain/shared/errors.ts'
import { READABLE } from '../../../../protocols/utility-guest/answers.ts'
import type { UtilityGuest } from '../../../../protocols/utility-guest/client.ts'
import { UtilityGuestError } from '../../../../protocols/utility-guest/errors.ts'
import { msg } from '../../../../shared/text.ts'
import { ownBackup } from '../own.ts'
import { requireDisk } from '../restore/use.ts'
import { decodePath, encodePath, lastName, pathIn, shownName } from './names.ts'
import { withFiles } from './session.ts'

const LIST_MS = 300_000
/** A download ends after this, however slowly it is taken. */
const DOWNLOAD_MS = 6 * 3600_000

/** A backup of the caller that holds something. @throws PanelError not_found, wrong_state */
async function backupToBrowse(actor: Actor, id: number): Promise<backup> {
  const found = await db().prisma.backup.findFirst({ where: { ...ownBackup(actor, id), deleted_at: null } })
  if (!found) throw notFound(msg`Backup`, id)
  if (!['active', 'in_use', 'copying'].includes(found.state))
    throw wrongState(msg`The backup ${found.name} holds no files that can be shown now`, 'state')
  requireDisk(found)
  return found
}

export function listVolumes(actor: Actor, id: number): Promise<BackupVolumes> {
  return browse(actor, id, null, async (guest, signal) => ({
    list: (await guest.volumes(signal)).map((volume) => ({
      id: volume.id,
      type: volume.type,
      label: shownName(volume.label),
      size_mib: Math.floor(volume.size / 2 ** 20),
      has_files: READABLE.has(volume.type),
    })),
  }))
}

export function listFolder(
  actor: Actor,
  id: number,
  { volume, path, offset, limit }: FolderQuery,
): Promise<BackupFolder> {
  const folder = decodePath(path)
  return browse(actor, id, volume, async (guest, signal) => {
    const { entries, total, more_than_counted } = await guest.list(folder, { offset, limit }, signal)
    const list = entries.map(({ kind, name, size, modified, mode, target }) => ({
      name: shownName(name),
      path: encodePath(pathIn(folder, name)),
      kind,
      size,
      modified_at: timeOf(modified),
      mode,
      target: target && shownName(target),
    }))
    return { total, more_than_counted, list }
  })
}

/** A file, as it comes from the guest. */
export function readFile(actor: Actor, id: number, { volume, path }: FileQuery): Promise<FileAnswer> {
  const file = decodePath(path)
  return download(actor, id, volume, async (guest, signal) => {
    const { size } = await guest.stat(file, signal)
    return { parts: guest.read(file, signal), name: lastName(file), size }
  })
}

/** A folder as a tar archive, which is made while it is taken. */
export function readArchive(actor: Actor, id: number, { volume, path }: FileQuery): Promise<FileAnswer> {
  const folder = decodePath(path)
  return download(actor, id, volume, async (guest, signal) => {
    await guest.list(folder, { offset: 0, limit: 1 }, signal)
    const name = folder.length === 0 ? Buffer.from('files') : lastName(folder)
    return { parts: guest.tar(folder, signal), name: Buffer.concat([name, Buffer.from('.tar')]), size: null }
  })
}

const timeOf = (seconds: number): string | null =>
  Math.abs(seconds) <= 8_640_000_000_000 ? new Date(seconds * 1000).toISOString() : null

async function browse<T>(
  actor: Actor,
  id: number,
  volume: string | null,
  work: (guest: UtilityGuest, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const found = await backupToBrowse(actor, id)
  const signal = AbortSignal.timeout(LIST_MS)
  try {
    return await withFiles(found, volume, signal, (guest) => work(guest, signal))
  } catch (error) {
    throw asFilesError(error)
  }
}

type Download = { parts: AsyncGenerator<Buffer, void, void>; name: Buffer; size: number | null }

/** Answers as soon as the guest has found what is asked for; the guest is busy until the last byte is taken or the client is gone. */
async function download(
  actor: Actor,
  id: number,
  volume: string,
  start: (guest: UtilityGuest, signal: AbortSignal) => Promise<Download>,
): Promise<FileAnswer> {
  const found = await backupToBrowse(actor, id)
  const left = new AbortController()
  const signal = AbortSignal.any([left.signal, AbortSignal.timeout(DOWNLOAD_MS)])
  return new Promise((resolve, reject) => {
    withFiles(found, volume, signal, async (guest) => {
      const { parts, name, size } = await start(guest, signal)
      let over = () => {}
      const taken = new Promise<void>((done) => {
        over = done
      })
      const body = new ReadableStream<Uint8Array>(
        {
          async pull(out) {
            try {
              const { done, value } = await parts.next()
              if (!done) return out.enqueue(value)
              out.close()
            } catch (error) {
              out.error(error)
            }
            over()
          },
          async cancel() {
            left.abort(new Error('The client no longer takes the file'))
            await parts.return()
            over()
          },
        },
        { highWaterMark: 2 },
      )
      resolve(new FileAnswer(shownName(name), size, body))
      await taken
    }).catch((error) => reject(asFilesError(error)))
  })
}

const codes: Partial<Record<UtilityGuestError['kind'], ErrorCode>> = {
  absent: 'not_found',
  wrong_kind: 'invalid_input',
  invalid: 'invalid_input',
  timeout: 'device_unreachable',
  closed: 'device_unreachable',
}

/** What the guest said in the panel's terms; everything else is returned as it is. */
function asFilesError(error: unknown): unknown {
  if (!(error instanceof UtilityGuestError)) return error
  return new PanelError(codes[error.kind] ?? 'device_rejected', error.text, { cause: error })
}
