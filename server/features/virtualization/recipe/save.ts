import { z } from 'zod'
import type { Context } from '../../../api/context.ts'
import type { Work } from '../../../db/transaction.ts'
import { type OfferedRecipe, offeredRecipe } from '../../../domain/recipe/schema.ts'
import { repositoryCreate } from '../../../domain/repository/schema.ts'
import { invalidInput, missingLink, refused } from '../../../domain/shared/errors.ts'
import { linkId } from '../../../domain/shared/fields.ts'
import { changed } from '../../../events/changes.ts'
import { rule } from '../../../shared/rule.ts'
import { msg } from '../../../shared/text.ts'
import { completeParam } from './service.ts'

/** Scripts of one repository. */
const MOST = 500

export const saveBody = z.strictObject({
  repository_id: linkId,
  url: repositoryCreate.shape.url.optional(),
  recipes: z
    .array(offeredRecipe)
    .refine((list) => list.length <= MOST, rule`at most ${MOST} entries`)
    .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, rule`two scripts have the same name`)
    .optional(),
})

/** Stores what a repository offers, as a program that read it reports. */
export async function saveRecipes(ctx: Context, body: z.output<typeof saveBody>) {
  await ctx.mutate(async (work, note) => {
    const repository = await work.tx.repository.findUnique({ where: { id: body.repository_id } })
    if (!repository) throw missingLink('repository_id', msg`Repository`, body.repository_id)
    if (body.url !== undefined && body.url !== repository.url)
      throw refused(msg`The repository has another address: change it there first`, 'url')
    if (!body.recipes) throw invalidInput(msg`The scripts of the repository are missing`, 'recipes')
    note.input = { repository_id: repository.id, recipes: body.recipes.map(({ name }) => name) }
    note.entity_id = repository.id
    await storeOffered(work, repository.id, body.recipes)
  })
  return { id: body.repository_id }
}

/** Brings the scripts of a repository to what it offers now. They are for all accounts unless an administrator decides otherwise. */
export async function storeOffered(work: Work, repository_id: number, recipes: readonly OfferedRecipe[]) {
  const prefix = `repository:${repository_id}:`
  const sources = recipes.map(({ name }) => prefix + name)
  const gone = await work.sql<{ id: number }>(
    'delete from recipe where repository_id = $1::int and source <> all($2::text[]) returning id',
    [repository_id, sources],
  )
  for (const { id } of gone) changed(work, { entity: 'recipe', entity_id: id, event: 'delete' })
  for (const offered of recipes) await storeOne(work, prefix + offered.name, offered, repository_id)
}

/** One script that comes from elsewhere, under the name of its source. What is unchanged is left alone. */
export async function storeOne(work: Work, source: string, offered: OfferedRecipe, repository_id: number | null) {
  const [row] = await work.sql<{ id: number; is_new: boolean }>(
    `insert into recipe as r (source, repository_id, for_all, name, description, type, script, tags, script_filter, params)
     values ($1, $2::int, true, $3, $4, $5, $6, $7::text[], $8::jsonb, $9::jsonb)
     on conflict (source) do update set name = excluded.name, description = excluded.description, type = excluded.type, script = excluded.script,
       tags = excluded.tags, script_filter = excluded.script_filter, params = excluded.params, version = r.version + 1, updated_at = now()
       where (r.name, r.description, r.type, r.script, r.tags, r.script_filter, r.params)
         is distinct from (excluded.name, excluded.description, excluded.type, excluded.script, excluded.tags, excluded.script_filter, excluded.params)
     returning id, version = 1 as is_new`,
    [
      source,
      repository_id,
      offered.name,
      offered.description ?? '',
      offered.type ?? 'shell',
      offered.script,
      offered.tags ?? [],
      JSON.stringify((offered.script_filter ?? []).map(({ entity = '', expression = '' }) => ({ entity, expression }))),
      JSON.stringify((offered.params ?? []).map(completeParam)),
    ],
  )
  if (row) changed(work, { entity: 'recipe', entity_id: row.id, event: row.is_new ? 'create' : 'update' })
}
