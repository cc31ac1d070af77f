import type { DrawnDevice } from '../../../server/domain/rack/diagram.ts'
import { type Box, portBox, UNIT } from './geometry.ts'

const round = (value: number) => Math.round(value * 100) / 100
export const rectPath = ({ x, y, w, h }: Box) => `M${round(x)} ${round(y)}h${round(w)}v${round(h)}h${round(-w)}z`
const circle = (x: number, y: number, r: number) =>
  `M${round(x - r)} ${round(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`

/** Layers of a server's face, each one path: however many bays it has, it costs the same to draw. */
export type BayPaths = {
  frames: string
  trays: string
  handles: string
  lights: string
  vents: Box | null
  panel: Box | null
}

/** Drive bays of a server: a row of upright ones in one unit; in more units upright ones, or flat ones when they are few. */
export function bayPaths(box: Box, bays: number): BayPaths {
  const size = Math.round(box.h / UNIT)
  if (size >= 2) return bays > 12 ? upright(box, Math.min(bays, 24)) : flat(box, bays, size)
  const half = box.w < 200
  const step = half ? 9.5 : 10.5
  const places = half ? 5 : 10
  const start = box.x + box.w - 14 - places * step
  const layers = bayLayers(
    Array.from({ length: Math.min(bays, places) }, (_, n) => ({
      x: start + n * step,
      y: box.y + 3.5,
      w: step - 1.5,
      h: box.h - 7,
    })),
  )
  const vents = { x: box.x + 13, y: box.y + 5, w: start - box.x - (half ? 28 : 42), h: box.h - 9 }
  return { ...layers, vents, panel: half ? null : { x: start - 22, y: box.y + 6, w: 14, h: 5 } }
}

function upright(box: Box, bays: number): BayPaths {
  const step = (box.w - 26) / 24
  const all = Array.from({ length: bays }, (_, n) => ({
    x: box.x + 13 + n * step,
    y: box.y + 4.5,
    w: step - 1.2,
    h: box.h - 9,
  }))
  return { ...bayLayers(all), vents: null, panel: null }
}

function flat(box: Box, bays: number, size: number): BayPaths {
  const columns = box.w < 200 ? 2 : 4
  const rows = Math.max(1, Math.floor((box.h - 5) / 13.8))
  const step = (box.w - 24) / columns
  const high = (box.h - 5) / rows
  const all = Array.from({ length: Math.min(bays, rows * columns) }, (_, n) => ({
    x: box.x + 12 + (n % columns) * step,
    y: box.y + 3.5 + Math.floor(n / columns) * high,
    w: step - 1.7,
    h: high - 1.4,
  }))
  const left = size - Math.ceil(all.length / columns) * (high / UNIT)
  const vents =
    left > 0.5 ? { x: box.x + 14, y: box.y + box.h - left * UNIT + 4, w: box.w - 28, h: left * UNIT - 8 } : null
  const layers = bayLayers(all)
  return {
    ...layers,
    handles: all.map((bay) => `M${round(bay.x + bay.w - 12)} ${round(bay.y + bay.h / 2)}h7`).join(''),
    lights: all.map((bay) => circle(bay.x + 4, bay.y + bay.h / 2, 1.1)).join(''),
    vents,
    panel: null,
  }
}

const bayLayers = (all: readonly Box[]) => ({
  frames: all.map(rectPath).join(''),
  trays: all.map(({ x, y, w, h }) => rectPath({ x: x + 1, y: y + 1, w: w - 2, h: h - 5 })).join(''),
  handles: all.map(({ x, y, w, h }) => `M${round(x + w / 2)} ${round(y + 3)}v${round(h - 9)}`).join(''),
  lights: all.map(({ x, y, w, h }) => circle(x + w / 2, y + h - 2, 0.95)).join(''),
})

export const lampOf = { u: 'var(--led-ok)', d: 'var(--hw-deep)', o: 'var(--led-off)', x: 'var(--hw-detail)' } as const
export type Lamp = keyof typeof lampOf
export const lampAt = (lights: string | undefined, position: number): Lamp => {
  const letter = lights?.[position]
  return letter === 'u' || letter === 'd' || letter === 'o' ? letter : 'x'
}

/** Ports by the colour of their lamp, each colour one path. */
export function portPaths(device: DrawnDevice, box: Box): { lamp: Lamp; d: string }[] {
  const paths = new Map<Lamp, string>()
  const ports = device.ports ?? 0
  for (let position = 0; position < ports; position++) {
    const lamp = lampAt(device.port_lights, position)
    paths.set(lamp, (paths.get(lamp) ?? '') + rectPath(portBox(box, position, ports)))
  }
  return [...paths].map(([lamp, d]) => ({ lamp, d }))
}

/** Where the face of a switch or PDU is empty, right of its ports. */
export function restOfFace(box: Box, ports: number): Box | null {
  const last = portBox(box, Math.max(0, ports - 1), ports)
  const x = ports > 0 ? last.x + last.w + 14 : box.x + 14
  const w = box.x + box.w - 14 - x
  return w > 24 ? { x, y: box.y + 6, w, h: 12 } : null
}

/** Fans along the foot of a chassis. */
export function fanPath(box: Box): string {
  const y = box.y + box.h - 15
  const count = Math.floor((box.w - 40) / 30)
  return Array.from(
    { length: count },
    (_, n) => circle(box.x + 30 + n * 30, y, 8) + circle(box.x + 30 + n * 30, y, 3),
  ).join('')
}
