import { describe, expect, it } from 'vitest'
import type { DrawnDevice, FloorRack } from '../../../server/domain/rack/diagram.ts'
import { deviceAt, drawRack, floorRows, floorScale, rowLetter } from './draw.ts'
import { countsOf, healthOf, isFound, overlays, ownerLooks, rackMatches } from './overlay.ts'

const device = (id: number, unit: number, size = 1, more: Partial<DrawnDevice> = {}): DrawnDevice => ({
  kind: 'server',
  id,
  name: `node-${id}`,
  face: 'front',
  unit,
  size,
  width: 'full',
  half: 0,
  depth: 'full',
  ...more,
})
const blade = (id: number, slot: number, more: object = {}) => ({ id, name: `blade-${id}`, slot, size: 1, ...more })
const rack = (devices: DrawnDevice[], more: Partial<FloorRack> = {}): FloorRack => ({
  id: 1,
  name: 'A01',
  size: 10,
  hall_row: 0,
  hall_place: 0,
  devices,
  ...more,
})
const view = { overlay: 'type', seen: 'front', search: '', hidden: [], owners: new Map() } as const
const full = rack([
  device(1, 1, 2, { owner: 'ann@example.com', power: 'on', health: 'ok' }),
  device(2, 3, 1, { width: 'half', health: 'fault', power: 'off', owner: 'bob@example.com' }),
  device(3, 3, 1, { width: 'half', half: 1, health: 'ok', power: 'on', owner: 'bob@example.com' }),
  device(4, 5, 3, { kind: 'chassis', slots: 8, blades: [blade(11, 1, { health: 'warning' }), blade(12, 8)] }),
  device(5, 9, 1, { kind: 'reserved', name: '' }),
  device(6, 1, 10, { kind: 'pdu', face: 'left' }),
])

it('the floor plan fills the width it has, up to a bound', () => {
  expect([floorScale(500, 8), floorScale(1200, 8), floorScale(1900, 8), floorScale(1900, 0)]).toEqual([
    1, 1.36, 2.38, 1,
  ])
})

describe('a rack of the floor plan', () => {
  it('is one path a look', () => {
    const { paths, marks } = drawRack(full, view)
    expect(paths.map(({ look, d }) => [look, d.match(/M/g)?.length])).toEqual([
      ['rest', 1],
      ['server', 3],
      ['chassis', 3],
      ['reserved', 1],
      // Hangs at the left rail.
      ['pdu', 1],
    ])
    expect(marks).toEqual([])
  })

  it('knows what is drawn where, blades and halves too', () => {
    // Ten units of 6.75 px below 5 px of frame; the first is the lowest.
    const at = (unit: number, x: number, seen: 'front' | 'rear' = 'front') =>
      deviceAt(full, seen, x, 5 + (10 - unit + 0.5) * 6.75)?.id
    expect([at(1, 40), at(2, 6), at(8, 40), at(10, 40)]).toEqual([1, 1, undefined, undefined])
    expect([at(3, 10), at(3, 70), at(3, 10, 'rear')]).toEqual([2, 3, 3])
    expect([at(6, 6), at(6, 40), at(6, 80)]).toEqual([11, 4, 12])
    expect(deviceAt(full, 'front', 40, 5 + 1.5 * 6.75)).toMatchObject({ kind: 'reserved' })
  })

  it('draws to scale, from the bottom', () => {
    const [path] = drawRack(rack([device(1, 1)]), view).paths
    expect(path?.d).toBe('M5 66.25h76v5.75h-76z')
  })

  it('marks servers that are being worked on, whatever the colours say', () => {
    const busy = rack([
      device(1, 1, 1, { operation: 'install', health: 'in_progress' }),
      device(2, 3, 2, {
        kind: 'chassis',
        slots: 2,
        blades: [blade(11, 1, { operation: 'diag', health: 'in_progress' })],
      }),
      device(3, 7, 1, { health: 'ok' }),
    ])
    for (const overlay of overlays) {
      const { marks } = drawRack(busy, { ...view, overlay })
      expect(marks.map(({ look, y }) => [look, y])).toEqual([
        ['in_progress', 69.125],
        ['in_progress', 52.25],
      ])
    }
  })

  it('marks what is not well, and colours gaps by their size', () => {
    const { marks, lights } = drawRack(full, { ...view, overlay: 'health' })
    expect(lights.match(/M/g)).toHaveLength(2)
    expect(marks.map(({ look }) => look)).toEqual(['fault', 'warning'])
    const free = drawRack(full, { ...view, overlay: 'free' }).paths.map(({ look }) => look)
    expect(free).toEqual(['rest', 'reserved', 'free1'])
  })

  it('shows under every overlay all that stands in it', () => {
    for (const overlay of overlays) {
      const boxes = drawRack(full, { ...view, overlay, owners: ownerLooks([full]) })
        .paths.map(({ d }) => d)
        .join('')
      expect(boxes.match(/M/g)?.length, overlay).toBeGreaterThanOrEqual(7)
    }
  })

  it('leaves what is only on the other face to that face', () => {
    const thin = rack([device(1, 1, 1, { depth: 'half' })])
    expect(drawRack(thin, view).paths).toHaveLength(1)
    expect(drawRack(thin, { ...view, seen: 'rear' }).paths).toHaveLength(0)
  })

  it('is searched by names, owners and blades', () => {
    expect(drawRack(full, { ...view, search: 'NODE-2' })).toMatchObject({ foundNames: ['node-2'] })
    expect(drawRack(full, { ...view, search: 'bob@' }).foundNames).toEqual(['node-2', 'node-3'])
    expect(drawRack(full, { ...view, search: 'blade-12' }).foundNames).toEqual(['blade-12'])
    expect(isFound(device(1, 1), '  ')).toBe(false)
  })
})

describe('the floor plan', () => {
  it('gives the busiest owners colours of their own', () =>
    expect([...ownerLooks([full])]).toEqual([
      ['bob@example.com', { look: 'owner0', count: 2 }],
      ['ann@example.com', { look: 'owner1', count: 1 }],
    ]))

  it('counts a chassis by its blades', () => {
    expect(healthOf(full.devices[3]!)).toBe('warning')
    const { health, kinds } = countsOf([full])
    expect([health.get('warning'), health.get('fault'), kinds.get('server')]).toEqual([1, 1, 5])
  })

  it('filters by problems and by room', () => {
    const filter = { search: '', problems: [], hidden: [], room: null }
    expect(rackMatches(full, filter)).toBe(true)
    expect(rackMatches(full, { ...filter, problems: ['fault'] })).toBe(true)
    expect(rackMatches(full, { ...filter, problems: ['in_progress'] })).toBe(false)
    expect([rackMatches(full, { ...filter, room: 1 }), rackMatches(full, { ...filter, room: 2 })]).toEqual([
      true,
      false,
    ])
  })

  it('stands in rows', () => {
    const racks = [rack([], { id: 1, hall_row: 1 }), rack([], { id: 2, hall_place: 1 }), rack([], { id: 3 })]
    expect(floorRows(racks).map((row) => row.racks.map(({ id }) => id))).toEqual([[3, 2], [1]])
    expect([0, 25, 26, 27, 52].map(rowLetter)).toEqual(['A', 'Z', 'AA', 'AB', 'BA'])
  })
})
