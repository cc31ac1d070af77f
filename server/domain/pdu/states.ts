/** process_status while a poll is under way; fail: the connection is lost. */
export const pduStatuses = ['ok', 'fail', 'process_status'] as const
export const outletPowers = ['unknown', 'up', 'down'] as const
export const outletConnectionTypes = ['free', 'connected', 'service'] as const
