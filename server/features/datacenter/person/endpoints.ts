import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import { personCreate, personEdit, personRecord } from '../../../domain/person/schema.ts'
import { idAnswer } from '../../../domain/shared/fields.ts'
import { createUser, deleteUser } from '../../access/user/service.ts'
import { personList } from './list.ts'
import { editPerson, readSettings, writeSettings } from './service.ts'

const common = { service: 'dci', tag: 'user', about: 'account' } as const

/** The people of the panel as the data-centre service spells them. */
export const personEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/user',
    summary: 'List users',
    access: 'admin',
    list: personList,
    row: personRecord,
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/user',
    summary: 'Add a user',
    access: 'admin',
    body: personCreate,
    answer: idAnswer,
    run: (ctx, { body }) => createUser(ctx, { ...body, lang: 'en' }),
  }),
  get: rowEndpoint({
    ...common,
    path: '/user/{user_id}',
    summary: 'Show one user',
    access: 'admin',
    list: personList,
    row: personRecord,
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/user/{user_id}',
    summary: 'Change a user',
    access: 'admin',
    body: personEdit,
    answer: idAnswer,
    run: (ctx, p) => editPerson(ctx, p.params.user_id, p.body),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/user/{user_id}',
    summary: 'Remove a user',
    description: 'Refused while the customer has VMs or servers.',
    access: 'admin',
    answer: idAnswer,
    run: (ctx, p) => deleteUser(ctx, p.params.user_id),
  }),
  settings: endpoint({
    ...common,
    method: 'GET',
    path: '/user/{user_id}/settings',
    summary: 'Show the settings of a user',
    access: 'user',
    answer: z.record(z.string(), z.unknown()),
    run: (ctx, p) => readSettings(ctx, p.params.user_id),
  }),
  setSettings: endpoint({
    ...common,
    method: 'POST',
    path: '/user/{user_id}/settings',
    summary: 'Store the settings of a user',
    access: 'user',
    body: z.record(z.string(), z.unknown()),
    answer: idAnswer,
    run: (ctx, p) => writeSettings(ctx, p.params.user_id, p.body),
  }),
}
