import type { PeerSensor } from './records.ts'

const none = null
const hot = (unc: number, uc: number, unr: number) => [none, none, none, unc, uc, unr]

/** Sensors of a small server; values and thresholds are raw, see `PeerSensor`. */
export const serverSensors: readonly PeerSensor[] = [
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
