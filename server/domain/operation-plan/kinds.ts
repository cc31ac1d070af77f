/** Operations that can be planned for many servers. */
export const planTypes = ['install', 'diag', 'clear_hdd'] as const
export type PlanType = (typeof planTypes)[number]

/** What a plan of each type does to disks, and needs besides servers. */
export const planNeeds = {
  install: { erases: true, template: true },
  diag: { erases: false, template: true },
  clear_hdd: { erases: true, template: false },
} as const satisfies Record<PlanType, { erases: boolean; template: boolean }>

/** `paused`: goes on when somebody says so; `stopped`: nothing is begun any more; `ended`: every server has had its turn. */
export const planStates = ['running', 'paused', 'stopped', 'ended'] as const
export type PlanState = (typeof planStates)[number]

/** `refused`: nothing was touched. */
export const planServerStates = ['waiting', 'running', 'ok', 'failed', 'cancelled', 'refused'] as const
export type PlanServerState = (typeof planServerStates)[number]

/** Servers that come again when they are asked for. */
export const retried = ['failed', 'refused', 'cancelled'] as const satisfies readonly PlanServerState[]

export const MOST_SERVERS = 500
export const MOST_AT_ONCE = 40
/** So many failures one after the other are no chance: the plan is paused. */
export const FAILURES_IN_A_ROW = 5
/** Defaults of new plans. */
export const planDefaults = { limit_per_location: 4, stagger_seconds: 10 } as const
