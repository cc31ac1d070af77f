'use client'
import { type PointerEvent, type RefObject, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Cable, DrawnDevice } from '../../../server/domain/rack/diagram.ts'
import { cableLines, type Line, serverBox } from './cables.ts'
import { DeviceFace, FacePatterns } from './device-face.tsx'
import { type Box, boxOf, frame, heightOf, middleOf, type Side, shows, topOf, UNIT, unitAt } from './geometry.ts'
import { type Fit, type Held, sameDevice, spotOf } from './ghost.ts'
import { freeSpans } from './rows.ts'

export type Picked = { kind: DrawnDevice['kind']; id: number }
export type Ghost = { device: DrawnDevice; held: Held; fit: Fit; away: boolean }

export type ElevationProps = {
  svg: RefObject<SVGSVGElement | null>
  label: string
  units: number
  devices: readonly DrawnDevice[]
  seen: Side
  picked: Picked | null
  ghost: Ghost | null
  cables: readonly Cable[]
  cablesOf: 'none' | 'picked' | 'all'
  onPick: (picked: Picked | null) => void
  onOpen: (picked: Picked) => void
  onGrab: (event: PointerEvent, device: DrawnDevice) => void
  onHover: (picked: Picked | null, at: { x: number; y: number }) => void
  onAdd: (unit: number) => void
}

const isRail = ({ face }: DrawnDevice) => face === 'left' || face === 'right'

/** What lies under the pointer: a device, or a blade in its chassis. */
function under(event: { target: EventTarget }): Picked | null {
  const key =
    event.target instanceof Element ? event.target.closest('[data-device]')?.getAttribute('data-device') : null
  const [kind, id] = key?.split(':') ?? []
  return kind && id ? { kind: kind as DrawnDevice['kind'], id: Number(id) } : null
}

/** The rack as it stands: ruler, rails, devices to scale, what is held over it, cables. Facts follow in the list beside it. */
export function Elevation(props: ElevationProps) {
  const { svg, label, units, devices, seen, picked, ghost, onPick, onOpen, onGrab, onHover, onAdd } = props
  const t = useTranslations('racks')
  const [addAt, setAddAt] = useState<number | null>(null)
  const free = useMemo(() => new Set(freeSpans(devices, units).flatMap(unitsOf)), [devices, units])
  const height = heightOf(units)
  const pickedBox = picked && boxOfPicked(picked, devices, units, seen)
  const find = (event: { target: EventTarget }) => {
    const found = under(event)
    return found && devices.find((device) => sameDevice(device, found))
  }
  const move = (event: PointerEvent<SVGSVGElement>) => {
    const found = under(event)
    const frameBox = event.currentTarget.getBoundingClientRect()
    onHover(found, { x: event.clientX - frameBox.left, y: event.clientY - frameBox.top })
    const scale = height / frameBox.height
    const x = (event.clientX - frameBox.left) * scale
    const unit = unitAt((event.clientY - frameBox.top) * scale, units)
    const inside = x > frame.face && x < frame.face + frame.faceWidth
    setAddAt(!found && !ghost && inside && free.has(unit) ? unit : null)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list beside it does the same by keyboard
    <svg
      ref={svg}
      viewBox={`0 0 ${frame.width} ${height}`}
      width={frame.width}
      height={height}
      role="img"
      aria-label={label}
      fontFamily="var(--font)"
      className="block max-w-full touch-pan-y select-none phone:h-auto"
      onPointerMove={move}
      onPointerLeave={() => {
        onHover(null, { x: 0, y: 0 })
        setAddAt(null)
      }}
      onPointerDown={(event) => {
        const device = find(event)
        if (device) onGrab(event, device)
      }}
      onClick={(event) => {
        const found = under(event)
        if (found) onPick(found)
        else if (addAt !== null) onAdd(addAt)
      }}
      onDoubleClick={(event) => {
        const found = under(event)
        if (found) onOpen(found)
      }}
    >
      <FacePatterns />
      <Frame units={units} lit={pickedBox ? unitsUnder(pickedBox, units) : none} />
      {devices.map((device) => {
        if (!isRail(device) && !shows(device, seen))
          return (
            <OtherFace key={`${device.kind}${device.id}`} device={device} box={boxOf(spotOf(device), units, seen)} />
          )
        const held = ghost && !ghost.away && sameDevice(ghost.device, device)
        return (
          <g
            key={`${device.kind}${device.id}`}
            data-device={`${device.kind}:${device.id}`}
            opacity={held ? 0.4 : undefined}
            className={device.kind === 'reserved' ? undefined : 'cursor-grab'}
          >
            <DeviceFace device={device} box={boxOf(spotOf(device), units, seen)} rear={seen === 'rear'} />
          </g>
        )
      })}
      {addAt === null ? null : <AddHere unit={addAt} units={units} word={t('addHere')} />}
      <Cables {...props} />
      {pickedBox ? (
        <>
          <Outline box={pickedBox} colour="var(--bg)" width={4} />
          <Outline box={pickedBox} colour="var(--accent)" width={2} />
        </>
      ) : null}
      {ghost ? <GhostBox ghost={ghost} units={units} seen={seen} /> : null}
    </svg>
  )
}

