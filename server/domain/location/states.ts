export const locationStatuses = ['created', 'check_failed', 'need_setup', 'setup', 'ok', 'setup_failed'] as const

/** Most devices of a location that may be asked at once. */
export const MAX_POLL_LIMIT = 256
