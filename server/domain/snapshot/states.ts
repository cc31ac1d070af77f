/** States of a snapshot, those of the API. `unknown`: its node does not answer. */
export const snapshotStates = ['ok', 'fail', 'creation', 'unknown'] as const
