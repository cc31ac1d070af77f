import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import {
  recordingPage,
  recordingRecord,
  recordingRule,
  recordingSettings,
  recordingSettingsEdit,
} from '../../../domain/recording/schema.ts'
import { recordedObjects } from '../../../domain/recording/states.ts'
import { empty, idAnswer } from '../../../domain/shared/fields.ts'
import { recordingList } from './list.ts'
import { deleteRecording, readPart, readSettings, viewRecording, writeRule, writeSettings } from './service.ts'

const common = { service: 'dci', tag: 'recording', access: 'admin' } as const
const setting = '/setting/recording'

export const recordingEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/recording',
    summary: 'List recordings of consoles',
    list: recordingList,
    row: recordingRecord,
    csv: true,
  }),
  get: rowEndpoint({
    ...common,
    path: '/recording/{recording_id}',
    summary: 'Show one recording',
    list: recordingList,
    row: recordingRecord,
  }),
  view: endpoint({
    ...common,
    method: 'POST',
    path: '/recording/{recording_id}/view',
    summary: 'Open a recording for watching',
    description:
      'That it was opened, and by whom, stands in the audit. The pass is for the caller and good for twelve hours.',
    body: z.strictObject({}),
    answer: z.object({ pass: z.string() }),
    run: (ctx, p) => viewRecording(ctx, p.params.recording_id),
  }),
  read: endpoint({
    ...common,
    method: 'POST',
    readOnly: true,
    path: '/recording/{recording_id}/part',
    summary: 'Read a part of a recording',
    description: 'From the beginning, and then from where the part before says that the next begins.',
    body: z.strictObject({
      pass: z.string().max(200).describe('Of the opening'),
      at: z.int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
      chunk: z.int().min(0).max(4_294_967_295).default(0),
    }),
    wideNumbers: true,
    answer: recordingPage,
    run: (ctx, p) => readPart(ctx, p.params.recording_id, p.body),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/recording/{recording_id}',
    summary: 'Delete a recording',
    answer: idAnswer,
    run: (ctx, p) => deleteRecording(ctx, p.params.recording_id),
  }),
  settings: endpoint({
    ...common,
    method: 'GET',
    path: setting,
    summary: 'Show who and what is recorded',
    answer: recordingSettings.extend({
      rules: z.array(z.object({ object: z.enum(recordedObjects), id: z.int(), name: z.string(), record: z.boolean() })),
    }),
    run: () => readSettings(),
  }),
  setSettings: endpoint({
    ...common,
    method: 'POST',
    path: setting,
    summary: 'Say who is recorded, how much and for how long',
    description: 'Consoles that are open stay as they are.',
    body: recordingSettingsEdit,
    answer: empty,
    run: (ctx, p) => writeSettings(ctx, p.body),
  }),
  setRule: endpoint({
    ...common,
    method: 'POST',
    path: `${setting}/rule`,
    summary: 'Say whether the consoles of a VM or a server are recorded',
    description: 'It comes before what the roles say; null leaves it to them.',
    body: recordingRule,
    answer: empty,
    run: (ctx, p) => writeRule(ctx, p.body),
  }),
}
