/** Address families as the API numbers them (AF_INET and AF_INET6 of Linux). */
export const IPV4 = 2
export const IPV6 = 10
export type Family = typeof IPV4 | typeof IPV6

/** Length of an address in bits. */
export const bitsOf = (of: Family) => (of === IPV4 ? 32 : 128)
