import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import { variableCreate, variableEdit, variableRecord } from '../../../domain/script-variable/schema.ts'
import { deletedAnswer, idMaybeTask } from '../../../domain/shared/fields.ts'
import { variableList } from './list.ts'
import { createVariable, deleteVariable, editVariable, enableVariable } from './service.ts'

const common = { service: 'vm', tag: 'recipe', access: 'user' } as const

export const scriptVariableEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/script_variable',
    summary: 'List the script variables',
    description: 'Administrators see all of them, others their own. Hidden values are never shown.',
    list: variableList,
    row: variableRecord,
    csv: true,
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
  get: rowEndpoint({
    ...common,
    path: '/script_variable/{variable_id}',
    summary: 'Read a script variable',
    list: variableList,
    row: variableRecord,
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
