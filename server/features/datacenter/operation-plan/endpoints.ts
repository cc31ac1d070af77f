import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import { sql } from '../../../api/list/sql.ts'
import {
  operationPlanCreate,
  operationPlanPreview,
  operationPlanRecord,
  operationPlanServer,
  operationPlanShown,
  operationPlanStop,
} from '../../../domain/operation-plan/schema.ts'
import { idAndTask, idAnswer } from '../../../domain/shared/fields.ts'
import { resumePlan, retryPlan, stopPlan } from './control.ts'
import { createPlan } from './create.ts'
import { operationPlanList, operationPlanServerList } from './list.ts'
import { previewPlan } from './preview.ts'

const common = { service: 'dci', tag: 'operation', access: 'user' } as const
const noBody = z.strictObject({})

/** The same operation on many servers. None of these is in the documents. */
export const operationPlanEndpoints = {
  preview: endpoint({
    ...common,
    method: 'POST',
    path: '/operation_plan/preview',
    summary: 'Show what a plan would do to each server',
    description:
      'Which are refused and why, the disks that would be lost, and when it would be done. Nothing is changed.',
    readOnly: true,
    body: operationPlanPreview,
    answer: operationPlanShown,
    run: (ctx, { body }) => previewPlan(ctx, body),
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/operation_plan',
    summary: 'Install a system on many servers, diagnose them, or clear their disks',
    description:
      'Operations begin a few at a time in each location. Servers that nothing can begin on are noted with the reason, and stop none of the others. Diagnostics and clearing of disks are for administrators.',
    body: operationPlanCreate,
    answer: idAndTask,
    run: (ctx, { body }) => createPlan(ctx, body),
  }),
  list: listEndpoint({
    ...common,
    path: '/operation_plan',
    summary: 'List plans of operations',
    list: operationPlanList,
    row: operationPlanRecord,
    csv: true,
  }),
  get: rowEndpoint({
    ...common,
    path: '/operation_plan/{operation_plan_id}',
    summary: 'Show a plan of operations',
    list: operationPlanList,
    row: operationPlanRecord,
  }),
  servers: listEndpoint({
    ...common,
    path: '/operation_plan/{operation_plan_id}/server',
    summary: 'List the servers of a plan',
    list: operationPlanServerList,
    row: operationPlanServer,
    of: operationPlanList,
    scope: (id) => sql`x.plan_id = ${id}`,
  }),
  stop: endpoint({
    ...common,
    method: 'POST',
    path: '/operation_plan/{operation_plan_id}/stop',
    summary: 'Begin on no more servers of a plan',
    body: operationPlanStop,
    answer: idAnswer,
    run: (ctx, p) => stopPlan(ctx, p.params.operation_plan_id, p.body),
  }),
  resume: endpoint({
    ...common,
    method: 'POST',
    path: '/operation_plan/{operation_plan_id}/resume',
    summary: 'Let a paused plan go on',
    body: noBody,
    answer: idAnswer,
    run: (ctx, p) => resumePlan(ctx, p.params.operation_plan_id),
  }),
  retry: endpoint({
    ...common,
    method: 'POST',
    path: '/operation_plan/{operation_plan_id}/retry',
    summary: 'Try the servers of a plan again that were not done',
    description: 'Those whose operation failed or was cancelled, and those that were refused.',
    body: noBody,
    answer: idAnswer,
    run: (ctx, p) => retryPlan(ctx, p.params.operation_plan_id),
  }),
}
