import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import {
  templateEdit,
  templateInstall,
  templatePreview,
  templatePreviewed,
  templateRecord,
  templatesQueued,
} from '../../../domain/os-template/schema.ts'
import { idAndTask, idAnswer } from '../../../domain/shared/fields.ts'
import { installTemplates, removeTemplate } from './claim.ts'
import { templateFile, templateList } from './list.ts'
import { editTemplate, previewTemplate } from './service.ts'

const common = { service: 'dci', tag: 'os_template' } as const

export const osTemplateEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/os_template',
    summary: 'List OS templates',
    description: 'Repositories (`/vm/v3/repository`) offer them. Users see those that a location has.',
    access: 'user',
    list: templateList,
    row: templateRecord,
    csv: templateFile,
  }),
  get: rowEndpoint({
    ...common,
    path: '/os_template/{os_template_id}',
    summary: 'Show one OS template',
    access: 'user',
    list: templateList,
    row: templateRecord,
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/os_template/{os_template_id}',
    summary: 'Redefine macros of an OS template',
    access: 'admin',
    body: templateEdit,
    answer: idAnswer,
    run: (ctx, p) => editTemplate(ctx, p.params.os_template_id, p.body),
  }),
  preview: endpoint({
    ...common,
    method: 'POST',
    path: '/os_template/{os_template_id}/preview',
    summary: 'Fill in an OS template with example values',
    description:
      'The arguments of its kernel and its answer file as a server would get them. Secrets are not in them, and nothing is kept.',
    access: 'admin',
    readOnly: true,
    body: templatePreview,
    answer: templatePreviewed,
    run: (_, p) => previewTemplate(p.params.os_template_id, p.body),
  }),
  install: endpoint({
    ...common,
    method: 'POST',
    path: '/location/{location_id}/os_template',
    summary: 'Put OS templates into a location',
    description:
      'Each by a task of its own, whose numbers come in the order of the templates. One that is there already is looked through, mended and brought up to date; one that is on its way keeps its task.',
    access: 'admin',
    body: templateInstall,
    answer: templatesQueued,
    run: (ctx, p) => installTemplates(ctx, p.params.location_id, p.body.os_templates),
  }),
  uninstall: endpoint({
    ...common,
    method: 'DELETE',
    about: 'os_template',
    path: '/location/{location_id}/os_template/{os_template_id}',
    summary: 'Remove an OS template from a location',
    description: 'Files that other templates of the location have as well stay there.',
    access: 'admin',
    answer: idAndTask,
    run: (ctx, p) => removeTemplate(ctx, p.params.location_id, p.params.os_template_id),
  }),
}
