/** Name of what looks after rehearsals. */
export const REHEARSALS = 'rehearsals'
