import { db } from '../../db/pool.ts'
import { storedSetting, storeSetting } from '../../db/stored-settings.ts'
import { transaction } from '../../db/transaction.ts'
import { setLoopbackAgentPort } from '../../drivers/agent-port.ts'
import { IPMI_POLLER, PDU_POLLER, SWITCH_POLLER } from '../../features/datacenter/poll/nudge.ts'
import { log } from '../../process/log.ts'
import { nudge, startReconciler } from '../../tasks/reconciler.ts'
import { type Fleet, type FleetPlan, startFleet } from '../devices/fleet.ts'
import type { SimulatedPdu } from '../devices/pdu/model.ts'
import { changeLink, type SimulatedSwitch } from '../devices/switch/model.ts'
import { dummyConfig } from '../hypervisor/config.ts'
import { serveLocations } from './backup-locations.ts'
import { type ControlHosts, startControlHosts } from './control-hosts.ts'
import { startControllers } from './controllers.ts'
import { type DemoRoom, demoRoom, type RoomPort, type RoomSwitch } from './plan/room.ts'
import { demoContents } from './record.ts'
import { netconfUser } from './room-devices.ts'
import type { RoomContents } from './room-load.ts'
import { simulatedOf, simulatedPduOf } from './room-rows.ts'

export const FLEET = 'demo_fleet'
/** Setting with the port at which the fleet's agents listen, for the other processes of this panel. */
export const FLEET_PORT = 'demo_fleet_port'

/**
 * Runs the devices of the demo's racks while the demo exists: real agents on loopback addresses, in one process of all
 * (the others learn the port). Starts in the background. Returns a function that stops it.
 */
export function startDemoFleet(): () => Promise<void> {
  const runner = startReconciler({
    name: FLEET,
    intervalMs: 5_000,
    async keys() {
      const room = (await demoContents())?.hall
      if (!room) return []
      await learnPort()
      return ['']
    },
    run: runFleet,
  })
  return () => runner.stop()
}

async function learnPort() {
  const port = await storedSetting(FLEET_PORT)
  if (port !== undefined) setLoopbackAgentPort(port as number)
}

/** Serves the devices until the signal fires. */
async function runFleet(_key: string, signal: AbortSignal): Promise<void> {
  const demo = await demoContents()
  if (!demo?.hall) return
  const room = demo.hall
  const fleet = await startFleet(await fleetPlan(room))
  let control: ControlHosts | undefined
  let controllers: Awaited<ReturnType<typeof startControllers>> | undefined
  let locations: Awaited<ReturnType<typeof serveLocations>> | undefined
  try {
    control = await startControlHosts(room, dummyConfig().speed)
    controllers = await startControllers(room, control)
    locations = await serveLocations(demo.backup_locations ?? [])
    const { port: value } = fleet
    await storeSetting(FLEET_PORT, value)
    await tellNetconfPorts(fleet)
    // The poller may have begun before they listened, and asks what was silent less often.
    await transaction(async (work) => {
      for (const name of [SWITCH_POLLER, PDU_POLLER, IPMI_POLLER]) await nudge(work, name)
    })
    const { count } = controllers
    log.info(
      { port: value, switches: fleet.switches.size, pdus: fleet.pdus.size, controllers: count },
      'the demo devices answer',
    )
    await new Promise<void>((over) => {
      if (signal.aborted) over()
      else signal.addEventListener('abort', () => over(), { once: true })
    })
  } finally {
    await Promise.all([fleet.close(), controllers?.close(), locations?.close(), control?.close()])
  }
}

/** The peers take free ports and have new keys each time, as another panel's may be on the same addresses. */
async function tellNetconfPorts(fleet: Fleet) {
  for (const [address, peer] of fleet.netconf)
    await db().pool.query(
      `update net_switch set netconf_params = netconf_params || jsonb_build_object('port', $2::int), host_key = null
        where ip = $1::inet and netconf_params is not null`,
      [address, peer.options.port],
    )
}

type Port = {
  ip: string
  if_index: string
  admin_status: string
  description: string
  vlan_id: number | null
  is_trunk: boolean
  trunk_members: number[]
}

/** The devices of the plan, set up as the panel last read them, so that changes on them survive a restart. */
export async function fleetPlan({ suffix, locations }: RoomContents): Promise<FleetPlan> {
  const room = demoRoom(suffix)
  const { rows: ports } = await db().pool.query<Port>(
    `select host(d.ip) as ip, p.if_index, p.admin_status, p.description, p.vlan_id, p.is_trunk, p.trunk_members
       from net_switch d join switch_port p on p.switch_id = d.id where d.location_id = any($1::int[])`,
    [locations],
  )
  const { rows: outlets } = await db().pool.query<{ ip: string; identity: number; power_status: string }>(
    `select host(d.ip) as ip, p.identity, p.power_status from pdu d join pdu_port p on p.pdu_id = d.id where d.location_id = any($1::int[])`,
    [locations],
  )
  const { rows: older } = await db().pool.query<{ ip: string }>(
    `select host(d.ip) as ip from net_switch d where d.location_id = any($1::int[]) and d.snmp_params ->> 'version' <> 'snmp_v3'`,
    [locations],
  )
  // A demo of an earlier version has none of version 3, and devices follow what the panel knows of them.
  const plain = new Set(older.map(({ ip }) => ip))
  const known = new Map(ports.map((port) => [`${port.ip}/${port.if_index}`, port]))
  const switched = new Map(outlets.map((outlet) => [`${outlet.ip}/${outlet.identity}`, outlet.power_status]))
  return {
    switches: room.switches
      .filter((plan) => !plan.dead)
      .map((plan) => ({
        address: plan.address,
        model: asRead(room, plan, (index) => known.get(`${plan.address}/${index}`)),
        v3: plan.v3 && !plain.has(plan.address),
        ...(plan.device === 'vendorB_without_els' && { netconf: { port: 0, ...netconfUser } }),
      })),
    pdus: room.pdus.map((plan) => ({
      address: plan.address,
      model: asSwitched(simulatedPduOf(plan), (number) => switched.get(`${plan.address}/${number}`)),
    })),
  }
}

/** The same switch with its ports set up as they were read. */
function asRead(room: DemoRoom, plan: RoomSwitch, read: (if_index: number) => Port | undefined): SimulatedSwitch {
  const known = simulatedOf(room, plan).ports.map((port) => read(port.if_index))
  const ports = plan.ports.map((port, n): RoomPort => {
    const now = known[n]
    if (!now) return port
    const { description: alias, vlan_id, is_trunk, trunk_members } = now
    return { ...port, alias, vlan_id: vlan_id ?? port.vlan_id, trunk_members: is_trunk ? trunk_members : [] }
  })
  const model = simulatedOf(room, { ...plan, ports })
  for (const [n, port] of model.ports.entries())
    if (known[n]?.admin_status === 'down') changeLink(model, port, { admin: 2 })
  return model
}

function asSwitched(pdu: SimulatedPdu, read: (number: number) => string | undefined): SimulatedPdu {
  for (const outlet of pdu.outlets) {
    const power = read(outlet.number)
    if (power === 'up' || power === 'down') outlet.on = power === 'up'
  }
  return pdu
}
