export const langs = ['en', 'ru'] as const
export const userStates = ['active', 'suspended'] as const

const HOUR = 3600
/** Seconds that the settings of sessions may be set to: without use (`token_ttl`), and in all (`session_max_age`). */
export const sessionBounds = {
  token_ttl: { min: 60, max: 24 * HOUR },
  session_max_age: { min: 600, max: 30 * 24 * HOUR },
} as const
