'use client'
import { memo } from 'react'
import { useTranslations } from 'use-intl'
import type { DrawnDevice } from '../../../server/domain/rack/diagram.ts'
import { cn } from '../../ui/class-names.ts'
import { StateMark } from '../../ui/display/state-mark.tsx'
import { healthOf } from '../floor-plan/overlay.ts'
import { healthKind, useRackLabels } from '../labels.ts'
import { type Side, topOf, UNIT } from './geometry.ts'
import type { Picked } from './ghost.ts'
import { sameDevice } from './ghost.ts'
import { onRails, type Row, rowsOf } from './rows.ts'

export type FaceListProps = {
  label: string
  units: number
  /** Of the drawing beside it. */
  scale: number
  devices: readonly DrawnDevice[]
  seen: Side
  picked: Picked | null
  onPick: (picked: Picked) => void
  onAdd: (unit: number) => void
  /** The menu of a device is asked for, at a place in the window; the menu key asks at its line. */
  onMenu: (picked: Picked, at: { x: number; y: number }) => void
}

/** The same rack in words, each line beside what it names. This is what the keyboard and screen readers use. */
export const FaceList = memo(function FaceList(props: FaceListProps) {
  const { label, units, scale, devices, seen } = props
  const rows = rowsOf(devices, units, seen)
  return (
    <ol aria-label={label} className="relative min-w-0 flex-1 phone:mt-3 wide:max-w-90" data-rack-list>
      {rows.map((row) => (
        <li
          key={row.unit}
          className="absolute inset-x-0 flex items-center phone:static phone:h-auto! phone:min-h-9"
          style={{ top: topOf(row, units) * scale, height: row.size * UNIT * scale }}
        >
          <RowLabel row={row} {...props} />
        </li>
      ))}
      {onRails(devices).map((device) => (
        <li key={`pdu${device.id}`} className="sr-only focus-within:not-sr-only phone:not-sr-only">
          <Entry device={device} {...props} />
        </li>
      ))}
    </ol>
  )
})

function RowLabel({ row, ...props }: FaceListProps & { row: Row }) {
  const t = useTranslations('racks')
  const { units } = useRackLabels()
  if (row.kind === 'other') return <span className="px-1.5 pl-6 text-fg-3">{t(`rows.other.${props.seen}`)}</span>
  if (row.kind === 'free')
    return (
      <button
        type="button"
        onClick={() => props.onAdd(row.unit)}
        className="rounded-sm px-1.5 pl-6 text-fg-3 hover:bg-hover hover:text-fg-2 focus-visible:-outline-offset-2"
      >
        {t('rows.free', { count: row.size })}
        <span className="sr-only">{t('rows.addAt', { where: units(row) })}</span>
      </button>
    )
  return (
    <>
      {row.devices.map((device) => (
        <Entry key={`${device.kind}${device.id}`} device={device} alone={row.devices.length === 1} {...props} />
      ))}
      {row.halfFree ? <span className="truncate text-11 text-fg-3">{t(`rows.${row.halfFree}Free`)}</span> : null}
    </>
  )
}

function Entry({ device, alone, picked, onPick, onMenu }: FaceListProps & { device: DrawnDevice; alone?: boolean }) {
  const t = useTranslations('racks')
  const words = useRackLabels()
  const chosen = picked !== null && (sameDevice(device, picked) || holds(device, picked))
  const health = healthOf(device)
  return (
    <button
      type="button"
      aria-pressed={chosen}
      data-entry={`${device.kind}:${device.id}`}
      onClick={() => onPick(device)}
      onContextMenu={(event) => {
        if (device.kind === 'reserved') return
        event.preventDefault()
        onMenu(device, { x: event.clientX, y: event.clientY })
      }}
      className={cn(
        'flex h-full max-h-9 min-w-0 flex-1 basis-0 items-center gap-1.5 rounded-sm px-1.5 text-left focus-visible:-outline-offset-2',
        chosen ? 'bg-accent-tint' : 'hover:bg-hover',
      )}
    >
      {health ? <StateMark kind={healthKind[health]} className="size-3" /> : <span className="w-3 flex-none" />}
      <span
        className={cn(
          'truncate',
          device.kind === 'reserved' ? 'text-fg-3' : 'font-medium',
          chosen && 'text-accent-text',
        )}
      >
        {device.kind === 'reserved' ? t('kinds.reserved') : device.name}
      </span>
      <span className="sr-only">{words.standing(device)}</span>
      {alone ? <span className="min-w-0 flex-1 truncate text-11 text-fg-3">{words.detail(device)}</span> : null}
      <span className="sr-only">{words.rest(device, !alone)}</span>
    </button>
  )
}

const holds = (device: DrawnDevice, picked: Picked) =>
  picked.kind === 'server' && (device.blades ?? []).some(({ id }) => id === picked.id)
