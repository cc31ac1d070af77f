import type { Context } from '../../../api/context.ts'
import type { Work } from '../../../db/transaction.ts'
import type { HostCreate } from '../../../domain/host/schema.ts'
import { type GivenParams, MOST_RECIPES, type RunRecipe } from '../../../domain/recipe/schema.ts'
import type { System } from '../../../domain/recipe/values.ts'
import { invalidInput, refused } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { claimHost, queueHostTask } from '../host/claim.ts'
import { historyOf, keepRun, type PlannedRun, planRecipe, planText, systemOf } from './plan.ts'
import { hostRecipeTask } from './run-task.ts'

/** Runs a stored script, or the text of one, in a VM. */
export async function runInHost(ctx: Context, id: number, body: RunRecipe) {
  const given = body.recipe_params ?? []
  if (body.send_email) throw refused(msg`No mail is sent by this panel yet: leave send_email out`, 'send_email')
  if (body.recipients?.length) throw refused(msg`No mail is sent by this panel yet: leave recipients out`, 'recipients')
  if ((body.recipe === undefined) === (body.body === undefined))
    throw invalidInput(msg`recipe: either a script or the text of one is required`, 'recipe')
  return ctx.mutate(async (work, note) => {
    const { row } = await claimHost(work, ctx, id, 'recipe')
    const system = await systemOf(work, row)
    const run =
      body.recipe === undefined
        ? planText(ctx.actor, body.body ?? '', given, system)
        : await planRecipe(work, ctx.actor, {
            recipe: body.recipe,
            params: given,
            system,
            anySystem: body.ignore_recipe_filters,
            field: 'recipe',
          })
    note.input = { host_id: id, ...(body.recipe !== undefined && { recipe: body.recipe }), params: namesOf(given) }
    const task = await queueHostTask(work, ctx, row, {
      definition: hostRecipeTask,
      input: { host_id: id },
      params: historyOf(run),
    })
    await keepRun(work, id, task.id, run)
    const number = task.consul_id
    return { id, task: number, recipe_task_list: [number], recipe_task: number, spice_task: null }
  })
}

const namesOf = (given: GivenParams) => given.map(({ name }) => name ?? '')

/** The scripts that a new VM is to run, in order. */
export async function plannedFor(
  work: Work,
  ctx: Context,
  body: Pick<HostCreate, 'recipe' | 'recipe_list' | 'recipe_params' | 'ignore_recipe_filters'>,
  system: System,
): Promise<PlannedRun[]> {
  const single = typeof body.recipe === 'number' ? [{ recipe: body.recipe, recipe_params: body.recipe_params }] : []
  if (single.length === 0 && body.recipe_params?.length)
    throw invalidInput(msg`recipe: values without a script`, 'recipe')
  const wanted = [
    ...single.map((one) => ({ ...one, field: 'recipe' })),
    ...(body.recipe_list ?? []).map((one) => ({ ...one, field: 'recipe_list' })),
  ]
  if (wanted.length > MOST_RECIPES) throw invalidInput(msg`recipe_list: at most ${MOST_RECIPES} scripts`, 'recipe_list')
  const planned: PlannedRun[] = []
  for (const { recipe, recipe_params = [], field } of wanted) {
    if (recipe === undefined) throw invalidInput(msg`recipe_list: every entry names a script`, 'recipe_list')
    const anySystem = body.ignore_recipe_filters
    planned.push(await planRecipe(work, ctx.actor, { recipe, params: recipe_params, system, anySystem, field }))
  }
  return planned
}
