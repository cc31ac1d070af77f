import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../../../api/context.ts'
import { editSetting } from '../../../api/edit-setting.ts'
import { recordingFolder } from '../../../console/recording/folder.ts'
import { RecordingDamaged } from '../../../console/recording/format.ts'
import { type RecordingPlace, readRecording } from '../../../console/recording/reader.ts'
import { keyOf } from '../../../console/recording/store.ts'
import { db } from '../../../db/pool.ts'
import type { RecordingRule, RecordingSettingsEdit } from '../../../domain/recording/schema.ts'
import { missingLink, notFound, refused, wrongState } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { textOf } from '../../../shared/spoken-error.ts'
import { msg } from '../../../shared/text.ts'
import { RECORDING_SETTING, readRecordingSettings, settingsOf } from './policy.ts'
import { isPass, makePass } from './view-pass.ts'

/** About what one part of a recording holds. */
const PART_BYTES = 512 * 1024

/** Opens a recording for watching, which is audited. The pass reads it for twelve hours. */
export async function viewRecording(ctx: Context, id: number) {
  await rowOf(id)
  return ctx.mutate(async () => {
    return { pass: makePass(id, ctx.actor.account_id) }
  })
}

/** A part of what was shown, from a place on. */
export async function readPart(ctx: Context, id: number, { pass, ...from }: RecordingPlace & { pass: string }) {
  const row = await rowOf(id)
  if (!isPass(pass, id, ctx.actor.account_id)) throw refused(msg`Open the recording first`, 'pass')
  const { path, instance } = await recordingFolder()
  if (row.instance !== instance) throw wrongState(msg`The recording is stored by another panel process: open it there`)
  try {
    const part = await readRecording(join(path, row.file), keyOf(row), from, PART_BYTES)
    return { ...part, frames: part.frames.toString('base64') }
  } catch (fault) {
    if (fault instanceof RecordingDamaged)
      throw refused(msg`The recording file was changed: ${textOf(fault)}`, 'damaged')
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT')
      throw wrongState(msg`The file of the recording no longer exists`)
    throw fault
  }
}

/** Deletes a recording: without its key the rest of the file cannot be read. */
export async function deleteRecording(ctx: Context, id: number) {
  const row = await rowOf(id)
  await ctx.mutate(async (work, note) => {
    const input = { object: row.object, object_id: row.object_id, account_id: row.account_id, kind: row.kind }
    note.input = input
    const { count } = await work.tx.recording.deleteMany({ where: { id, state: { not: 'running' } } })
    if (count === 0) throw wrongState(msg`It is still being recorded: close the console first`)
    changed(work, { entity: 'recording', entity_id: id, event: 'delete' })
  })
  const { path, instance } = await recordingFolder()
  // The process that has the file sweeps it away within a minute otherwise.
  if (row.instance === instance) await unlink(join(path, row.file)).catch(() => {})
  return { id }
}

/** Who and what is recorded, with the things that have a rule of their own. */
export async function readSettings() {
  const settings = await readRecordingSettings()
  const { rows } = await db().pool.query<{ object: 'host' | 'server'; id: number; name: string; record: boolean }>(
    `select 'host' as object, id, name, record_console as record from host where record_console is not null
     union all select 'server', id, name, record_console from server where record_console is not null
     order by object, name limit 1000`,
  )
  return { ...settings, rules: rows }
}

/** Changes what is named. */
export async function writeSettings(ctx: Context, edit: RecordingSettingsEdit) {
  await ctx.mutate((work, note) =>
    editSetting(work, note, RECORDING_SETTING, (now) => ({ ...settingsOf(now), ...edit })),
  )
  return {}
}

/** Sets for one VM or server whether its consoles are recorded, for all viewers. Open ones stay as they are. */
export async function writeRule(ctx: Context, { object, object_id, record }: RecordingRule) {
  await ctx.mutate(async (work, note) => {
    Object.assign(note, { entity: object, entity_id: object_id, input: { record } })
    const of = { where: { id: object_id }, data: { record_console: record } }
    const { count } = await (object === 'host' ? work.tx.host.updateMany(of) : work.tx.server.updateMany(of))
    if (count === 0) throw missingLink('object_id', object === 'host' ? msg`VM` : msg`Server`, object_id)
    changed(work, { entity: 'setting', entity_id: 0, event: 'update', data: { name: RECORDING_SETTING } })
  })
  return {}
}

async function rowOf(id: number) {
  const row = await db().prisma.recording.findUnique({ where: { id } })
  if (!row) throw notFound(msg`Recording`, id)
  return row
}
