import { type SensorHealth, sensorHealths } from './states.ts'

type Sensor = {
  name: string
  kind: string
  value: number | null
  unit: string
  health: SensorHealth
  states: readonly string[]
}

/** So many sensors are named in the words. */
const NAMED = 3
const inlet = /inlet|ambient|intake|system|front|sys\b/i

/** Health of a server by its sensors: the worst of them, with a text for those that are bad. */
export function healthOfSensors(sensors: readonly Sensor[]): {
  health: SensorHealth
  health_info: string
  temperature: number | null
} {
  const rank = (health: SensorHealth) => sensorHealths.indexOf(health)
  const health = sensors.reduce<SensorHealth>(
    (worst, one) => (rank(one.health) > rank(worst) ? one.health : worst),
    'unknown',
  )
  const bad = rank(health) < rank('warning') ? [] : sensors.filter((one) => one.health === health)
  const named = bad.slice(0, NAMED).map(({ name, value, unit, states }) => {
    const said = value === null ? states.join(', ') : `${value} ${unit}`.trim()
    return said === '' ? name : `${name}: ${said}`
  })
  return {
    health,
    health_info: [...named, ...(bad.length > NAMED ? ['…'] : [])].join('; '),
    temperature: temperatureOf(sensors),
  }
}

/** Of the air that comes in, when a sensor is named so; otherwise the coolest there is, which comes nearest to it. */
function temperatureOf(sensors: readonly Sensor[]): number | null {
  const warm = sensors.filter((one) => one.unit === '°C' && one.value !== null && one.value > -50 && one.value < 200)
  const named = warm.filter(({ name }) => inlet.test(name))
  const values = (named.length > 0 ? named : warm).map(({ value }) => value ?? 0)
  return values.length === 0 ? null : Math.round(Math.min(...values))
}
