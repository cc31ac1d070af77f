import type { Actor, Context } from '../../../api/context.ts'
import { requireRow } from '../../../api/links.ts'
import { stored } from '../../../db/sentences.ts'
import type { Work } from '../../../db/transaction.ts'
import { UPLOAD_HOURS, uploadPath } from '../../../domain/iso/kinds.ts'
import type { IsoBegin } from '../../../domain/iso/schema.ts'
import { msg } from '../../../shared/text.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { type About, createIso } from './begin.ts'
import { isoCheckTask } from './check-task.ts'
import { newPlace } from './folder.ts'
import { requireUnpromised } from './reserve.ts'

type Upload = About & {
  iso_file_name: string
  /** Absent where the operation does not tell it: the upload itself does. */
  size_bytes?: number
  sha256?: string | undefined
  repository_id?: number | null
  account_id?: number | null
}

/** Until when an upload may rest. */
export const uploadEnd = (now = Date.now()) => new Date(now + UPLOAD_HOURS * 3600_000)

/** Makes the record of an image that a person uploads, and the task that waits for it. */
export async function beginUpload(work: Work, actor: Actor, { iso_file_name, sha256, ...about }: Upload) {
  const place = await newPlace()
  const bytes = about.size_bytes ?? 0
  const row = await createIso(
    work,
    actor,
    { ...about, fallbackName: iso_file_name },
    {
      state: 'uploading',
      ...place,
      source: iso_file_name,
      sha256: sha256 ?? null,
      expires_at: uploadEnd(),
      reserved: BigInt(bytes),
    },
  )
  await requireUnpromised(work, place.folder, bytes, row.id)
  const task = await enqueue(
    work,
    isoCheckTask,
    { iso_id: row.id },
    { registry_id: row.id, entity: 'iso', account_id: row.account_id, deferReason: stored(msg`Waits for the upload`) },
  )
  await work.tx.iso.update({ where: { id: row.id }, data: { task: task.id } })
  return { row, task: task.id }
}

/** Begins an upload into the library of the caller. */
export const uploadIso = (ctx: Context, body: IsoBegin) =>
  ctx.mutate(async (work) => {
    const { row, task } = await beginUpload(work, ctx.actor, body)
    return { id: row.id, task, upload: uploadPath(row.id) }
  })

/** Begins an upload into a repository, for all accounts. */
export const uploadIntoRepository = (ctx: Context, repository_id: number, iso_file_name: string) =>
  ctx.mutate(async (work) => {
    await requireRow(work, 'repository', msg`Repository`, repository_id)
    const { row, task } = await beginUpload(work, ctx.actor, { iso_file_name, repository_id })
    return { id: row.id, task, upload: uploadPath(row.id) }
  })
