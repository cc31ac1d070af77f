/** States of a rehearsal: what a backup holds of a VM is started, to see whether it answers. */
export const rehearsalStates = ['waiting', 'running', 'passed', 'failed', 'cancelled'] as const

/** What answered: the guest's agent, or a prompt to sign in on its serial port. */
export const answers = ['agent', 'login'] as const

/** Who began it. */
export const rehearsalStarters = ['plan', 'person'] as const
