import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import { presetRecord } from '../../../domain/preset/record.ts'
import { presetCreate, presetEdit } from '../../../domain/preset/schema.ts'
import { idAnswer } from '../../../domain/shared/fields.ts'
import { presetList } from './list.ts'
import { createPreset, deletePreset, editPreset } from './service.ts'

const common = { service: 'vm', tag: 'preset' } as const
/** Clients send back what they have read. */
const tolerated = ['id']

export const presetEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/preset',
    summary: 'List the presets',
    access: 'user',
    list: presetList,
    row: presetRecord,
    csv: true,
  }),
  get: rowEndpoint({
    ...common,
    path: '/preset/{preset_id}',
    summary: 'Read a preset',
    access: 'user',
    list: presetList,
    row: presetRecord,
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
