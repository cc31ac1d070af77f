import { createHash } from 'node:crypto'
import { PeerMachine, type PeerUser } from '../../../protocols/ipmi/peer/machine.ts'
import type { PeerSensor } from '../../../protocols/ipmi/peer/records.ts'
import { IpmiPeer, type PeerOptions } from '../../../protocols/ipmi/peer/serve.ts'
import { SimulatedSerial } from './serial.ts'

export type SimulatedBmcOptions = {
  /** Name of the machine: on its serial console, and what its identity and serial number follow from. */
  name: string
  username: string
  password: string
  on?: boolean
  lan?: { address: string; mac: string }
  /** Instead of those of a small server. */
  sensors?: readonly PeerSensor[]
  /** What it says it is, where that matters. */
  product?: { manufacturer: string; name: string }
}

const none = null
const hot = (unc: number, uc: number, unr: number) => [none, none, none, unc, uc, unr]

/** Values and thresholds are raw; see `PeerSensor`. */
const usual: readonly PeerSensor[] = [
  { number: 1, name: 'CPU1 Temp', type: 1, unit: 1, m: 1, entity: [3, 1], raw: 45, thresholds: hot(85, 95, 100) },
  { number: 2, name: 'System Temp', type: 1, unit: 1, m: 1, entity: [7, 1], raw: 31, thresholds: hot(75, 80, 85) },
  {
    number: 3,
    name: 'FAN1',
    type: 4,
    unit: 18,
    m: 100,
    entity: [29, 1],
    raw: 54,
    thresholds: [5, 3, 2, 250, 252, 254],
  },
  {
    number: 4,
    name: 'FAN2',
    type: 4,
    unit: 18,
    m: 100,
    entity: [29, 2],
    raw: 53,
    thresholds: [5, 3, 2, 250, 252, 254],
  },
  {
    number: 5,
    name: '12V',
    type: 2,
    unit: 4,
    m: 63,
    rExponent: -3,
    entity: [20, 1],
    raw: 191,
    thresholds: [175, 170, 165, 205, 210, 215],
  },
  { number: 6, name: 'PSU1 Power', type: 8, unit: 6, m: 4, entity: [10, 1], raw: 37, thresholds: hot(220, 230, 240) },
]

/** A server with a controller. The same name makes the same machine. */
export function simulatedBmc(options: SimulatedBmcOptions): PeerMachine {
  const { name, username, password, on = false, lan, sensors = usual } = options
  const { manufacturer, name: model } = options.product ?? { manufacturer: 'Simulated', name: 'SIM-SERVER-1U' }
  const digest = createHash('sha256').update(name).digest()
  const serial = new SimulatedSerial(name)
  const digits = digest.toString('hex', 16, 20).toUpperCase()
  const users: PeerUser[] = [{ id: 2, name: username, password, privilege: 4, enabled: true }]
  const machine = new PeerMachine({
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
    onPower: (power) => serial.power(power),
    ...(lan && { lan }),
  })
  if (on) machine.setPower(true)
  return machine
}

/** Lets a machine's controller answer over IPMI. */
export const serveBmc = (machine: PeerMachine, options: PeerOptions): Promise<IpmiPeer> =>
  IpmiPeer.start(machine, options)
