'use client'
import { useMemo } from 'react'
import type { DrawnDevice } from '../../../server/domain/rack/diagram.ts'
import { DeviceFace, FacePatterns } from './device-face.tsx'
import { Frame, NamePlate, OtherFace } from './elevation-parts.tsx'
import { heightOfRuns, LEFT_OUT, middleInRuns, placesOfRuns, runsOf } from './excerpt.ts'
import { boxOf, frame, type Side, shows, topOf, UNIT } from './geometry.ts'
import { spotOf } from './ghost.ts'

type ExcerptProps = {
  label: string
  units: number
  devices: readonly DrawnDevice[]
  /** Units that something could stand in, the likeliest first. */
  marked: readonly number[]
  /** What stands on each of them. */
  wordOf: (unit: number) => string
  /** The switch whose cable leads to the likeliest of them. */
  from: number
}

const LANE = frame.face + frame.faceWidth + 26
const AROUND = 1

/** Part of a rack: units that are free for something, what stands around them, and the switch whose cable it hangs on. */
export function RackExcerpt({ label, units, devices, marked, wordOf, from }: ExcerptProps) {
  const source = devices.find(({ kind, id }) => kind === 'switch' && id === from)
  const seen: Side = source?.face === 'rear' ? 'rear' : 'front'
  const standing = useMemo(() => devices.filter(({ face }) => face === 'front' || face === 'rear'), [devices])
  const runs = runsOf(shownUnits(source, marked), units)
  const height = heightOfRuns(runs)
  const [best] = marked
  const cable = {
    start: source ? middleInRuns(source.unit, runs, units) : null,
    end: best === undefined ? null : middleInRuns(best, runs, units),
  }
  return (
    <svg
      viewBox={`0 0 ${frame.width} ${height}`}
      role="img"
      aria-label={label}
      fontFamily="var(--font)"
      className="block h-auto w-full max-w-98"
    >
      <FacePatterns />
      {placesOfRuns(runs, units).map(({ run, from: top, to, height: high }, at) => (
        <g key={run.unit}>
          {at > 0 ? (
            <path
              d={`M${frame.face} ${to - LEFT_OUT / 2}h${frame.faceWidth}`}
              stroke="var(--line-control)"
              strokeDasharray="2 4"
            />
          ) : null}
          <svg x={0} y={to} width={frame.width} height={high} viewBox={`0 ${top} ${frame.width} ${high}`} aria-hidden>
            <Frame units={units} lit={new Set(marked)} />
            {standing.map((device) => (
              <Standing key={`${device.kind}${device.id}`} device={device} units={units} seen={seen} />
            ))}
            {marked.map((unit, rank) => (
              <Marked key={unit} y={topOf({ unit, size: 1 }, units)} best={rank === 0} word={wordOf(unit)} />
            ))}
          </svg>
        </g>
      ))}
      {cable.start !== null && cable.end !== null ? (
        <path
          d={`M${LANE - 24} ${cable.start}H${LANE}V${cable.end}H${LANE - 26}`}
          fill="none"
          stroke="var(--accent)"
          strokeWidth={2}
          strokeLinejoin="round"
        />
      ) : null}
    </svg>
  )
}

/** The units that something could stand in with those around them, and the switch. */
function shownUnits(source: DrawnDevice | undefined, marked: readonly number[]): Set<number> {
  const shown = new Set(marked.flatMap((unit) => [unit - AROUND, unit, unit + AROUND]))
  for (let unit = source?.unit ?? 0; source && unit < source.unit + source.size; unit++) shown.add(unit)
  return shown
}

function Standing({ device, units, seen }: { device: DrawnDevice; units: number; seen: Side }) {
  const box = boxOf(spotOf(device), units, seen)
  if (!shows(device, seen)) return <OtherFace device={device} box={box} />
  return (
    <>
      <DeviceFace device={device} box={box} rear={seen === 'rear'} />
      {device.kind === 'reserved' ? null : (
        <NamePlate name={device.name} box={box} plate="var(--hw-deep)" text="#fff" />
      )}
    </>
  )
}

function Marked({ y, best, word }: { y: number; best: boolean; word: string }) {
  return (
    <>
      <rect
        x={frame.face + 2}
        y={y + 2}
        width={frame.faceWidth - 4}
        height={UNIT - 4}
        rx={2}
        fill={best ? 'var(--accent-tint)' : 'var(--bg)'}
        stroke={best ? 'var(--accent)' : 'var(--line-control)'}
        strokeWidth={best ? 1.5 : 1}
        strokeDasharray="4 3"
      />
      <text
        x={frame.face + frame.faceWidth / 2}
        y={y + 15.5}
        fontSize={11}
        textAnchor="middle"
        fontWeight={best ? 600 : 400}
        fill={best ? 'var(--accent-text)' : 'var(--text-2)'}
      >
        {word}
      </text>
    </>
  )
}
