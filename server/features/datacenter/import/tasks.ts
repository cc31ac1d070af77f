import { z } from 'zod'
import { gather, type Pieces } from '../../../api/body.ts'
import { call } from '../../../api/call.ts'
import type { Context } from '../../../api/context.ts'
import { endpoint } from '../../../api/endpoint.ts'
import { db } from '../../../db/pool.ts'
import { MOST_BYTES } from '../../../domain/import/kinds.ts'
import { type ImportAsked, importAnswer, importQuery } from '../../../domain/import/schema.ts'
import { refused } from '../../../domain/shared/errors.ts'
import type { Role } from '../../../domain/shared/roles.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask, type TaskContext } from '../../../tasks/define.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { forgetFile, keepAnswer, keepFile, keptFile } from './files.ts'
import { type Background, importFile } from './service.ts'

/** Of the bar: reading the file is the rest. */
const ROWS_FROM = 10
const ROWS_TO = 95

/** Brings in a file that was stored for it. It goes on without the browser that sent it; its outcome stays with the file's row. */
export const importTask = defineTask({
  name: 'import_run',
  title: 'Import records',
  input: z.object({}),
  locks: () => ['import'],
  timeoutMs: 30 * 60_000,
  async run(t) {
    t.progress(1, msg`Reading the file`)
    const { applied, total, counts } = await t.step('import', (signal) => bringIn(t, signal))
    if (!applied) throw refused(msg`Nothing was imported: ${counts.error} of ${total} rows have errors`)
    return { total, counts }
  },
  async settle(t) {
    await t.stepTx('forget', (work) => forgetFile(work, t.id))
  },
})

/**
 * The operation itself, in the name of the account that stored the file: the same checks and audit. A worker may have
 * died after it.
 */
export async function bringIn(t: Pick<TaskContext, 'id' | 'progress'>, signal: AbortSignal) {
  const { asked, answer, file, account_id, session_id, ip } = await keptFile(t.id)
  if (answer) return answer
  const background: Background = {
    signal,
    keep: (work, made) => keepAnswer(work, t.id, made),
    progress: (done, of) =>
      t.progress(ROWS_FROM + ((ROWS_TO - ROWS_FROM) * done) / Math.max(1, of), msg`Row ${done} of ${of}`),
  }
  const operation = endpoint({
    service: 'dci',
    tag: 'import',
    access: 'admin',
    method: 'POST',
    path: '/import',
    summary: 'Import a stored file',
    query: importQuery,
    largestFile: MOST_BYTES,
    answer: importAnswer,
    run: (ctx, p) => importFile(ctx, p.query, p.file, background),
  })
  const caller = { actor: await actorOf(account_id, session_id), ip, userAgent: '', token: null, expectedVersion: null }
  const made = await call(operation, caller, {
    params: {},
    query: { ...asked, dry_run: 'false' },
    body: undefined,
    file,
  })
  return importAnswer.parse(made.answer)
}

async function actorOf(account_id: number, session_id: number) {
  const account = await db().prisma.account.findUnique({ where: { id: account_id, state: 'active' } })
  if (!account) throw refused(msg`The account that started the import can no longer sign in`)
  const { email, lang } = account
  const roles = account.roles as Role[]
  const isAdmin = roles.includes('@admin')
  return { account_id, email, roles, isAdmin, lang, session_id, session_kind: 'session' as const, confirmed: true }
}

/** Has a file brought in by a task. */
export async function startImport(
  ctx: Context,
  asked: ImportAsked,
  file: Pieces,
): Promise<{ id: number; task: number }> {
  // Before the transaction: it must not wait for who sends.
  const bytes = await gather(file)
  return ctx.mutate(async (work, note) => {
    const { account_id } = ctx.actor
    const { id } = await enqueue(work, importTask, {}, { registry_id: 0, entity: 'import', account_id })
    await keepFile(work, id, ctx, asked, bytes)
    note.input = asked
    return { id, task: id }
  })
}
