import { db } from '../../db/pool.ts'
import { userLimitEndpoints } from '../../features/access/user-limit/endpoints.ts'
import { taskEndpoints } from '../../features/platform/task/endpoints.ts'
import { recipeEndpoints } from '../../features/virtualization/recipe/endpoints.ts'
import { scriptVariableEndpoints } from '../../features/virtualization/script-variable/endpoints.ts'
import { type frontDoor, tasksOver } from './front-door.ts'
import { demoFailing, demoGiven, demoScript, demoScripted, demoVariables } from './plan/scripts.ts'

type Ask = Awaited<ReturnType<typeof frontDoor>>

/**
 * Gives the owner of a VM a script and variables, and the VM a run that failed and one that worked. Done before: what is there stays.
 * All of it goes with the owner and the VM.
 */
export async function makeScripts(ask: Ask, cluster: number, signal: AbortSignal): Promise<void> {
  const { prisma } = db()
  const host = await prisma.host.findFirst({ where: { name: demoScripted, cluster_id: cluster, state: 'active' } })
  if (!host) return
  const account = host.account_id
  for (const variable of demoVariables) {
    const there = await prisma.script_variable.findFirst({ where: { name: variable.name, account_id: account } })
    if (!there) await ask(scriptVariableEndpoints.create, { body: { ...variable, account } })
  }
  const known = await prisma.recipe.findFirst({ where: { name: demoScript.name, account_id: account } })
  const recipe = known?.id ?? (await ask(recipeEndpoints.create, { body: { ...demoScript, account } })).id
  const params = { host_id: host.id }
  if ((await prisma.script_run.count({ where: { host_id: host.id, recipe_id: null } })) === 0) {
    const { task } = await ask(recipeEndpoints.run, { params, body: { body: demoFailing } })
    await tasksOver([task], signal)
    // It is a thing of the past, not a problem.
    await ask(taskEndpoints.dismiss, { params: { task_id: task } })
  }
  if ((await prisma.script_run.count({ where: { host_id: host.id, recipe_id: recipe } })) === 0) {
    const { task } = await ask(recipeEndpoints.run, { params, body: { recipe, recipe_params: demoGiven } })
    await tasksOver([task], signal)
  }
}

/** Limits an owner; they go with the account. */
export const limitOwner = async (ask: Ask, account_id: number, body: object): Promise<void> =>
  void (await ask(userLimitEndpoints.setAccount, { params: { account_id }, body }))
