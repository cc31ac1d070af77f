/** How a new VM gets its addresses. */
export const addressings = ['auto', 'pools', 'named', 'none'] as const
/** What of IPv6 it gets besides, from the pools of its cluster. */
export const ipv6Choices = ['none', 'address', 'subnet'] as const
/** How an interface beside the first gets its addresses. */
export const interfaceAddressings = ['addresses', 'dhcp', 'none'] as const
/** Whose packets a rule of a new VM can drop. */
export const dropProtocols = ['tcp', 'udp', 'both'] as const
export type Ipv6Choice = (typeof ipv6Choices)[number]
export type Addressing = (typeof addressings)[number]
