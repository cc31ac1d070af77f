/** in_progress while a poll is under way. */
export const switchStatuses = ['ok', 'fail', 'in_progress'] as const
