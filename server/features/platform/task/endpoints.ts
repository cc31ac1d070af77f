import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint } from '../../../api/list/endpoints.ts'
import { idAndTask, idAnswer, idMaybeTask } from '../../../domain/shared/fields.ts'
import { taskDetail, taskRecord } from '../../../domain/task/schema.ts'
import { taskList } from './list.ts'
import { abortTask, deleteTask, dismissTask, taskWithSteps } from './service.ts'

const common = { service: 'vm', tag: 'task', access: 'user' } as const
const remove = {
  ...common,
  method: 'DELETE',
  answer: idMaybeTask,
} as const

export const taskEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/task',
    summary: 'List the tasks',
    list: taskList,
    row: taskRecord,
    csv: true,
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/task/{task_id}',
    summary: 'Read a task with its steps',
    answer: taskDetail,
    run: (ctx, p) => taskWithSteps(ctx, p.params.task_id),
  }),
  abort: endpoint({
    ...common,
    method: 'POST',
    path: '/task/{task_id}/abort',
    summary: 'Call a task off',
    answer: idAndTask,
    run: (ctx, p) => abortTask(ctx, p.params.task_id),
  }),
  dismiss: endpoint({
    ...common,
    method: 'POST',
    path: '/task/{task_id}/dismiss',
    summary: 'Take note of a failed task',
    answer: idAnswer,
    run: (ctx, p) => dismissTask(ctx, p.params.task_id),
  }),
  delete: endpoint({
    ...remove,
    path: '/task/{task_id}',
    summary: 'Delete the record of a task',
    run: (ctx, p) => deleteTask(ctx, p.params.task_id),
  }),
  deleteOtherPath: endpoint({
    ...remove,
    path: '/task/{task_id}/delete',
    summary: 'Delete the record of a task, other path',
    run: (ctx, p) => deleteTask(ctx, p.params.task_id),
  }),
}

const dci = { service: 'dci', tag: 'common', access: 'user', method: 'GET' } as const

/** The same tasks through the data-centre service. */
export const dciTaskEndpoints = {
  list: listEndpoint({
    ...dci,
    path: '/task',
    summary: 'List tasks',
    list: taskList,
    row: taskRecord,
  }),
  get: endpoint({
    ...dci,
    path: '/task/{task_id}',
    summary: 'Show one task',
    answer: taskDetail,
    run: (ctx, p) => taskWithSteps(ctx, p.params.task_id),
  }),
}
