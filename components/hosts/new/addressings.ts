/** How a new VM gets its addresses. */
export const addressings = ['auto', 'pools', 'named', 'none'] as const
export type Addressing = (typeof addressings)[number]
