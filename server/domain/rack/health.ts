export const healths = ['ok', 'warning', 'fault', 'in_progress', 'off', 'unknown'] as const
export type Health = (typeof healths)[number]
