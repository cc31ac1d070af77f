'use client'
import { type PointerEvent, type RefObject, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Cable, DrawnDevice } from '../../../server/domain/rack/diagram.ts'
import { serverBox } from './cables.ts'
import { DeviceFace, FacePatterns } from './device-face.tsx'
import { AddHere, Cables, Frame, GhostBox, NameOnFace, OtherFace, Outline } from './elevation-parts.tsx'
import { type Box, boxOf, frame, heightOf, type Side, shows, unitAt } from './geometry.ts'
import { type Ghost, type Picked, sameDevice, spotOf } from './ghost.ts'
import { freeSpans } from './rows.ts'

export type ElevationProps = {
  svg: RefObject<SVGSVGElement | null>
  label: string
  units: number
  /** Smaller than the drawing by this, so that it is seen whole. */
  scale: number
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
  /** The menu of a device is asked for, at a place in the window. */
  onMenu: (picked: Picked, at: { x: number; y: number }) => void
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
  const {
    svg,
    label,
    units,
    scale: fit,
    devices,
    seen,
    picked,
    ghost,
    onPick,
    onOpen,
    onGrab,
    onHover,
    onAdd,
    onMenu,
  } = props
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
      width={frame.width * fit}
      height={height * fit}
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
        // The second click of a double one opens what the first has picked.
        if (found && event.detail > 1) return
        if (found) onPick(found)
        else if (addAt !== null) onAdd(addAt)
      }}
      onContextMenu={(event) => {
        const found = under(event)
        if (!found || found.kind === 'reserved') return
        event.preventDefault()
        onMenu(found, { x: event.clientX, y: event.clientY })
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
            {isRail(device) || device.kind === 'reserved' ? null : (
              <NameOnFace device={device} box={boxOf(spotOf(device), units, seen)} />
            )}
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
