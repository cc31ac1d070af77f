/** Ports of each simulated switch. */
export const PORTS = 48

export const addressOf = (i: number) => `127.92.${i >> 8}.${i & 255}`

/** One in twenty says nothing. */
export const isDead = (i: number) => i % 20 === 7
