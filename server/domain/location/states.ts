export const locationStatuses = ['created', 'check_failed', 'need_setup', 'setup', 'ok', 'setup_failed'] as const
