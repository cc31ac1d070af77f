import type { DemoRoom, RoomServer } from './room.ts'
import { platforms, special } from './room-plan.ts'

/** How simulated controllers are signed in to. */
export const controllerUser = { username: 'admin', password: 'demo-password' }

export type ControllerKind = 'ipmi' | 'amt' | 'redfish'
/** A controller of the demo; all have loopback addresses of their own. */
export type RoomController = {
  server: RoomServer
  kind: ControllerKind
  address: string
  on: boolean
  manufacturer: string
  model: string
  /** Place among all controllers: what chance follows from. */
  number: number
  /** Out of the ordinary. */
  hot: boolean
  /** A fan stands still. */
  stuck: boolean
  /** Another one answers than the panel has met. */
  replaced: boolean
  dead: boolean
}

/** Names without the suffix of a second demo. */
const hot = 'gpu-04'
const stuck = 'stor-06'
const replaced = 'db-16'
const dead = 'srv-44'
/** It stands in the inventory as something else. */
const misnamed: Readonly<Record<string, string>> = { 'db-08': 'R750xd' }

const kindOf = (n: number, plain: string): ControllerKind =>
  [hot, stuck, replaced, dead].includes(plain) ? 'ipmi' : n % 9 === 4 ? 'redfish' : n % 13 === 7 ? 'amt' : 'ipmi'

/** Every server of the demo has a controller; most speak IPMI. */
export function demoControllers(room: DemoRoom, suffix: string): RoomController[] {
  return room.servers.map((server, number) => {
    const plain = server.name.slice(0, server.name.length - suffix.length)
    const [model = ''] = platforms[server.platform].name.split(',')
    return {
      ...{
        server,
        number,
        kind: kindOf(number, plain),
        address: `127.18.${200 + (number >> 7)}.${(number & 127) + 1}`,
      },
      // Two have been shut down; the others of that kind have no power at all.
      on: !special[plain]?.off && number % 61 !== 44,
      manufacturer: 'Corvid Systems',
      model: misnamed[plain] ?? model,
      hot: plain === hot,
      stuck: plain === stuck,
      replaced: plain === replaced,
      dead: plain === dead,
    }
  })
}

/** A sensor of the demo, as all kinds of controllers are made to tell it. */
export type RoomSensor = {
  number: number
  name: string
  kind: 'Temperature' | 'Fan' | 'Voltage' | 'Power supply'
  unit: '°C' | 'rpm' | 'V' | 'W'
  /** What one step of its raw value is. */
  step: number
  /** Raw, from lower non-recoverable to upper non-recoverable; null: none. */
  limits: readonly (number | null)[]
}

const none = null
const hotter = (...limits: [number, number, number]) => [none, none, none, ...limits]

/** What is measured in every server of the demo. Power depends on the platform. */
export function roomSensors({ server }: Pick<RoomController, 'server'>): RoomSensor[] {
  const fan = (number: number): RoomSensor => ({
    number,
    name: `FAN${number - 3}`,
    kind: 'Fan',
    unit: 'rpm',
    step: 100,
    limits: [4, 6, 10, 250, 252, 254],
  })
  const temperature = (number: number, name: string, limits: readonly (number | null)[]): RoomSensor => ({
    number,
    name,
    kind: 'Temperature',
    unit: '°C',
    step: 1,
    limits,
  })
  return [
    temperature(1, 'Inlet Temp', hotter(40, 43, 47)),
    temperature(2, 'CPU1 Temp', hotter(85, 95, 100)),
    temperature(3, 'CPU2 Temp', hotter(85, 95, 100)),
    ...[4, 5, 6, 7].map(fan),
    {
      number: 8,
      name: '12V',
      kind: 'Voltage',
      unit: 'V',
      step: 0.063,
      limits: [165, 170, 175, 205, 210, 215],
    },
    {
      number: 9,
      name: 'PSU Power',
      kind: 'Power supply',
      unit: 'W',
      step: Math.max(1, Math.ceil(platforms[server.platform].watts / 160)),
      limits: hotter(220, 230, 240),
    },
  ]
}

/** Chance that is the same each time, between -1 and 1. */
function chance(seed: number): number {
  const x = Math.sin(seed * 12.9898) * 43_758.5453
  return 2 * (x - Math.floor(x)) - 1
}

/**
 * Raw values of the sensors of `hallSensors` at a moment: most is done in the afternoon (UTC), and what is done makes warm.
 * @param time Unix time in seconds
 */
export function roomValues(controller: RoomController, time: number): number[] {
  const { number, server, on } = controller
  const { watts } = platforms[server.platform]
  const busy =
    0.55 +
    0.3 * Math.sin((time / 86_400) * 2 * Math.PI - 0.75 * Math.PI) +
    0.08 * chance(number + Math.floor(time / 900))
  const inlet = controller.stuck ? 41 : 21 + 3 * chance(number * 7) + 2 * busy + (server.unit ?? 10) * 0.08
  const cpu = (card: number) => (on ? inlet + 18 + 26 * busy + 4 * chance(number * 3 + card) : inlet + 1)
  const fan = (n: number) => (controller.stuck && n === 1 ? 0 : on ? 38 + 30 * busy + 2 * chance(number + n) : 0)
  const step = Math.max(1, Math.ceil(watts / 160))
  return [
    inlet,
    controller.hot ? 96 + busy : cpu(1),
    controller.hot ? 82 + busy : cpu(2),
    ...[0, 1, 2, 3].map(fan),
    192 + chance(number),
    on ? (watts * (0.45 + 0.4 * busy)) / step : 0,
  ].map((value) => Math.max(0, Math.min(254, Math.round(value))))
}
