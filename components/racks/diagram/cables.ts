import type { Cable, DrawnDevice } from '../../../server/domain/rack/diagram.ts'
import { type Box, boxOf, frame, outletBox, portBox, type Side, shows, slotBox } from './geometry.ts'
import { spotOf } from './ghost.ts'

export type Line = {
  key: number
  cable: Cable
  d: string
  /** Data in the accent, management and power neutral. */
  accent: boolean
  end: { x: number; y: number }
  /** Its device stands in another rack: the line leaves the drawing at this height. */
  away: boolean
}

/** Where a server or blade is drawn; null when it is not on the seen face. */
export const serverBox = (id: number, devices: readonly DrawnDevice[], units: number, seen: Side): Box | null =>
  standOf(id, devices, units, seen)?.box ?? null

/** The box of a server or blade, and that of the whole width in which it stands. */
function standOf(
  id: number,
  devices: readonly DrawnDevice[],
  units: number,
  seen: Side,
): { box: Box; row: Box } | null {
  for (const device of devices) {
    if (!shows(device, seen)) continue
    const box = boxOf(spotOf(device), units, seen)
    if (device.kind === 'server' && device.id === id) return { box, row: box }
    const blade = device.kind === 'chassis' && device.blades?.find((one) => one.id === id)
    if (blade) return { box: slotBox(box, blade.slot, blade.size, device.slots ?? 1), row: box }
  }
  return null
}

const right = frame.face + frame.faceWidth
/** Lanes between the rack and its right rail, and how far apart they are. */
const lanes = { first: right + 8, step: 4, count: 5 }

/** Lines from servers to their ports and outlets. `which` limits them to one server; what is not drawn has no line. */
export function cableLines(
  cables: readonly Cable[],
  devices: readonly DrawnDevice[],
  units: number,
  seen: Side,
  which: number | null,
): Line[] {
  let lane = 0
  return cables.flatMap((cable): Line[] => {
    if (which !== null && cable.server !== which) return []
    const stand = standOf(cable.server, devices, units, seen)
    if (!stand) return []
    const device = devices.find((one) => one.kind === cable.kind && one.id === cable.device)
    const accent = cable.kind === 'switch' && !cable.is_ipmi
    const base = { key: cable.port * 2 + (cable.kind === 'pdu' ? 1 : 0), cable, accent }
    const { start, out } = startOf(stand, cable, device, seen)
    if (device?.face === 'left' || device?.face === 'right') {
      const outlet = outletBox(boxOf(spotOf(device), units, seen), cable.position, device.ports ?? 1)
      const onLeft = outlet.x < frame.face
      const end = { x: onLeft ? outlet.x + outlet.w : outlet.x, y: outlet.y + outlet.h / 2 }
      const turn = onLeft ? frame.left - 6 : frame.left + frame.outer + 10
      return [{ ...base, d: `M${start.x} ${start.y}${out}H${turn}V${end.y}H${end.x}`, end, away: false }]
    }
    const x = lanes.first + (lane++ % lanes.count) * lanes.step
    if (!device || !shows(device, seen)) {
      // Somewhere else: up and out of the rack.
      const end = { x, y: 2 }
      return [{ ...base, d: `M${start.x} ${start.y}${out}H${x}V${end.y}`, end, away: true }]
    }
    const box = boxOf(spotOf(device), units, seen)
    const port = portBox(box, cable.position, device.ports ?? 1)
    const end = { x: port.x + port.w / 2, y: port.y + port.h / 2 }
    // Between two devices, so that the line crosses no face but that of the switch.
    const over = end.y > start.y ? box.y - 1 : box.y + box.h + 1
    return [{ ...base, d: `M${start.x} ${start.y}${out}H${x}V${over}H${end.x}V${end.y}`, end, away: false }]
  })
}

/**
 * Where a line leaves its server. From a face that reaches to the side it goes straight out; a half or a blade has neighbours there,
 * so its line goes down first, to the edge below the whole row, where it crosses no face.
 */
function startOf({ box, row }: { box: Box; row: Box }, cable: Cable, device: DrawnDevice | undefined, seen: Side) {
  const hangs = device?.face === 'left' || device?.face === 'right'
  const toLeft = hangs && (device?.face === 'left') !== (seen === 'rear')
  const offset = cable.kind === 'pdu' ? 16 : 6 + (cable.position % 4) * 3
  const edge = toLeft ? frame.face : frame.face + frame.faceWidth
  const reaches = toLeft ? box.x <= edge + 1 : box.x + box.w >= edge - 1
  if (reaches) {
    const start = { x: toLeft ? box.x + 2 : box.x + box.w - 2, y: box.y + Math.min(box.h - 3, offset) }
    return { start, out: '' }
  }
  const aside = Math.min(box.w - 3, 4 + (cable.position % 4) * 3 + (cable.kind === 'pdu' ? 2 : 0))
  return { start: { x: box.x + aside, y: box.y + box.h - 3 }, out: `V${row.y + row.h - 0.5}` }
}
