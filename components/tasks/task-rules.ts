import type { Task } from '../../server/domain/task/schema.ts'

/** Whether a task can still be called off. */
export const canAbort = ({ status }: Pick<Task, 'status'>): boolean => status === 'created' || status === 'running'

/** Whether it failed and has not been acknowledged. */
export const isUnread = ({ status, dismissed }: Pick<Task, 'status' | 'dismissed'>): boolean =>
  status === 'failed' && !dismissed
