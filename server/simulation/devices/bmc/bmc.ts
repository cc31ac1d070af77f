import { createHash } from 'node:crypto'
import { PeerMachine, type PeerUser } from '../../peers/ipmi/machine.ts'
import type { PeerSensor } from '../../peers/ipmi/records.ts'
import { serverSensors } from '../../peers/ipmi/sensors.ts'
import { IpmiPeer, type PeerOptions } from '../../peers/ipmi/serve.ts'
import { SimulatedSerial } from './serial.ts'

export type SimulatedBmcOptions = {
  /** Name of the server: on its serial console, and the source of its identity and serial number. */
  name: string
  username: string
  password: string
  on?: boolean
  lan?: { address: string; mac: string }
  /** Instead of those of a small server. */
  sensors?: readonly PeerSensor[]
  /** What it says it is, where that matters. */
  product?: { manufacturer: string; name: string }
  /** What hears of its power; without it the server is up at once. */
  boots?: (line: SimulatedSerial, inside: Inside) => Boots
}

/** What a server does to its controller. */
export type Inside = { switchOff(): void; setUser(user: { username: string; password: string }): number }

/** A server that takes its time to boot. */
export type Boots = {
  start(from: 'network' | 'disk'): void
  /** It has been on for long. */
  resume(): void
  stop(): void
}

/** A server with a controller. The same name makes the same server. */
export function simulatedBmc(options: SimulatedBmcOptions): PeerMachine {
  const { name, username, password, on = false, lan, sensors = serverSensors } = options
  const { manufacturer, name: model } = options.product ?? { manufacturer: 'Simulated', name: 'SIM-SERVER-1U' }
  const digest = createHash('sha256').update(name).digest()
  const serial = new SimulatedSerial(name)
  const digits = digest.toString('hex', 16, 20).toUpperCase()
  const users: PeerUser[] = [{ id: 2, name: username, password, privilege: 4, enabled: true }]
  let boots: Boots | null = null
  const machine: PeerMachine = new PeerMachine({
    users,
    sensors,
    inventory: {
      chassis: { type: 0x17, part: 'CH-1U', serial: `CH${digits}` },
      board: {
        manufactured: new Date('2024-03-01T12:00:00Z'),
        manufacturer,
        product: 'SIM-BOARD-1',
        serial: `BD${digits}`,
        part: 'SB-1',
      },
      product: {
        manufacturer,
        name: model,
        part: 'SS-1',
        version: '1.0',
        serial: `SN${digits}`,
        asset: name.slice(0, 63),
      },
    },
    guid: Buffer.from(digest.subarray(0, 16)),
    serial: serial.port,
    onPower: (power) => {
      serial.power(power && !options.boots)
      if (power) boots?.start(takeBoot(machine))
      else boots?.stop()
    },
    ...(lan && { lan }),
  })
  if (on) machine.setPower(true)
  const inside: Inside = {
    switchOff: () => machine.setPower(false),
    setUser: ({ username: given, password: word }) => setUser(machine.users, given, word),
  }
  boots = options.boots?.(serial, inside) ?? null
  if (on) boots?.resume()
  return machine
}

const FIRST_USER = 2

/** Sets the user of this name, or makes it in the first free slot. */
function setUser(users: PeerUser[], name: string, password: string): number {
  const known = users.find((user) => user.name === name)
  const taken = new Set(users.map(({ id }) => id))
  let id = known?.id ?? FIRST_USER
  while (!known && taken.has(id)) id++
  const user = { id, name, password, privilege: 4, enabled: true }
  if (known) Object.assign(known, user)
  else users.push(user)
  return id
}

/** What it boots from now; what was asked for once is used up. */
function takeBoot(machine: PeerMachine): 'network' | 'disk' {
  const from = machine.boot?.device === 'pxe' ? 'network' : 'disk'
  if (machine.boot?.persistent === false) machine.boot = null
  return from
}

/** Makes the server's controller answer over IPMI. */
export const serveBmc = (machine: PeerMachine, options: PeerOptions): Promise<IpmiPeer> =>
  IpmiPeer.start(machine, options)
