import { expect, it } from 'vitest'
import { mainSensors } from './main-sensors.ts'
import type { Sensor } from './sensor.ts'

let id = 0
const sensor = (name: string, unit: string, kind = ''): Sensor => ({
  ...{ name, unit, kind, id: ++id, identity: name, value: 1, status: 'ok' as const, states: [], thresholds: {} },
})
const found = (...sensors: Sensor[]) => {
  const { draw, inlet } = mainSensors(sensors)
  return [draw?.name, inlet?.name]
}

it('finds what a server draws and the air it takes in, by what vendors call them', () => {
  expect(found(sensor('CPU1 Temp', '°C', 'Temperature'), sensor('Inlet Temp', '°C', 'Temperature'))).toEqual([
    undefined,
    'Inlet Temp',
  ])
  expect(found(sensor('PSU Power', 'W'), sensor('01-Inlet Ambient', '°C'))).toEqual(['PSU Power', '01-Inlet Ambient'])
  expect(found(sensor('PS1 Input', 'W'), sensor('PS2 Input', 'W'), sensor('Pwr Consumption', 'W'))).toEqual([
    'Pwr Consumption',
    undefined,
  ])
})

it('names none where several could be meant', () => {
  expect(found(sensor('PS1 Input', 'W'), sensor('PS2 Input', 'W'))).toEqual([undefined, undefined])
  expect(found(sensor('Inlet Fan', 'rpm', 'Fan'))).toEqual([undefined, undefined])
})
