import { db } from '../../db/pool.ts'
import type { Boots, Inside } from '../devices/bmc/bmc.ts'
import type { SimulatedMachine } from '../devices/bmc/machine.ts'
import type { SimulatedSerial } from '../devices/bmc/serial.ts'
import { segmentOf } from '../devices/server/segment.ts'
import { SimulatedServer } from '../devices/server/server.ts'
import type { ControllerUser, ServerParts } from '../devices/server/types.ts'
import type { ControlHosts } from './control-hosts.ts'
import type { RoomController } from './plan/controllers.ts'
import { demoHardware } from './plan/hardware.ts'
import type { DemoRoom } from './plan/room.ts'
import type { RoomContents } from './room-load.ts'

/** How a server of the demo is attached to its serial port and its power. */
type Attached = Pick<ServerParts, 'print' | 'begin' | 'login' | 'switchOff' | 'setUser'>

export type DemoBoots = {
  /** The server behind a controller that speaks IPMI. */
  behindSerial(plan: RoomController): (line: SimulatedSerial, inside: Inside) => Boots
  /** The server of another controller: it follows its machine, which is as it was last read. */
  follow(plan: RoomController, machine: SimulatedMachine, setUser?: (user: ControllerUser) => number): void
}

/** Servers of the demo that boot; what their disks hold is what the last operation has left there. */
export async function demoBoots(
  room: DemoRoom,
  { suffix, locations }: RoomContents,
  control: ControlHosts,
): Promise<DemoBoots> {
  const cleared = await clearedServers(locations)
  const make = (plan: RoomController, attached: Attached): SimulatedServer | null => {
    const host = control.hosts.get(plan.server.room)
    if (!host) return null
    const { name } = plan.server
    const server = new SimulatedServer(
      {
        ...attached,
        hardware: () => demoHardware(room, plan, suffix),
        segment: segmentOf(host),
        speed: control.speed,
      },
      cleared.has(name) ? null : { name, address: null },
    )
    control.attach(plan.server.room, server)
    return server
  }
  return {
    behindSerial: (plan) => (line, inside) => {
      const attached = {
        print: (text: string) => line.print(text),
        begin: () => line.power(false),
        login: (name: string) => line.login(name),
        ...inside,
      }
      return make(plan, attached) ?? { start: () => line.login(plan.server.name), resume: () => {}, stop: () => {} }
    },
    follow(plan, machine, setUser) {
      const print = (text: string) => void machine.emit('serial', Buffer.from(text, 'latin1'))
      const server = make(plan, {
        print,
        begin: () => {},
        login: (name) => print(`${name} login: `),
        switchOff: () => machine.power(false, 'off'),
        ...(setUser && { setUser }),
      })
      if (!server) return
      machine.on('boot', (from) => server.start(from === 'pxe' ? 'network' : 'disk'))
      machine.on('power', (on) => !on && server.stop())
      if (machine.running) server.resume()
    },
  }
}

/** Names of servers whose disks were cleared last, or only half written. */
async function clearedServers(locations: readonly number[]): Promise<Set<string>> {
  const { rows } = await db().pool.query<{ name: string }>(
    `select s.name from server s join lateral (
        select o.type, o.status from operation o
         where o.server_id = s.id and (o.type in ('install', 'clear_hdd') or o.clear_hdd <> 'none')
           and exists (select from operation_step p where p.operation_id = o.id and p.name in ('wipe', 'image'))
         order by o.id desc limit 1) o on true
      where s.location_id = any($1::int[]) and not (o.type = 'install' and o.status = 'ok')`,
    [locations],
  )
  return new Set(rows.map(({ name }) => name))
}
