/**
 * Devices to relay: `stream` sends without end, `echo` returns what it gets, `greet` says one line and waits, `busy` sends as much as the
 * screen of a user who scrolls, `serial` as fast as a serial port of 115,200 baud. Ports below those that Linux gives to outgoing
 * connections, any of which may be taken at a given moment.
 */
export const devicePorts = { stream: 21410, echo: 21411, greet: 21412, busy: 21413, serial: 21414 } as const
export type Device = keyof typeof devicePorts
export const ourPort = 21400
export const referencePort = 21401
/** Our gateway with every device as a serial line: kept in memory, shared. */
export const linePort = 21402
/** The same as the first, with every session recorded. */
export const recordPort = 21403
