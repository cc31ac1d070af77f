export const proxyLocationStatuses = ['ok', 'fail', 'setting_up'] as const
