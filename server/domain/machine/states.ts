/** What became of a machine that was found: it waits for a decision, is kept away, or is a server. */
export const machineStates = ['waiting', 'ignored', 'adopted'] as const
