/** Words of the switch ports, as the interface tables of devices use them (IF-MIB, EtherLike-MIB); statuses in the order of their numbers there. */
export const adminStatuses = ['up', 'down', 'testing', 'unknown'] as const
export type PortAdminStatus = (typeof adminStatuses)[number]
export const operStatuses = ['up', 'down', 'testing', 'unknown', 'dormant', 'notpresent', 'lowerlayerdown'] as const
export type PortOperStatus = (typeof operStatuses)[number]
export const duplexes = ['unknown', 'half', 'full', 'disagree', 'auto'] as const
export type PortDuplex = (typeof duplexes)[number]
export const speeds = ['unknown', 'auto', 'auto_10_100M', '10M', '100M', '1G', '10G', '16G', '40G'] as const
export type PortSpeed = (typeof speeds)[number]
/** The port finds its speed, and with it its duplex, out with its peer. */
export const isNegotiated = (speed: PortSpeed) => speed === 'auto' || speed === 'auto_10_100M'
export const speedTypes = ['unknown', '10M', '100M', '1G', '10G'] as const
export type PortSpeedType = (typeof speedTypes)[number]
export const connectionTypes = ['free', 'connected', 'service', 'uplink'] as const
