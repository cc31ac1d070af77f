import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import {
  rehearsalPicture,
  rehearsalPlan,
  rehearsalPlanEdit,
  rehearsalRecord,
} from '../../../domain/rehearsal/schema.ts'
import { idAndTask } from '../../../domain/shared/fields.ts'
import { rehearsalList } from './list.ts'
import { readPicture } from './picture.ts'
import { readPlan, writePlan } from './plan.ts'
import { rehearse } from './start.ts'

const common = { service: 'vm', tag: 'rehearsal' } as const

/** Rehearsals of restores. None of these is in the documents. */
export const rehearsalEndpoints = {
  list: listEndpoint({
    ...common,
    access: 'user',
    path: '/rehearsal',
    summary: 'List the rehearsals of restores',
    list: rehearsalList,
    row: rehearsalRecord,
    csv: true,
  }),
  get: rowEndpoint({
    ...common,
    access: 'user',
    path: '/rehearsal/{rehearsal_id}',
    summary: 'Read a rehearsal of a restore',
    list: rehearsalList,
    row: rehearsalRecord,
  }),
  picture: endpoint({
    ...common,
    access: 'user',
    method: 'GET',
    path: '/rehearsal/{rehearsal_id}/picture',
    summary: 'Read the last picture of the screen of a rehearsal',
    description: 'Kept for 90 days.',
    answer: rehearsalPicture,
    run: (ctx, p) => readPicture(ctx.actor, p.params.rehearsal_id),
  }),
  start: endpoint({
    ...common,
    access: 'admin',
    method: 'POST',
    path: '/backup/{backup_id}/rehearse',
    summary: 'Rehearse the restore of a backup',
    description:
      'The VM is restored with all disks of that moment and started for a while beside the present one, in a network of its own that no packet leaves. It counts against no limit of its owner. Afterwards nothing of it is left.',
    body: z.strictObject({}),
    answer: idAndTask,
    run: (ctx, p) => rehearse(ctx, p.params.backup_id),
  }),
  plan: endpoint({
    ...common,
    access: 'admin',
    method: 'GET',
    path: '/rehearsal_plan',
    summary: 'Read when restores are rehearsed',
    answer: rehearsalPlan,
    run: () => readPlan(),
  }),
  writePlan: endpoint({
    ...common,
    access: 'admin',
    method: 'POST',
    about: 'setting',
    path: '/rehearsal_plan',
    summary: 'Change when restores are rehearsed',
    description: 'What is not named stays.',
    body: rehearsalPlanEdit,
    answer: rehearsalPlan,
    run: (ctx, { body }) => writePlan(ctx, body),
  }),
}
