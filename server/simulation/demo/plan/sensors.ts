import { limitNames, type SensorHealth } from '../../../domain/ipmi/states.ts'
import { type RoomController, type RoomSensor, roomSensors, roomValues } from './controllers.ts'

/** A value in its unit, as drivers work it out. */
export const measure = ({ step }: RoomSensor, raw: number) => Number((raw * step).toFixed(3))

/** How a sensor of that raw value is; the outer two limits of each side are critical. */
export function healthAt({ limits }: RoomSensor, raw: number): SensorHealth {
  const beyond = (n: number) => {
    const limit = limits[n]
    return limit !== null && limit !== undefined && (n < 3 ? raw <= limit : raw >= limit)
  }
  return [0, 1, 4, 5].some(beyond) ? 'critical' : [2, 3].some(beyond) ? 'warning' : 'ok'
}

/** The sensors of a controller at a moment, as its driver reads them. AMT has none, and what is off measures temperatures alone. */
export function sensorsAt(controller: RoomController, time: number) {
  if (controller.kind === 'amt') return []
  const redfish = controller.kind === 'redfish'
  const raws = roomValues(controller, time)
  return roomSensors(controller).map((sensor, position) => {
    const { number, name, unit, limits } = sensor
    const kind = redfish && sensor.kind === 'Power supply' ? 'Power' : sensor.kind
    const raw = controller.on || kind === 'Temperature' ? (raws[position] ?? 0) : null
    const known = limits.flatMap((limit, n): [string, number][] => {
      const told = limit !== null && !(redfish && (n === 0 || n === 5))
      return told ? [[limitNames[n] ?? '', measure(sensor, limit)]] : []
    })
    return {
      identity: redfish ? `${kind.toLowerCase()}:${name}` : `0.${number}`,
      position,
      name,
      kind,
      unit,
      value: raw === null ? null : measure(sensor, raw),
      health: raw === null ? ('unknown' as const) : healthAt(sensor, raw),
      states: [] as string[],
      thresholds: Object.fromEntries(known),
    }
  })
}
