import { memo } from 'react'
import type { DrawnBlade, DrawnDevice } from '../../../server/domain/rack/diagram.ts'
import type { Health } from '../../../server/domain/rack/health.ts'
import { bayPaths, fanPath, lampAt, lampOf, portPaths, rectPath, restOfFace } from './face-paths.ts'
import { type Box, outletBox, slotBox, UNIT } from './geometry.ts'

const healthLamp: Record<Health, string> = {
  ok: 'var(--led-ok)',
  warning: 'var(--led-warn)',
  fault: 'var(--led-fault)',
  in_progress: 'var(--led-run)',
  off: 'var(--hw-detail)',
  unknown: 'var(--hw-detail)',
}
const powerLamp = { on: 'var(--led-ok)', off: 'var(--hw-detail)', unknown: 'var(--hw-detail)' } as const

/** Vents, the hatch of reserved units and the dots of the other face; once per drawing, before all else. */
export function FacePatterns() {
  return (
    <defs>
      <pattern id="rack-vents" width="4" height="8" patternUnits="userSpaceOnUse">
        <path
          d="M.6 1h1.6M2.6 5h1.6M-1.4 5h1.6"
          stroke="var(--hw-deep)"
          strokeWidth={1.8}
          strokeLinecap="round"
          fill="none"
        />
      </pattern>
      <pattern id="rack-hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="7" height="7" fill="var(--bg-inset)" />
        <path d="M0 0v7" stroke="var(--line-strong)" strokeWidth={2.5} />
      </pattern>
      <pattern id="rack-dots" width="5" height="5" patternUnits="userSpaceOnUse">
        <circle cx="1.2" cy="1.2" r=".8" fill="var(--line-control)" opacity=".55" />
      </pattern>
    </defs>
  )
}

/** The face of a device: dark graphite in both themes, so that lights and ports read the same. */
export const DeviceFace = memo(function DeviceFace({
  device,
  box,
  rear,
}: {
  device: DrawnDevice
  box: Box
  rear: boolean
}) {
  if (device.kind === 'reserved') return <Reserved box={box} note={device.name} />
  if (device.face === 'left' || device.face === 'right') return <RailPdu device={device} box={box} />
  return (
    <g>
      <Plate box={box} />
      <Lamps power={device.power} health={device.health} box={box} />
      {rear && device.face === 'front' ? (
        <Back box={box} />
      ) : device.kind === 'server' ? (
        <Bays box={box} bays={device.bays ?? 0} on={device.power !== 'off'} />
      ) : device.kind === 'chassis' ? (
        <Slots device={device} box={box} />
      ) : (
        <Ports device={device} box={box} />
      )}
      {device.operation ? <AtWork box={box} /> : null}
    </g>
  )
})

function Plate({ box: { x, y, w, h } }: { box: Box }) {
  return (
    <>
      <rect x={x + 0.5} y={y + 1} width={w - 1} height={h - 2} rx={1.5} fill="var(--hw-face)" stroke="var(--hw-edge)" />
      <path
        d={rectPath({ x: x + 1, y: y + 1.5, w: 7, h: h - 3 }) + rectPath({ x: x + w - 8, y: y + 1.5, w: 7, h: h - 3 })}
        fill="var(--hw-face-2)"
      />
      <path d={`M${x + 1.5} ${y + 2}h${w - 3}`} stroke="#fff" strokeOpacity={0.1} />
    </>
  )
}

function Lamps({
  power,
  health,
  box: { x, y },
}: {
  power: DrawnDevice['power']
  health: Health | undefined
  box: Box
}) {
  return (
    <>
      <circle cx={x + 4.5} cy={y + 8} r={1.5} fill={power ? powerLamp[power] : healthLamp[health ?? 'unknown']} />
      <circle
        cx={x + 4.5}
        cy={y + 15}
        r={1.1}
        fill={health === 'ok' ? 'var(--hw-detail)' : healthLamp[health ?? 'unknown']}
      />
    </>
  )
}

/** A ring that is not closed, as the mark of what runs: the system of the server is being installed, cleared, looked at. */
function AtWork({ box: { x, y, w, h } }: { box: Box }) {
  const [cx, cy] = [x + w - 20, y + h / 2]
  return (
    <g data-at-work="">
      <circle cx={cx} cy={cy} r={7.5} fill="var(--hw-deep)" />
      <circle cx={cx} cy={cy} r={4.5} fill="none" stroke="var(--led-run)" strokeWidth={2} strokeDasharray="21 8" />
    </g>
  )
}

function Bays({ box, bays, on }: { box: Box; bays: number; on: boolean }) {
  const paths = bayPaths(box, bays)
  return (
    <>
      {paths.vents ? <Vents box={paths.vents} /> : null}
      {paths.panel ? (
        <path
          d={rectPath(paths.panel) + rectPath({ ...paths.panel, y: paths.panel.y + 7, w: 6, h: 4 })}
          fill="var(--hw-deep)"
        />
      ) : null}
      <path d={paths.frames} fill="var(--hw-detail)" />
      <path d={paths.trays} fill="var(--hw-face-2)" />
      <path d={paths.handles} stroke="var(--hw-detail)" fill="none" />
      <path d={paths.lights} fill={on ? 'var(--led-ok)' : 'var(--hw-deep)'} />
    </>
  )
}

const Vents = ({ box: { x, y, w, h } }: { box: Box }) => (
  <rect x={x} y={y} width={Math.max(0, w)} height={Math.max(0, h)} fill="url(#rack-vents)" />
)

