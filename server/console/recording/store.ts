import { randomBytes, randomUUID } from 'node:crypto'
import { readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { db } from '../../db/pool.ts'
import { seal, unseal } from '../../db/secrets.ts'
import { stored } from '../../db/sentences.ts'
import { transaction } from '../../db/transaction.ts'
import type { RecordingSettings } from '../../domain/recording/schema.ts'
import { deviceRejected } from '../../domain/shared/errors.ts'
import { changed } from '../../events/changes.ts'
import { log } from '../../process/log.ts'
import { kept } from '../../shared/kept.ts'
import { msg } from '../../shared/text.ts'
import { NOT_RECORDED } from '../failure.ts'
import type { ConsoleRecording } from '../gateway.ts'
import type { ConsoleGrant } from '../tickets.ts'
import { isRecordingFile, type RecordingFolder, recordingFolder } from './folder.ts'
import type { RecordingKey } from './format.ts'
import { type Found, mendRecording } from './reader.ts'
import { RecordingWriter } from './writer.ts'

const MIB = 1 << 20
/** A recording whose process says nothing for so long is cut off. Each says so every {@link BEAT_MS}. */
const SILENT_SECONDS = 90
export const BEAT_MS = 20_000
/** A file is younger than its row for a moment. */
const ORPHAN_MS = 60_000

type Live = { writer: RecordingWriter; finish: () => Promise<void> }
const place = kept<Map<number, Live>>('recordings')
const live = (): Map<number, Live> => {
  place.value ??= new Map()
  return place.value
}

const sealedAt = (file: string) => ({ table: 'recording', id: file, column: 'data_key' })

/** What opens the file of a recording. */
export const keyOf = ({ file, data_key }: { file: string; data_key: string }): RecordingKey => ({
  key: Buffer.from(unseal(data_key, sealedAt(file)), 'base64'),
  name: Buffer.from(file.replaceAll('-', ''), 'hex'),
})

/**
 * Begins the recording of a console.
 * @throws PanelError `device_rejected` when it cannot be recorded and must not go on without; else answers null
 */
export async function beginRecording(
  grant: ConsoleGrant,
  settings: RecordingSettings,
): Promise<ConsoleRecording | null> {
  try {
    return await begin(grant, settings)
  } catch (err) {
    log.error({ err, [grant.object]: grant.object_id }, 'a console cannot be recorded')
    if (settings.when_failing === 'go_on') return null
    throw deviceRejected(msg`This console must be recorded, but recording is not possible now`, NOT_RECORDED)
  }
}

async function begin(grant: ConsoleGrant, settings: RecordingSettings): Promise<ConsoleRecording> {
  const { path, instance } = await recordingFolder()
  const file = randomUUID()
  const key = randomBytes(32)
  const data_key = seal(key.toString('base64'), sealedAt(file))
  let told = ''
  let onFault: ((words: string) => void) | null = null
  const writer = await RecordingWriter.open({
    ...keyOf({ file, data_key }),
    path: join(path, file),
    maxBytes: settings.max_mib * MIB,
    minFree: settings.min_free_mib * MIB,
    onFault: (words) => {
      told ||= words
      onFault?.(words)
    },
  })
  const id = await insert(grant, { file, instance, data_key }).catch(async (fault: unknown) => {
    await writer.end()
    await unlink(join(path, file)).catch(() => {})
    throw fault
  })
  let finished: Promise<void> | null = null
  const finish = () => {
    finished ??= close(id, join(path, file), { file, data_key }, writer, () => told)
    return finished
  }
  live().set(id, { writer, finish })
  return {
    tap: writer,
    onFault(end) {
      onFault = (words) => {
        log.error({ recording: id, words }, 'a recording broke off')
        if (settings.when_failing === 'end') end(stored(msg`The console can no longer be recorded: ${words}`))
        void finish()
      }
      if (told) onFault(told)
    },
    end: () => void finish(),
  }
}

async function insert(grant: ConsoleGrant, file: { file: string; instance: string; data_key: string }) {
  const { object, object_id, account_id, kind, mode } = grant
  return transaction(async (work) => {
    const account = await work.tx.account.findUniqueOrThrow({ where: { id: account_id }, select: { email: true } })
    const of = { where: { id: object_id }, select: { name: true } }
    const thing = await (object === 'host' ? work.tx.host.findUniqueOrThrow(of) : work.tx.server.findUniqueOrThrow(of))
    const { id } = await work.tx.recording.create({
      data: {
        ...file,
        object,
        object_id,
        object_name: thing.name,
        account_id,
        account_email: account.email,
        kind,
        mode,
      },
      select: { id: true },
    })
    changed(work, { entity: 'recording', entity_id: id, event: 'create' })
    return id
  })
}

async function close(
  id: number,
  path: string,
  sealed: { file: string; data_key: string },
  writer: RecordingWriter,
  fault: () => string,
): Promise<void> {
  try {
    let found: Found = await writer.end()
    if (fault()) found = await mendRecording(path, keyOf(sealed))
    // Nothing but the mark of the end: the console never came about.
    if (writer.isEmpty) {
      await unlink(path).catch(() => {})
      await forget(id)
    } else await settle(id, found, fault())
  } catch (err) {
    log.error({ err, recording: id }, 'a recording could not be closed; that is done later')
  } finally {
    live().delete(id)
  }
}

/** Writes the end of a recording into the index. */
async function settle(id: number, found: Found, fault: string): Promise<void> {
  await transaction(async (work) => {
    const { count } = await work.tx.recording.updateMany({
      where: { id, state: 'running' },
      data: { ...found, state: fault ? 'cut' : 'complete', fault, ended_at: new Date() },
    })
    if (count > 0) changed(work, { entity: 'recording', entity_id: id, event: 'update' })
  })
}

async function forget(id: number): Promise<void> {
  await transaction(async (work) => {
    await work.tx.recording.deleteMany({ where: { id } })
    changed(work, { entity: 'recording', entity_id: id, event: 'delete' })
  })
}

/** Says of what is being written here that it is, and how long it has become. */
export async function beatRecordings(): Promise<void> {
  for (const [id, { writer }] of live())
    await db().prisma.recording.updateMany({
      where: { id, state: 'running' },
      data: { ...writer.written, seen_at: new Date() },
    })
}

/** Closes everything that is being written here. */
export async function endRecordings(): Promise<void> {
  await Promise.all([...live().values()].map(({ finish }) => finish()))
}

/**
 *
 * Closes recordings of this folder that a dead process left open: they can be played up to the last chunk.
 * @param alone the folder belongs to this process only, so that all open recordings are left over
 */
export async function closeCutRecordings(alone: boolean): Promise<number> {
  const { path, instance } = await recordingFolder()
  const { rows } = await db().pool.query<{ id: number; file: string; data_key: string; seen_at: Date }>(
    `select id, file, data_key, seen_at from recording
     where instance = $1 and state = 'running' and ($2 or seen_at < now() - make_interval(secs => ${SILENT_SECONDS}))`,
    [instance, alone],
  )
  let closed = 0
  for (const row of rows) {
    if (live().has(row.id)) continue
    const none: Found = { bytes: 0, chunks: 0, duration_ms: 0 }
    const found = await mendRecording(join(path, row.file), keyOf(row)).catch((err: unknown) => {
      log.warn({ err, recording: row.id }, 'a recording that was cut off cannot be read')
      return none
    })
    await settle(row.id, found, stored(msg`The panel stopped during the recording`))
    closed++
  }
  return closed
}

/** Deletes recordings past their retention, of all folders: without its row a file cannot be read. */
export async function forgetOldRecordings(days: number): Promise<number> {
  const { rows } = await db().pool.query<{ id: number }>(
    'select id from recording where ended_at < now() - make_interval(days => $1) order by ended_at limit 1000',
    [days],
  )
  for (const { id } of rows) await forget(id)
  await sweep(await recordingFolder())
  return rows.length
}

/** Deletes files whose row is gone: recordings that were deleted here or by another process. */
export async function sweep({ path, instance }: RecordingFolder): Promise<void> {
  const files = (await readdir(path)).filter(isRecordingFile)
  if (files.length === 0) return
  const { rows } = await db().pool.query<{ file: string }>(
    'select file from unnest($1::uuid[]) as f (file) where not exists (select from recording r where r.file = f.file and r.instance = $2)',
    [files, instance],
  )
  for (const { file } of rows) {
    const name = join(path, file)
    const found = await stat(name).catch(() => null)
    if (found && Date.now() - found.mtimeMs > ORPHAN_MS) await unlink(name).catch(() => {})
  }
}
