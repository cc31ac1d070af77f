export const langs = ['en', 'ru'] as const
export const userStates = ['active', 'suspended'] as const
