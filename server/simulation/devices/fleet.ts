import { setLoopbackAgentPort } from '../../drivers/agent-port.ts'
import type { Agent } from '../peers/snmp/agent.ts'
import { servePdu } from './pdu/agent.ts'
import type { SimulatedPdu } from './pdu/model.ts'
import { serveSwitch } from './switch/agent.ts'
import type { SimulatedSwitch } from './switch/model.ts'
import { NetconfPeer, type PeerOptions } from './switch/netconf-peer.ts'

type NetconfPlan = Omit<PeerOptions, 'address'>

/** Address of each simulated device: a loopback address of its own (on Linux all of 127.0.0.0/8 is local). */
export type FleetPlan = {
  switches: { address: string; model: SimulatedSwitch; v3?: boolean; netconf?: NetconfPlan }[]
  pdus: { address: string; model: SimulatedPdu }[]
}

/** Running devices by address. */
export type Fleet = {
  /** UDP port of all agents; drivers of this process know it. */
  port: number
  switches: Map<string, Agent<SimulatedSwitch>>
  pdus: Map<string, Agent<SimulatedPdu>>
  netconf: Map<string, NetconfPeer>
  close: () => Promise<void>
}

const firstPort = 10_161
const lastPort = 10_191

const isTaken = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EADDRINUSE'

/**
 * Starts an agent for each simulated device of the demo, all on one port that is free on all of their addresses, and
 * lets drivers of this process find them there. Two panels on one host get different ports. A NETCONF port that is in
 * use, for example by another panel's demo, is left out. Nothing of this keeps the process alive.
 */
export async function startFleet(plan: FleetPlan): Promise<Fleet> {
  for (let port = firstPort; ; port += 1) {
    const fleet: Fleet = { port, switches: new Map(), pdus: new Map(), netconf: new Map(), close: () => stop(fleet) }
    try {
      for (const { address, model, v3 } of plan.switches)
        fleet.switches.set(address, (await serveSwitch(model, { address, port, v3 })).unref())
      for (const { address, model } of plan.pdus)
        fleet.pdus.set(address, (await servePdu(model, { address, port })).unref())
      await listen(fleet, plan)
      setLoopbackAgentPort(port)
      return fleet
    } catch (error) {
      await stop(fleet)
      if (!isTaken(error) || port >= lastPort) throw error
    }
  }
}

async function listen(fleet: Fleet, plan: FleetPlan): Promise<void> {
  for (const { address, model, netconf } of plan.switches) {
    if (!netconf) continue
    try {
      fleet.netconf.set(address, (await NetconfPeer.listen(model, { address, ...netconf })).unref())
    } catch (error) {
      if (!isTaken(error)) throw error
    }
  }
}

async function stop(fleet: Fleet): Promise<void> {
  const all = [...fleet.switches.values(), ...fleet.pdus.values(), ...fleet.netconf.values()]
  await Promise.all(all.map((each) => each.close()))
}
