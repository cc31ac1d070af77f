import { endpoint } from '../../../api/endpoint.ts'
import { serveList, serveRow } from '../../../api/list/serve.ts'
import { type Preset, presetRecord } from '../../../domain/preset/record.ts'
import { presetCreate, presetEdit } from '../../../domain/preset/schema.ts'
import { idAnswer, listOf, listQuery } from '../../../domain/shared/fields.ts'
import { msg } from '../../../shared/text.ts'
import { presetList } from './list.ts'
import { createPreset, deletePreset, editPreset } from './service.ts'

const common = { service: 'vm', tag: 'preset' } as const
/** Clients send back what they have read. */
const tolerated = ['id']

export const presetEndpoints = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/preset',
    summary: 'List the presets',
    access: 'user',
    query: listQuery,
    answer: listOf(presetRecord),
    csv: presetList,
    run: (ctx, { query }) => serveList(presetList, ctx, query),
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/preset/{preset_id}',
    summary: 'Read a preset',
    access: 'user',
    answer: presetRecord,
    run: (ctx, p) => serveRow<Preset>(presetList, ctx, p.params.preset_id, msg`Preset`),
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/preset',
    summary: 'Create a preset',
    description:
      'What a VM cannot have (a limit that no node enforces) is refused here already. 0 and -1 are no limits.',
    access: 'admin',
    body: presetCreate,
    tolerated,
    answer: idAnswer,
    run: (ctx, { body }) => createPreset(ctx, body),
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/preset/{preset_id}',
    summary: 'Change a preset',
    description:
      'VMs that were made with it stay as they are. A new `hdd_mib` or new `disks` replace the disks; a new `cpu_mode` also the model.',
    access: 'admin',
    body: presetEdit,
    tolerated,
    answer: idAnswer,
    run: (ctx, p) => editPreset(ctx, p.params.preset_id, p.body),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/preset/{preset_id}',
    summary: 'Delete a preset',
    description: 'VMs that were made with it keep their size and limits; their `preset` is null from then on.',
    access: 'admin',
    answer: idAnswer,
    run: (ctx, p) => deletePreset(ctx, p.params.preset_id),
  }),
}
