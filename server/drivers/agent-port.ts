import { kept } from '../shared/kept.ts'

// Once in the process, however many module graphs it has.
const place = kept<number>('loopbackAgents')

/**
 * Tells on which port agents on loopback addresses listen: those of the demo data centre, started by `startFleet`. Ports below 1024
 * are root's, and a panel that shows its demo need not be that.
 */
export function setLoopbackAgentPort(port: number): void {
  place.value = port
}

/** UDP port of the agent at an address, when parameters do not say. */
export function agentPort(address: string): number {
  return address.startsWith('127.') ? (place.value ?? 161) : 161
}
