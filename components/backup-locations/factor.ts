/** How many times more disks hold than what is stored of them; empty disks make that large. */
export const FACTOR = { notation: 'compact', maximumSignificantDigits: 3 } as const
