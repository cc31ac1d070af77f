/**
 * Rules by which a figure becomes a problem: of what, from how many percent on (null: it is so or not), and for how many minutes. These are
 * what holds until an administrator sets something else.
 */
export const problemRules = {
  host_disk: { about: 'host', limit: 90, minutes: 0 },
  host_memory: { about: 'host', limit: 95, minutes: 10 },
  host_steal: { about: 'host', limit: 10, minutes: 10 },
  host_agent: { about: 'host', limit: null, minutes: 15 },
  node_cpu: { about: 'node', limit: 95, minutes: 15 },
  node_steal: { about: 'node', limit: 10, minutes: 10 },
  node_memory: { about: 'node', limit: 95, minutes: 15 },
  node_pressure: { about: 'node', limit: 10, minutes: 5 },
  storage: { about: 'node', limit: 90, minutes: 0 },
} as const satisfies Record<string, { about: 'host' | 'node'; limit: number | null; minutes: number }>

export type ProblemRuleName = keyof typeof problemRules
export const problemRuleNames = Object.keys(problemRules) as ProblemRuleName[]

/** What can be set: percent, and minutes. */
export const ruleLimits = { limit: { min: 1, max: 100 }, minutes: { min: 0, max: 1440 } } as const

/** Percent below which a problem is over, so that a figure about its limit does not make one again and again. */
export const leavesAt = (limit: number): number => limit - Math.min(5, limit / 5)

/** A storage or a backup location that is full within so many days at its present pace is a problem. */
export const SOON_DAYS = 14
