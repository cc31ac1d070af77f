'use client'
import { type MouseEvent, memo, useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { FloorRack } from '../../../server/domain/rack/diagram.ts'
import { paths } from '../../paths.ts'
import { cn } from '../../ui/class-names.ts'
import { Link } from '../../ui/controls/link.tsx'
import { type StateKind, StateMark } from '../../ui/display/state-mark.tsx'
import { usage } from '../diagram/rows.ts'
import { healthKind } from '../labels.ts'
import { drawRack, type FloorView, fifthLines, floorHeight, floorRackWidth } from './draw.ts'
import { healthOf, type Look, type Overlay } from './overlay.ts'

type Paint = { fill: string; opacity?: number; stroke?: string; dash?: string }
const plate: Paint = { fill: 'var(--hw-blank)', stroke: 'var(--hw-frame)' }
const category = (number: number): Paint => ({ fill: `var(--cat-${number})` })
const state = (tone: string): Paint => ({ fill: `var(--${tone}-tint)`, stroke: `var(--${tone}-solid)` })
const hollow: Paint = { fill: 'var(--bg)', stroke: 'var(--off-solid)' }

/** How each look is painted. Colour never stands alone: the legend and the card of the rack have the words. */
export const paints: Record<Look, Paint> = {
  server: category(1),
  switch: category(2),
  chassis: category(3),
  pdu: category(4),
  blank: plate,
  rest: { fill: 'var(--bg-inset)', stroke: 'var(--line)' },
  reserved: { fill: 'url(#floor-hatch)' },
  free1: { fill: 'var(--ramp-2)', stroke: 'var(--ramp-3)' },
  free2: { fill: 'var(--ramp-3)', stroke: 'var(--ramp-4)' },
  free5: { fill: 'var(--ramp-5)' },
  on: plate,
  ok: plate,
  off: hollow,
  unknown: { ...hollow, dash: '2 2' },
  warning: state('warn'),
  fault: state('fault'),
  in_progress: state('run'),
  cool: { fill: 'var(--ramp-2)', stroke: 'var(--ramp-3)' },
  mild: { fill: 'var(--ramp-3)', stroke: 'var(--ramp-4)' },
  warm: { fill: 'var(--warn-solid)' },
  hot: { fill: 'var(--fault-solid)' },
  owner0: category(7),
  owner1: category(4),
  owner2: category(5),
  owner3: category(6),
  owner4: category(2),
  owner5: category(3),
  owner6: category(8),
  owner7: category(1),
  found: { fill: 'none', stroke: 'var(--accent)' },
}

/** The hatch of reserved units, once a page. */
export const FloorPatterns = () => (
  <svg width="0" height="0" className="absolute" aria-hidden="true">
    <defs>
      <pattern id="floor-hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="5" height="5" fill="var(--bg-inset)" />
        <path d="M0 0v5" stroke="var(--text-3)" strokeWidth={1.2} />
      </pattern>
    </defs>
  </svg>
)

type FloorRackProps = {
  rack: FloorRack
  view: FloorView
  /** Larger than the drawing by this. */
  scale: number
  /** Steps back: the filter asks for others. */
  dimmed: boolean
  onPoint: (rack: FloorRack | null, element: HTMLElement | null) => void
  onMenu: (event: MouseEvent<HTMLElement>, rack: FloorRack) => void
}

/** One rack of the floor plan, to scale; drawn anew only when it or the view changes. */
export const FloorRackPicture = memo(function FloorRackPicture({
  rack,
  view,
  scale,
  dimmed,
  onPoint,
  onMenu,
}: FloorRackProps) {
  const t = useTranslations('racks')
  const format = useFormatter()
  const picture = useMemo(() => drawRack(rack, view), [rack, view])
  const height = floorHeight(rack.size)
  const { used } = usage(rack.devices, rack.size)
  const worst = useMemo(() => worstOf(rack), [rack])
  const searched = view.search.trim() !== ''
  return (
    <Link
      href={paths.rack(rack.id)}
      prefetch={false}
      data-rack={rack.id}
      style={{ width: floorRackWidth * scale }}
      className={cn('block flex-none rounded-sm', dimmed && 'opacity-30')}
      onPointerEnter={(event) => onPoint(rack, event.currentTarget)}
      onPointerLeave={() => onPoint(null, null)}
      onFocus={(event) => onPoint(rack, event.currentTarget)}
      onBlur={() => onPoint(null, null)}
      onContextMenu={(event) => onMenu(event, rack)}
    >
      <svg
        width={floorRackWidth * scale}
        height={height * scale}
        viewBox={`0 0 ${floorRackWidth} ${height}`}
        aria-hidden="true"
        className="block"
      >
        <rect
          x={0.5}
          y={0.5}
          width={floorRackWidth - 1}
          height={height - 1}
          rx={2.5}
          fill="var(--hw-rail)"
          stroke={picture.foundNames.length > 0 ? 'var(--accent)' : 'var(--hw-frame)'}
          strokeWidth={picture.foundNames.length > 0 ? 1.5 : 1}
        />
        <rect x={5} y={5} width={76} height={height - 10} fill="var(--hw-void)" />
        <path d={fifthLines(rack.size)} stroke="var(--line)" />
        {picture.paths.map(({ look, d }) => (
          <path
            key={look}
            d={d}
            fill={paints[look].fill}
            opacity={view.overlay === 'type' && searched ? 0.62 : undefined}
            stroke={paints[look].stroke}
            strokeWidth={0.75}
            strokeDasharray={paints[look].dash}
          />
        ))}
        {picture.lights ? <path d={picture.lights} fill="var(--ok-solid)" /> : null}
        {picture.found ? <path d={picture.found} fill="none" stroke="var(--accent)" strokeWidth={1.5} /> : null}
        {picture.marks.map(({ look, x, y }) => (
          <circle
            key={`${x}:${y}`}
            cx={x}
            cy={y}
            r={2.4}
            fill={`var(--${look === 'fault' ? 'fault' : look === 'warning' ? 'warn' : 'run'}-solid)`}
          />
        ))}
      </svg>
      <span className="flex h-5.5 items-center gap-1 px-0.5 text-12">
        <b className="truncate font-semibold">{rack.name}</b>
        {worst ? <StateMark kind={markOf(worst)} className="size-3" /> : null}
        <span className="num ml-auto text-11 text-fg-3">
          {format.number(used)}/{rack.size}
        </span>
        <span className="sr-only">
          {t('hall.rack', { state: worst ? t(`health.${worst}`) : 'none', found: picture.foundNames.length })}
        </span>
      </span>
    </Link>
  )
})

const markOf = (worst: 'fault' | 'warning' | 'in_progress'): StateKind => healthKind[worst]

/** Why a rack needs attention; calm states are left out. */
export function worstOf(rack: FloorRack): 'fault' | 'warning' | 'in_progress' | null {
  const found = new Set(rack.devices.map(healthOf))
  return (['fault', 'warning', 'in_progress'] as const).find((health) => found.has(health)) ?? null
}

/** The small box of a legend, painted as in the drawing. */
export function LegendBox({ look }: { look: Look }) {
  const { fill, stroke, dash } = paints[look]
  return (
    <svg width="12" height="8" aria-hidden="true" className="flex-none">
      <rect x={0.5} y={0.5} width={11} height={7} rx={1.5} fill={fill} stroke={stroke} strokeDasharray={dash} />
    </svg>
  )
}

/** Looks that a legend of this overlay names, besides owners. */
export const legendOf: Record<Overlay, readonly Look[]> = {
  type: ['server', 'switch', 'chassis', 'pdu', 'reserved', 'rest'],
  free: ['free1', 'free2', 'free5', 'rest', 'reserved'],
  power: ['on', 'off', 'unknown', 'blank', 'reserved'],
  health: ['ok', 'warning', 'fault', 'in_progress', 'off', 'unknown', 'reserved'],
  temperature: ['cool', 'mild', 'warm', 'hot', 'blank', 'reserved'],
  owner: ['blank', 'reserved'],
}