const unitsOf = ({ unit, size }: { unit: number; size: number }) => Array.from({ length: size }, (_, n) => unit + n)

function boxOfPicked(picked: Picked, devices: readonly DrawnDevice[], units: number, seen: Side): Box | null {
  const device = devices.find((one) => sameDevice(one, picked))
  if (device) return isRail(device) || shows(device, seen) ? boxOf(spotOf(device), units, seen) : null
  return picked.kind === 'server' ? serverBox(picked.id, devices, units, seen) : null
}

const none: ReadonlySet<number> = new Set()
/** Units beside a box, whose numbers stand out. */
const unitsUnder = (box: Box, units: number) => {
  const first = unitAt(box.y + box.h - 1, units)
  return new Set(Array.from({ length: unitAt(box.y + 1, units) - first + 1 }, (_, n) => first + n))
}

function Frame({ units, lit }: { units: number; lit: ReadonlySet<number> }) {
  const height = heightOf(units)
  const all = useMemo(() => Array.from({ length: units }, (_, n) => n + 1), [units])
  return (
    <>
      <rect
        x={frame.left}
        y={4}
        width={frame.outer}
        height={height - 8}
        rx={3}
        fill="var(--hw-rail)"
        stroke="var(--hw-frame)"
      />
      <rect x={frame.face} y={frame.pad} width={frame.faceWidth} height={units * UNIT} fill="var(--hw-void)" />
      <path
        d={all.flatMap((unit) => [6, 14].map((down) => holes(topOf({ unit, size: 1 }, units) + down - 2))).join('')}
        stroke="var(--hw-frame)"
        strokeWidth={1.5}
      />
      <path
        d={all
          .slice(1)
          .map((unit) => `M${frame.face} ${topOf({ unit, size: 1 }, units) + UNIT + 0.5}h${frame.faceWidth}`)
          .join('')}
        stroke="var(--line)"
      />
      {all.map((unit) => (
        <text
          key={unit}
          x={frame.ruler}
          y={middleOf(unit, units) + 3.5}
          textAnchor="end"
          fontSize={10}
          fill={lit.has(unit) ? 'var(--accent-text)' : 'var(--text-3)'}
          fontWeight={lit.has(unit) ? 600 : 400}
          style={{ fontVariantNumeric: 'tabular-nums' }}
        >
          {unit}
        </text>
      ))}
    </>
  )
}

const holes = (y: number) => `M${frame.left + 4.5} ${y}h2.5M${frame.left + frame.outer - 7} ${y}h2.5`

/** The unit is free here, but something stands on the other face. */
function OtherFace({ device, box: { x, y, w, h } }: { device: DrawnDevice; box: Box }) {
  const name = device.name.length > 30 ? `${device.name.slice(0, 29)}…` : device.name
  return (
    <>
      <rect x={x + 1} y={y + 1.5} width={w - 2} height={h - 3} fill="url(#rack-dots)" />
      <rect
        x={x + w / 2 - name.length * 2.9 - 6}
        y={y + h / 2 - 7.5}
        width={name.length * 5.8 + 12}
        height={15}
        rx={3}
        fill="var(--hw-void)"
      />
      <text x={x + w / 2} y={y + h / 2 + 3.5} fontSize={10} textAnchor="middle" fill="var(--text-3)">
        {name}
      </text>
    </>
  )
}

