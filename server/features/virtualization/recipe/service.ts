import type { recipe } from '../../../../generated/prisma/client.ts'
import type { Actor, AuditNote, Context } from '../../../api/context.ts'
import { expected, stale } from '../../../api/edit.ts'
import { requireLink } from '../../../api/links.ts'
import { lockRow, type Work } from '../../../db/transaction.ts'
import type { RecipeCreate, RecipeEdit, RecipeParam } from '../../../domain/recipe/schema.ts'
import { forbidden, noResources, notFound, refused } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'

/** Scripts that an account may have. */
const MOST_OWN = 1000

/** What administrators decide about scripts of repositories, too. */
const decided: ReadonlySet<string> = new Set(['state', 'for_all', 'user_visible'])

/** Adds a script: of the caller, or for administrators one of another account or, without an account, of all administrators. */
export async function createRecipe(ctx: Context, body: RecipeCreate) {
  requireAdminFor(ctx.actor, body)
  return ctx.mutate(async (work, note) => {
    const account_id = ctx.actor.isAdmin ? (body.account ?? null) : ctx.actor.account_id
    await requireLink(work, 'account', msg`Account`, 'account', body.account)
    if (account_id !== null && (await work.tx.recipe.count({ where: { account_id } })) >= MOST_OWN)
      throw noResources(msg`The account already has ${MOST_OWN} scripts: delete some first`)
    const row = await work.tx.recipe.create({
      data: { ...columnsOf(body), name: body.name, script: body.script, account_id },
    })
    tell(work, row, 'create', note, body)
    return { id: row.id }
  })
}

/** Changes a script. Those of repositories stay as they are there: copy one to change it. */
export async function editRecipe(ctx: Context, id: number, body: RecipeEdit) {
  requireAdminFor(ctx.actor, body)
  await ctx.mutate(async (work, note) => {
    const row = await ownRecipe(work, ctx.actor, id)
    if (row.source !== null && (!ctx.actor.isAdmin || Object.keys(body).some((field) => !decided.has(field))))
      throw refused(msg`${row.name} comes from a repository and is not edited here: copy it first`)
    await requireLink(work, 'account', msg`Account`, 'account', body.account)
    const { count } = await work.tx.recipe.updateMany({
      where: { id, ...expected(ctx) },
      data: {
        ...columnsOf(body),
        account_id: body.account,
        version: { increment: 1 },
        updated_at: new Date(),
      },
    })
    if (count === 0) throw stale(msg`Script`, id)
    tell(work, row, 'update', note, body)
  })
  return { id }
}

/** Removes a script. Runs that were queued keep what they need of it. */
export async function deleteRecipe(ctx: Context, id: number) {
  await ctx.mutate(async (work, note) => {
    const row = await ownRecipe(work, ctx.actor, id)
    if (row.source?.startsWith('shipped:'))
      throw refused(msg`${row.name} is part of the panel and is not deleted: it can be disabled`)
    await work.tx.recipe.delete({ where: { id } })
    tell(work, row, 'delete', note, {})
  })
  return { id, deleted: [{ id }] }
}

/** A script that the actor may change; one that it sees without owning it is refused in words, any other is absent. */
async function ownRecipe(work: Work, actor: Actor, id: number): Promise<recipe> {
  await lockRow(work, 'recipe', id)
  const row = await work.tx.recipe.findUnique({ where: { id } })
  const owns = row && (actor.isAdmin || row.account_id === actor.account_id)
  if (owns) return row
  if (row?.for_all && row.user_visible)
    throw forbidden(msg`${row.name} belongs to another account: copy it to change it`)
  throw notFound(msg`Script`, id)
}

function requireAdminFor(actor: Actor, body: RecipeEdit) {
  if (actor.isAdmin) return
  const field = body.for_all ? 'for_all' : body.account !== undefined ? 'account' : null
  if (field !== null && !(field === 'account' && body.account === actor.account_id))
    throw forbidden(msg`Only administrators offer scripts to other accounts`, field)
}

/** What a body says, as the columns keep it; the account is the caller's business. */
function columnsOf({ account: _, from_repository: __, params, script_filter, email_content, ...plain }: RecipeEdit) {
  return {
    ...plain,
    ...(params && { params: params.map(completeParam) }),
    ...(script_filter && {
      script_filter: script_filter.map(({ entity = '', expression = '' }) => ({ entity, expression })),
    }),
    ...(email_content && {
      email_content: email_content.map(({ lang = 'en', content = '', subject = '' }) => ({ lang, content, subject })),
    }),
  }
}

/** A parameter with what its body left out. */
export const completeParam = (param: NonNullable<RecipeEdit['params']>[number]): RecipeParam => ({
  name: param.name,
  description: param.description ?? '',
  required: param.required ?? false,
  type: param.type ?? 'input',
  select_values: (param.select_values ?? []).map(({ name = '', description = '' }) => ({ name, description })),
})

/** Audit and change of a script. Its text may hold secrets of people, so the audit keeps its length only. */
function tell(
  work: Work,
  row: Pick<recipe, 'id' | 'name' | 'account_id'>,
  event: 'create' | 'update' | 'delete',
  note: AuditNote,
  body: Partial<RecipeEdit>,
) {
  const { script, email_content: _, ...plain } = body
  note.input = { ...plain, ...(script !== undefined && { characters: script.length }) }
  changed(work, {
    entity: 'recipe',
    entity_id: row.id,
    event,
    account_id: row.account_id,
    data: { name: body.name ?? row.name },
  })
}
