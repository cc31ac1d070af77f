import { noPieces, type Pieces } from '../../../api/body.ts'
import type { Context } from '../../../api/context.ts'
import { alone } from '../../../db/advisory.ts'
import { db } from '../../../db/pool.ts'
import { sealBytes, unsealBytes } from '../../../db/secrets.ts'
import type { Work } from '../../../db/transaction.ts'
import {
  type ImportAnswer,
  type ImportAsked,
  importAnswer,
  importAsked,
  type StoredImport,
} from '../../../domain/import/schema.ts'
import { notFound, wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'

/** Bytes that are sealed at once: a fraction of a millisecond. */
const PART = 512 * 1024
/** Files that wait or are brought in at the same time. */
const MOST_WAITING = 4
/** How long it can be read what became of a file. */
const KEPT_DAYS = 7

const placeOf = (task: number, number: number) => ({ table: 'import_part', id: `${task} ${number}`, column: 'content' })

/** Stores a file for a task, sealed since it may hold secrets. @throws PanelError when too many are waiting */
export async function keepFile(
  work: Work,
  task: number,
  ctx: Context,
  asked: ImportAsked,
  bytes: Uint8Array,
): Promise<void> {
  await alone(work, 'import_files')
  if ((await work.tx.import_part.count({ where: { number: 0 } })) >= MOST_WAITING)
    throw wrongState(msg`${MOST_WAITING} imports are already queued: try again when one has finished`)
  const { account_id, session_id } = ctx.actor
  await work.tx.import_file.create({ data: { task, account_id, session_id, ip: ctx.ip, asked } })
  // An empty file has a part too: it waits as others do.
  for (let number = 0; number === 0 || number * PART < bytes.byteLength; number++) {
    const content = sealBytes(bytes.subarray(number * PART, (number + 1) * PART), placeOf(task, number))
    await work.tx.import_part.create({ data: { task, number, content } })
  }
}

/** What was asked of an import and, once it is over, what became of it. */
export async function readImport(task: number): Promise<StoredImport> {
  const row = await db().prisma.import_file.findUnique({ where: { task }, select: { asked: true, answer: true } })
  if (!row) throw notFound(msg`Import`, task)
  const answer = row.answer === null ? null : importAnswer.parse(row.answer)
  return { id: task, task, ...importAsked.parse(row.asked), answer }
}

/** The file of a task; without content when its work is done. @throws PanelError when it is gone */
export async function keptFile(task: number) {
  const row = await db().prisma.import_file.findUnique({ where: { task } })
  const parts = await db().prisma.import_part.count({ where: { task } })
  if (!row || (parts === 0 && row.answer === null)) throw wrongState(msg`The file to import no longer exists`)
  return {
    ...row,
    asked: importAsked.parse(row.asked),
    answer: row.answer === null ? null : importAnswer.parse(row.answer),
    file: row.answer === null ? openParts(task, parts) : noPieces(),
  }
}

async function* openParts(task: number, parts: number): Pieces {
  for (let number = 0; number < parts; number++) {
    const where = { task_number: { task, number } }
    const { content } = await db().prisma.import_part.findUniqueOrThrow({ where })
    yield unsealBytes(content, placeOf(task, number))
  }
}

export async function keepAnswer(work: Work, task: number, answer: ImportAnswer): Promise<void> {
  await work.tx.import_file.update({ where: { task }, data: { answer } })
  await forgetFile(work, task)
}

export async function forgetFile(work: Work, task: number): Promise<void> {
  await work.tx.import_part.deleteMany({ where: { task } })
}

/** For housekeeping. */
export async function forgetOldImports(): Promise<void> {
  await db().pool.query(
    `delete from import_file f where created_at < now() - make_interval(days => $1)
        and not exists (select from import_part p where p.task = f.task)`,
    [KEPT_DAYS],
  )
}