function AddHere({ unit, units, word }: { unit: number; units: number; word: string }) {
  const y = topOf({ unit, size: 1 }, units)
  return (
    <g className="cursor-pointer" pointerEvents="none">
      <rect
        x={frame.face + 2}
        y={y + 2.5}
        width={frame.faceWidth - 4}
        height={UNIT - 5}
        rx={2}
        fill="var(--bg)"
        stroke="var(--line-control)"
        strokeDasharray="3 3"
      />
      <text x={frame.face + frame.faceWidth / 2} y={y + 15.5} fontSize={11} textAnchor="middle" fill="var(--text-2)">
        + {word}
      </text>
    </g>
  )
}

const Outline = ({ box, colour, width }: { box: Box; colour: string; width: number }) => (
  <rect
    x={box.x - 1}
    y={box.y - 0.5}
    width={box.w + 2}
    height={box.h + 1}
    rx={3}
    fill="none"
    stroke={colour}
    strokeWidth={width}
    pointerEvents="none"
  />
)

function GhostBox({ ghost, units, seen }: { ghost: Ghost; units: number; seen: Side }) {
  const t = useTranslations('racks')
  const box = boxOf(spotOf(ghost.device, ghost.held), units, seen)
  const { fits } = ghost.fit
  const first = ghost.held.unit
  const where = { first, last: first + ghost.device.size - 1, size: ghost.device.size }
  const words = fits ? t('move.fitsAt', where) : t('move.notFit')
  const half = Math.min(box.w / 2 - 2, words.length * 3.1 + 14)
  const tone = fits ? 'ok' : 'fault'
  return (
    <g pointerEvents="none">
      <rect
        x={box.x}
        y={box.y}
        width={box.w}
        height={box.h}
        rx={2}
        fill={`var(--${tone}-solid)`}
        fillOpacity={0.45}
        stroke={`var(--${tone}-solid)`}
        strokeWidth={2}
      />
      {box.w > 60 ? (
        <>
          <rect
            x={box.x + box.w / 2 - half}
            y={box.y + box.h / 2 - 10}
            width={2 * half}
            height={20}
            rx={3}
            fill="var(--bg)"
            stroke={`var(--${tone}-line)`}
          />
          <text
            x={box.x + box.w / 2}
            y={box.y + box.h / 2 + 4}
            fontSize={11}
            fontWeight={600}
            textAnchor="middle"
            fill={`var(--${tone}-fg)`}
          >
            {words}
          </text>
        </>
      ) : null}
    </g>
  )
}

function Cables({ cables, cablesOf, devices, units, seen, picked }: ElevationProps) {
  const lines = useMemo((): Line[] => {
    if (cablesOf === 'none' || (cablesOf === 'picked' && !picked)) return []
    if (cablesOf === 'all' || !picked) return cableLines(cables, devices, units, seen, null)
    if (picked.kind === 'server') return cableLines(cables, devices, units, seen, picked.id)
    const own = cables.filter((cable) => cable.kind === picked.kind && cable.device === picked.id)
    return cableLines(own, devices, units, seen, null)
  }, [cables, cablesOf, devices, units, seen, picked])
  return (
    <g pointerEvents="none" fill="none" strokeLinejoin="round">
      {lines.map(({ key, d }) => (
        <path key={`g${key}`} d={d} stroke="var(--bg)" strokeWidth={4} />
      ))}
      {lines.map(({ key, d, accent, end, away }) => (
        <g key={key}>
          <path d={d} stroke={accent ? 'var(--accent)' : 'var(--text-2)'} strokeWidth={accent ? 1.75 : 1.4} />
          <rect
            x={end.x - 3.5}
            y={end.y - 3.5}
            width={7}
            height={7}
            rx={away ? 3.5 : 1.5}
            fill={accent ? 'var(--accent)' : 'var(--text-2)'}
            stroke="var(--bg)"
            strokeWidth={1.2}
          />
        </g>
      ))}
    </g>
  )
}
