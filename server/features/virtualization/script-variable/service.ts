import type { script_variable } from '../../../../generated/prisma/client.ts'
import type { Actor, AuditNote, Context } from '../../../api/context.ts'
import { orNone, rejectStale, uniqueName } from '../../../api/edit.ts'
import { requireLink } from '../../../api/links.ts'
import { seal, unseal } from '../../../db/secrets.ts'
import { lockRow, type Work } from '../../../db/transaction.ts'
import { LEAST_SECRET } from '../../../domain/recipe/values.ts'
import type { VariableCreate, VariableEdit } from '../../../domain/script-variable/schema.ts'
import { forbidden, invalidInput, noResources, notFound, refused } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'

const place = (id: number) => ({ table: 'script_variable', id, column: 'secret' })
/** Variables of an account. */
const MOST = 200

/** The value of a variable, wherever it is kept. */
export const variableValue = (row: Pick<script_variable, 'id' | 'value' | 'secret'>): string =>
  row.secret === null ? row.value : unseal(row.secret, place(row.id))

/** Adds a variable: local to an account, or global for administrators. */
export async function createVariable(ctx: Context, body: VariableCreate) {
  if (body.id !== undefined) throw invalidInput(msg`id: it is given by the panel`, 'id')
  const account_id = ownerOf(ctx.actor, body, null)
  return uniqueName(msg`A variable`, body.name, () =>
    ctx.mutate(async (work, note) => {
      await requireLink(work, 'account', msg`Account`, 'account', account_id)
      if ((await work.tx.script_variable.count({ where: { account_id } })) >= MOST)
        throw noResources(msg`There are already ${MOST} variables: delete some first`)
      const [{ id } = { id: 0 }] = await work.sql<{ id: number }>("select nextval('script_variable_id_seq')::int as id")
      const { name, comment = null, enabled = true } = body
      const row = await work.tx.script_variable.create({
        data: { id, name, comment, enabled, account_id, ...kept(id, body.value, body.hidden ?? false) },
      })
      tell(work, row, 'create', note, body)
      return { id }
    }),
  )
}

/** Changes a variable. What is hidden becomes readable only with a new value. */
export async function editVariable(ctx: Context, id: number, body: VariableEdit) {
  if (body.id !== undefined && body.id !== id) throw invalidInput(msg`id: it is not that of the path`, 'id')
  return uniqueName(msg`A variable`, body.name, () =>
    ctx.mutate(async (work, note) => {
      const row = await ownVariable(work, ctx, id)
      const hidden = body.hidden ?? row.hidden
      if (row.hidden && !hidden && body.value === undefined)
        throw refused(msg`A hidden value is not shown again: give a new one`, 'value')
      const account_id = ownerOf(ctx.actor, body, row)
      await requireLink(work, 'account', msg`Account`, 'account', account_id)
      const { name, comment, enabled } = body
      await work.tx.script_variable.update({
        where: { id },
        data: {
          name,
          account_id,
          comment: orNone(comment),
          enabled,
          ...((body.value !== undefined || hidden !== row.hidden) &&
            kept(id, body.value ?? variableValue(row), hidden)),
          version: { increment: 1 },
        },
      })
      tell(work, row, 'update', note, body)
      return { id }
    }),
  )
}

export async function deleteVariable(ctx: Context, id: number) {
  await ctx.mutate(async (work, note) => {
    const row = await ownVariable(work, ctx, id)
    await work.tx.script_variable.delete({ where: { id } })
    tell(work, row, 'delete', note, {})
  })
  return { id, deleted: [{ id }] }
}

/** A variable that is not enabled reaches no script. */
export async function enableVariable(ctx: Context, id: number, enabled: boolean) {
  await ctx.mutate(async (work, note) => {
    const row = await ownVariable(work, ctx, id)
    await work.tx.script_variable.update({ where: { id }, data: { enabled, version: { increment: 1 } } })
    tell(work, row, 'update', note, { enabled })
  })
  return { id }
}

/** A value in the column where it belongs. */
function kept(id: number, value: string, hidden: boolean) {
  if (hidden && value.length < LEAST_SECRET)
    throw invalidInput(
      msg`A hidden value has at least ${LEAST_SECRET} characters: a shorter one cannot be covered in the output of scripts`,
      'value',
    )
  return hidden ? { hidden, value: '', secret: seal(value, place(id)) } : { hidden, value, secret: null }
}

/** The account that a variable belongs to; null: a global one. */
function ownerOf(actor: Actor, body: VariableEdit, row: script_variable | null): number | null {
  const present = row ? row.account_id : actor.account_id
  const wanted =
    body.scope === 'global'
      ? null
      : (body.account ?? (body.scope === 'local' ? (present ?? actor.account_id) : present))
  if (actor.isAdmin || wanted === actor.account_id) return wanted
  throw forbidden(
    msg`Only administrators have variables of other accounts and global ones`,
    body.scope === 'global' ? 'scope' : 'account',
  )
}

/** Locks a variable that the caller may change; of another version it is stale. */
async function ownVariable(work: Work, ctx: Context, id: number): Promise<script_variable> {
  await lockRow(work, 'script_variable', id)
  const where = { id, ...(!ctx.actor.isAdmin && { account_id: ctx.actor.account_id }) }
  const row = await work.tx.script_variable.findFirst({ where })
  if (!row) throw notFound(msg`Script variable`, id)
  rejectStale(ctx, row, msg`Script variable`, id)
  return row
}

/** Audit and change; neither ever has the value. */
function tell(
  work: Work,
  row: Pick<script_variable, 'id' | 'name' | 'account_id'>,
  event: 'create' | 'update' | 'delete',
  note: AuditNote,
  body: Partial<VariableEdit>,
) {
  const { value, ...plain } = body
  note.input = { ...plain, name: body.name ?? row.name, value_given: value !== undefined }
  changed(work, { entity: 'script_variable', entity_id: row.id, event, account_id: row.account_id })
}
