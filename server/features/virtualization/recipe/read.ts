import type { recipe } from '../../../../generated/prisma/client.ts'
import type { Context } from '../../../api/context.ts'
import { serveRow } from '../../../api/list/serve.ts'
import { db } from '../../../db/pool.ts'
import type { Recipe, RecipeFilter, RecipeParam, RecipeRow } from '../../../domain/recipe/schema.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { recipeList } from './list.ts'

/** What a record of the database asks for. */
export const paramsOf = (row: Pick<recipe, 'params'>) => row.params as RecipeParam[]
export const filtersOf = (row: Pick<recipe, 'script_filter'>) => row.script_filter as RecipeFilter[]

/** One script with its text and parameters. */
export async function readRecipe(ctx: Pick<Context, 'actor'>, id: number): Promise<Recipe> {
  const row = await serveRow<RecipeRow>(recipeList, ctx, id)
  const full = await db().prisma.recipe.findUnique({ where: { id } })
  if (!full) throw notFound(msg`Script`, id)
  return {
    ...row,
    script: full.script,
    params: paramsOf(full),
    email_content: full.email_content as Recipe['email_content'],
  }
}
