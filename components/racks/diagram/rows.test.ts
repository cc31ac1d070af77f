import { expect, it } from 'vitest'
import type { DrawnDevice } from '../../../server/domain/rack/diagram.ts'
import { freeSpans, onRails, rowsOf, usage } from './rows.ts'

const device = (id: number, unit: number, size = 1, more: Partial<DrawnDevice> = {}): DrawnDevice => ({
  kind: 'server',
  id,
  name: `s${id}`,
  face: 'front',
  unit,
  size,
  width: 'full',
  half: 0,
  depth: 'full',
  ...more,
})
const half = (id: number, unit: number, side: 0 | 1) => device(id, unit, 1, { width: 'half', half: side })
const rack = [
  device(1, 1, 2),
  half(2, 4, 1),
  half(3, 5, 0),
  half(4, 5, 1),
  device(5, 8, 1, { face: 'rear', depth: 'half', kind: 'switch' }),
  device(6, 10, 1, { kind: 'reserved', name: '' }),
  device(7, 1, 10, { face: 'left', kind: 'pdu' }),
]

const short = (seen: 'front' | 'rear') =>
  rowsOf(rack, 10, seen).map((row) =>
    row.kind === 'devices'
      ? `${row.unit}+${row.size} ${row.devices.map(({ id }) => id)}${row.halfFree ? ` ${row.halfFree} free` : ''}`
      : `${row.unit}+${row.size} ${row.kind}`,
  )

it('lists a rack from the top down, as its front shows it', () =>
  expect(short('front')).toEqual([
    '10+1 6',
    '9+1 free',
    '8+1 other',
    '6+2 free',
    '5+1 3,4',
    '4+1 2 left free',
    '3+1 free',
    '1+2 1',
  ]))

it('lists the rear the other way round', () =>
  expect(short('rear')).toEqual([
    '10+1 6',
    '9+1 free',
    '8+1 5',
    '6+2 free',
    '5+1 4,3',
    '4+1 2 right free',
    '3+1 free',
    '1+2 1',
  ]))

it('knows every run of free units, whichever face is seen', () =>
  expect(freeSpans(rack, 10)).toEqual([
    { unit: 3, size: 1 },
    { unit: 6, size: 2 },
    { unit: 9, size: 1 },
  ]))

it('counts halves as halves, rails not at all', () => {
  expect(usage(rack, 10)).toEqual({ used: 4.5, reserved: 1, free: 4.5 })
  expect(onRails(rack).map(({ id }) => id)).toEqual([7])
})
