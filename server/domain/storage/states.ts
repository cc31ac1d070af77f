/**
 * How a storage is on one node, as the last check found it. `unknown`: not connected yet, or its node is away; `degraded`: it works, and
 * has lost redundancy; `failed`: it cannot be used there.
 */
export const storageStates = ['unknown', 'connecting', 'active', 'degraded', 'failed'] as const
export type StorageState = (typeof storageStates)[number]

/** In these it takes disks. */
export const usableStates = ['active', 'degraded'] as const satisfies readonly StorageState[]

/** What people set by `change_state`: a disabled storage takes no new disks, and those on it go on. */
export const wantedStates = ['active', 'disabled'] as const
export type WantedState = (typeof wantedStates)[number]

/** The state of all nodes together: the worst that is known, and `disabled` when it takes no new disks. */
export const overallStates = [...storageStates, 'disabled'] as const
