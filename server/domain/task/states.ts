export const taskStatuses = ['created', 'running', 'complete', 'failed', 'aborted', 'deferred'] as const
