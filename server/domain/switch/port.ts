/** Words of the switch ports, as the interface tables of devices use them (IF-MIB, EtherLike-MIB). */
export const adminStatuses = ['up', 'down', 'testing', 'unknown'] as const
export const operStatuses = ['up', 'down', 'testing', 'unknown', 'dormant', 'notpresent', 'lowerlayerdown'] as const
export const duplexes = ['unknown', 'half', 'full', 'disagree', 'auto'] as const
export const speeds = ['unknown', 'auto', 'auto_10_100M', '10M', '100M', '1G', '10G', '16G', '40G'] as const
export const speedTypes = ['unknown', '10M', '100M', '1G', '10G'] as const
export const connectionTypes = ['free', 'connected', 'service', 'uplink'] as const
