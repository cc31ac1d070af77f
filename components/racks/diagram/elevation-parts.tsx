'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Cable, DrawnDevice } from '../../../server/domain/rack/diagram.ts'
import { cableLines, type Line } from './cables.ts'
import { type Box, boxOf, frame, heightOf, middleOf, type Side, topOf, UNIT } from './geometry.ts'
import { type Ghost, type Picked, spotOf } from './ghost.ts'

/** Posts, holes and the ruler of units; `lit` are the numbers that stand out. */
export function Frame({ units, lit }: { units: number; lit: ReadonlySet<number> }) {
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
export function OtherFace({ device, box }: { device: DrawnDevice; box: Box }) {
  const { x, y, w, h } = box
  return (
    <>
      <rect x={x + 1} y={y + 1.5} width={w - 2} height={h - 3} fill="url(#rack-dots)" />
      <NamePlate name={device.name} box={box} plate="var(--hw-void)" text="var(--text-3)" />
    </>
  )
}

/** The name over the face: on a telephone the list of names has no room beside the drawing. */
export function NameOnFace({ device, box }: { device: DrawnDevice; box: Box }) {
  return (
    <g className="hidden phone:inline">
      <NamePlate name={device.name} box={box} plate="var(--hw-deep)" text="#fff" />
    </g>
  )
}

/** Pixels that a character takes on average, at 10 pixels of height. */
const CHARACTER = 5.8

/** The name of a device over its face. */
export function NamePlate({
  name,
  box: { x, y, w, h },
  ...colour
}: {
  name: string
  box: Box
  plate: string
  text: string
}) {
  const most = Math.min(30, Math.floor((w - 12) / CHARACTER))
  const shown = name.length > most ? `${name.slice(0, most - 1)}…` : name
  const width = shown.length * CHARACTER + 12
  return (
    <>
      <rect x={x + (w - width) / 2} y={y + h / 2 - 7.5} width={width} height={15} rx={3} fill={colour.plate} />
      <text x={x + w / 2} y={y + h / 2 + 3.5} fontSize={10} textAnchor="middle" fill={colour.text}>
        {shown}
      </text>
    </>
  )
}

/** Where the pointer is over free units. */
export function AddHere({ unit, units, word }: { unit: number; units: number; word: string }) {
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

/** The edge of what is picked. */
export const Outline = ({ box, colour, width }: { box: Box; colour: string; width: number }) => (
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

/** What is held, where it would stand, and whether it fits. */
export function GhostBox({ ghost, units, seen }: { ghost: Ghost; units: number; seen: Side }) {
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

/** Lines from devices to the ports of switches and PDUs, all of them or those of what is picked. */
export function Cables(props: {
  cables: readonly Cable[]
  cablesOf: 'none' | 'picked' | 'all'
  devices: readonly DrawnDevice[]
  units: number
  seen: Side
  picked: Picked | null
}) {
  const { cables, cablesOf, devices, units, seen, picked } = props
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
