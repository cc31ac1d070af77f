export const platformTypes = ['server', 'blade'] as const
export const platformWidths = ['full', 'half'] as const
