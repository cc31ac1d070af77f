// Ports below 1024 are root's; a panel that shows its demo need not be that.
let loopbackPort = 161

/** Tells on which port agents on loopback addresses listen: those of the demo data centre, started by `startFleet`. */
export function setLoopbackAgentPort(port: number): void {
  loopbackPort = port
}

/** UDP port of the agent at an address, when parameters do not say. */
export function agentPort(address: string): number {
  return address.startsWith('127.') ? loopbackPort : 161
}