/** Seen from behind: fans and two power supplies, the same for all. */
function Back({ box }: { box: Box }) {
  const supply = { x: box.x + box.w - 42, y: box.y + 4, w: 28, h: Math.min(16, box.h - 8) }
  return (
    <>
      <Vents box={{ x: box.x + 14, y: box.y + 5, w: box.w - 84, h: box.h - 9 }} />
      <path d={rectPath(supply) + rectPath({ ...supply, x: supply.x - 32 })} fill="var(--hw-deep)" />
      <path
        d={`M${supply.x + 8} ${supply.y + supply.h / 2}h12M${supply.x - 24} ${supply.y + supply.h / 2}h12`}
        stroke="var(--hw-detail)"
        strokeWidth={3}
      />
    </>
  )
}

function Ports({ device, box }: { device: DrawnDevice; box: Box }) {
  const rest = restOfFace(box, device.ports ?? 0)
  return (
    <>
      {portPaths(device, box).map(({ lamp, d }) => (
        <path key={lamp} d={d} fill={lampOf[lamp]} />
      ))}
      {rest ? <Vents box={rest} /> : null}
    </>
  )
}

function Slots({ device, box }: { device: DrawnDevice; box: Box }) {
  const slots = device.slots ?? 0
  const blades = device.blades ?? []
  const taken = new Set(blades.flatMap(({ slot, size }) => Array.from({ length: size }, (_, n) => slot + n)))
  const empty = Array.from({ length: slots }, (_, n) => n + 1).filter((slot) => !taken.has(slot))
  return (
    <>
      <path d={empty.map((slot) => rectPath(slotBox(box, slot, 1, slots))).join('')} fill="var(--hw-deep)" />
      {blades.map((blade) => (
        <BladeFace key={blade.id} blade={blade} box={slotBox(box, blade.slot, blade.size, slots)} />
      ))}
      {box.h >= 4 * UNIT ? <path d={fanPath(box)} fill="none" stroke="var(--hw-detail)" strokeWidth={0.75} /> : null}
    </>
  )
}

function BladeFace({ blade, box }: { blade: DrawnBlade; box: Box }) {
  const { x, y, w, h } = box
  const inner = Math.max(1, w - 9)
  const drive = Math.min(24, h / 4)
  return (
    <g data-device={`server:${blade.id}`}>
      <rect
        x={x}
        y={y}
        width={w}
        height={h}
        rx={1}
        fill="var(--hw-face-2)"
        stroke="var(--hw-detail)"
        strokeWidth={0.75}
      />
      {h > 40 && w > 14 ? (
        <path
          d={[0, 1]
            .map((n) => rectPath({ x: x + (w - inner) / 2, y: y + 7 + n * (drive + 2), w: inner, h: drive }))
            .join('')}
          fill="var(--hw-deep)"
          stroke="var(--hw-detail)"
        />
      ) : null}
      <circle
        cx={x + w / 2}
        cy={y + h - Math.min(21, h / 2)}
        r={Math.min(1.6, w / 4)}
        fill={blade.health === 'ok' || !blade.health ? powerLamp[blade.power ?? 'unknown'] : healthLamp[blade.health]}
      />
      {w > 9 && h > 30 ? (
        <text
          x={x + w / 2}
          y={y + h - 7}
          fontSize={8}
          textAnchor="middle"
          fill="var(--hw-text)"
          fontFamily="var(--mono)"
        >
          {blade.slot}
        </text>
      ) : null}
      {blade.operation && w > 9 ? (
        <circle
          cx={x + w / 2}
          cy={y + 5}
          r={Math.min(3, w / 4)}
          fill="none"
          stroke="var(--led-run)"
          strokeWidth={1.5}
          strokeDasharray="14 5"
        />
      ) : null}
    </g>
  )
}

function RailPdu({ device, box }: { device: DrawnDevice; box: Box }) {
  const { x, y, w, h } = box
  const outlets = device.ports ?? 0
  const boxes = Array.from({ length: outlets }, (_, n) => outletBox(box, n, outlets))
  return (
    <g>
      <rect x={x} y={y} width={w} height={h} rx={3} fill="var(--hw-face)" stroke="var(--hw-edge)" />
      <rect x={x + 3} y={y + 6} width={w - 6} height={Math.min(30, h / 4)} rx={2} fill="var(--hw-deep)" />
      <text x={x + w / 2} y={y + 19} fontSize={9} fontWeight={600} fill="var(--hw-text)" textAnchor="middle">
        {device.name.slice(-1).toUpperCase()}
      </text>
      <circle cx={x + w / 2} cy={y + 28} r={1.8} fill={healthLamp[device.health ?? 'unknown']} />
      <path d={boxes.map(rectPath).join('')} fill="var(--hw-deep)" stroke="var(--hw-detail)" strokeWidth={0.75} />
      {boxes.map((outlet, n) => (
        <circle
          key={outlet.y}
          cx={outlet.x + outlet.w / 2}
          cy={outlet.y + outlet.h / 2}
          r={Math.min(2, outlet.h / 3)}
          fill={lampOf[lampAt(device.port_lights, n)]}
        />
      ))}
    </g>
  )
}

function Reserved({ box: { x, y, w, h }, note }: { box: Box; note: string }) {
  const shown = note.length > 34 ? `${note.slice(0, 33)}…` : note
  const wide = shown.length * 5.6 + 14
  return (
    <g>
      <rect
        x={x + 1}
        y={y + 1.5}
        width={w - 2}
        height={h - 3}
        rx={2}
        fill="url(#rack-hatch)"
        stroke="var(--line-strong)"
      />
      {shown ? (
        <>
          <rect x={x + (w - wide) / 2} y={y + h / 2 - 9} width={wide} height={18} rx={4} fill="var(--bg)" />
          <text x={x + w / 2} y={y + h / 2 + 3.5} fontSize={10.5} textAnchor="middle" fill="var(--text-2)">
            {shown}
          </text>
        </>
      ) : null}
    </g>
  )
}
