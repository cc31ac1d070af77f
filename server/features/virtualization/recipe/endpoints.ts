import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint } from '../../../api/list/endpoints.ts'
import { hostCreated } from '../../../domain/host/answers.ts'
import {
  checkAnswer,
  checkBody,
  paramRecord,
  recipeCreate,
  recipeEdit,
  recipeRecord,
  recipeRow,
  runRecipe,
} from '../../../domain/recipe/schema.ts'
import { deletedAnswer, idMaybeTask } from '../../../domain/shared/fields.ts'
import { recipeList } from './list.ts'
import { readRecipe } from './read.ts'
import { runInHost } from './run.ts'
import { saveBody, saveRecipes } from './save.ts'
import { createRecipe, deleteRecipe, editRecipe } from './service.ts'
import { checkScript } from './syntax/check.ts'

const common = { service: 'vm', tag: 'recipe', access: 'user' } as const

export const recipeEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/recipe',
    summary: 'List the scripts',
    description: 'Administrators see all of them, others their own and those that are for all.',
    list: recipeList,
    row: recipeRow,
    csv: true,
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/recipe',
    summary: 'Add a script',
    description:
      'Values of parameters and variables reach the script as environment variables. A parameter without a value is an empty text.',
    body: recipeCreate,
    answer: idMaybeTask,
    run: (ctx, { body }) => createRecipe(ctx, body),
  }),
  save: endpoint({
    ...common,
    method: 'POST',
    about: 'repository',
    path: '/recipe/save',
    summary: 'Store the scripts of a repository',
    description:
      'Each takes the place of the one of the same name from this repository; what is no longer offered is removed. `url` has to be the address of the repository, or absent.',
    access: 'admin',
    body: saveBody,
    answer: idMaybeTask,
    run: (ctx, { body }) => saveRecipes(ctx, body),
  }),
  check: endpoint({
    ...common,
    method: 'POST',
    path: '/recipe/check',
    summary: 'Check the syntax of a script',
    description:
      'Nothing of it is run or stored. The first line says which shell it is for; other interpreters, and PowerShell, are not checked.',
    body: checkBody,
    answer: checkAnswer,
    run: (ctx, { body }) => checkScript(body, ctx.signal),
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/recipe/{recipe_id}',
    summary: 'Read a script',
    answer: recipeRecord,
    run: (ctx, p) => readRecipe(ctx, p.params.recipe_id),
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/recipe/{recipe_id}',
    summary: 'Change a script',
    description: 'Refused for those of repositories. `params` and `script_filter` replace what there was.',
    body: recipeEdit,
    answer: idMaybeTask,
    run: (ctx, p) => editRecipe(ctx, p.params.recipe_id, p.body),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/recipe/{recipe_id}',
    summary: 'Delete a script',
    answer: deletedAnswer,
    run: (ctx, p) => deleteRecipe(ctx, p.params.recipe_id),
  }),
  run: endpoint({
    ...common,
    method: 'POST',
    path: '/host/{host_id}/runrecipe',
    summary: 'Run a script in a VM',
    description:
      'A stored script, or the text of one in `body`, runs as root (in Windows as SYSTEM) through the guest agent, which is waited for while the guest boots; where it does not answer, a shell script runs over SSH from the node, with a key of the panel that systems are installed with. The task has the output (`log` of `GET /task/{id}`), fails when the script exits with other than 0, and kills the script when it is stopped or after an hour. A text that begins with `#ps1` is PowerShell; without that, and without `#!`, it is for the system of the VM. Shell scripts are refused in Windows, PowerShell elsewhere. A parameter that is missing, or not one of its choices, is refused by name. While tasks of the VM run, it is queued.',
    body: runRecipe,
    answer: hostCreated,
    run: (ctx, p) => runInHost(ctx, p.params.host_id, p.body),
  }),
  params: endpoint({
    ...common,
    method: 'GET',
    path: '/recipe/{recipe_id}/params',
    summary: 'List the parameters of a script',
    answer: z.object({ list: z.array(paramRecord), size: z.int() }),
    async run(ctx, p) {
      const { params: list } = await readRecipe(ctx, p.params.recipe_id)
      return { list, size: list.length }
    },
  }),
}
