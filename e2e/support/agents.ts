import { servePdu } from '../../server/simulation/devices/pdu/agent.ts'
import type { SimulatedPdu } from '../../server/simulation/devices/pdu/model.ts'
import { serveSwitch } from '../../server/simulation/devices/switch/agent.ts'
import type { SimulatedSwitch } from '../../server/simulation/devices/switch/model.ts'
import type { Agent } from '../../server/simulation/peers/snmp/agent.ts'

/**
 * Where a panel looks for an agent at a loopback address: at the port of SNMP, or, once its demo runs simulated devices, at one of
 * these. Only root may listen at the first.
 */
const ports = [161, ...Array.from({ length: 31 }, (_, n) => 10_161 + n)]

/** Serves a simulated device at a loopback address, at whichever port the panel looks. @returns ends it */
async function everywhere(listen: (port: number) => Promise<Agent<unknown>>): Promise<() => Promise<void>> {
  const tried = await Promise.allSettled(ports.map(listen))
  const agents = tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  return async () => {
    await Promise.all(agents.map((agent) => agent.close()))
  }
}

export const switchAt = (address: string, model: SimulatedSwitch) =>
  everywhere((port) => serveSwitch(model, { address, port }) as Promise<Agent<unknown>>)
export const pduAt = (address: string, model: SimulatedPdu) =>
  everywhere((port) => servePdu(model, { address, port }) as Promise<Agent<unknown>>)
