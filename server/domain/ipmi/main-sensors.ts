import type { Sensor } from './sensor.ts'

/** What vendors call the air at the front of a server. */
const INLET = /inlet|intake|ambient|front panel/i
/** What they call the power of all of it, where supplies have sensors of their own. */
const WHOLE = /system|total|consumption|pwr|power meter/i

/** Sensors that tell most of a server: what it draws, in W, and the air it takes in; null where the controller has none that is sure. */
export function mainSensors<S extends Pick<Sensor, 'kind' | 'unit' | 'name'>>(
  sensors: readonly S[],
): { draw: S | null; inlet: S | null } {
  const power = sensors.filter(({ unit }) => unit === 'W')
  const whole = power.length > 1 ? power.filter(({ name }) => WHOLE.test(name)) : power
  const inlet = sensors.find(({ kind, unit, name }) => (kind === 'Temperature' || unit === '°C') && INLET.test(name))
  return { draw: (whole.length === 1 && whole[0]) || null, inlet: inlet ?? null }
}
