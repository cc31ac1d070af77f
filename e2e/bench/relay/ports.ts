/** Devices to relay: `stream` sends without end, `echo` returns what it gets, `greet` says one line and waits. */
export const devicePorts = { stream: 41410, echo: 41411, greet: 41412 } as const
export type Device = keyof typeof devicePorts
export const ourPort = 41400
export const referencePort = 41401
