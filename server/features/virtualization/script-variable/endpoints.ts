import { endpoint } from '../../../api/endpoint.ts'
import { serveList, serveRow } from '../../../api/list/serve.ts'
import {
  type ScriptVariable,
  variableCreate,
  variableEdit,
  variableRecord,
} from '../../../domain/script-variable/schema.ts'
import { deletedAnswer, idMaybeTask, listOf, listQuery } from '../../../domain/shared/fields.ts'
import { msg } from '../../../shared/text.ts'
import { variableList } from './list.ts'
import { createVariable, deleteVariable, editVariable, enableVariable } from './service.ts'

const common = { service: 'vm', tag: 'recipe', access: 'user' } as const

export const scriptVariableEndpoints = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/script_variable',
    summary: 'List the script variables',
    description: 'Administrators see all of them, others their own. Hidden values are never shown.',
    query: listQuery,
    answer: listOf(variableRecord),
    csv: variableList,
    run: (ctx, { query }) => serveList(variableList, ctx, query),
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/script_variable',
    summary: 'Add a script variable',
    description:
      'A script that reads a variable finds its value in its environment: a local one in VMs of its account, a global one in all. Hidden global values only reach scripts of administrators and of repositories; administrators of the guest can read what reaches it.',
    body: variableCreate,
    answer: idMaybeTask,
    run: (ctx, { body }) => createVariable(ctx, body),
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/script_variable/{variable_id}',
    summary: 'Read a script variable',
    answer: variableRecord,
    run: (ctx, p) => serveRow<ScriptVariable>(variableList, ctx, p.params.variable_id, msg`Script variable`),
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/script_variable/{variable_id}',
    summary: 'Change a script variable',
    body: variableEdit,
    answer: idMaybeTask,
    run: (ctx, p) => editVariable(ctx, p.params.variable_id, p.body),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/script_variable/{variable_id}',
    summary: 'Delete a script variable',
    answer: deletedAnswer,
    run: (ctx, p) => deleteVariable(ctx, p.params.variable_id),
  }),
  enable: endpoint({
    ...common,
    method: 'POST',
    path: '/script_variable/{variable_id}/enable',
    summary: 'Enable a script variable',
    answer: idMaybeTask,
    run: (ctx, p) => enableVariable(ctx, p.params.variable_id, true),
  }),
  disable: endpoint({
    ...common,
    method: 'POST',
    path: '/script_variable/{variable_id}/disable',
    summary: 'Disable a script variable',
    answer: idMaybeTask,
    run: (ctx, p) => enableVariable(ctx, p.params.variable_id, false),
  }),
}
