'use client'
import { useTranslations } from 'use-intl'
import type { DrawnDevice } from '../../../server/domain/rack/diagram.ts'
import { cn } from '../../ui/class-names.ts'
import { StateMark } from '../../ui/display/state-mark.tsx'
import { floatClass } from '../../ui/floating/float-class.ts'
import type { Picked } from '../diagram/ghost.ts'
import { healthOf } from '../floor-plan/overlay.ts'
import { healthKind, useRackLabels } from '../labels.ts'
import { findPicked } from './picked.ts'

/** Facts of what the pointer rests on. Nothing here that the list beside the drawing does not say as well. */
export function HoverFacts(props: { over: { picked: Picked; x: number; y: number }; devices: readonly DrawnDevice[] }) {
  const t = useTranslations('racks')
  const words = useRackLabels()
  const found = findPicked(props.over.picked, props.devices)
  if (!found || found.device.kind === 'reserved') return null
  const { device, blade } = found
  const one = blade ?? device
  const health = blade ? blade.health : healthOf(device)
  const state = words.state(one)
  return (
    <div
      role="tooltip"
      className={cn(floatClass, 'pointer-events-none absolute z-20 w-56 animate-fade px-3 py-2 text-12 print:hidden')}
      // Beside the drawing, over the list that says the same: the next device stays in sight.
      style={{ left: '100%', top: props.over.y - 12 }}
    >
      <p className="flex items-center gap-1.5">
        <span className="truncate text-13 font-semibold">{one.name}</span>
        {health ? <StateMark kind={healthKind[health]} className="size-3" /> : null}
        {state ? <span className="whitespace-nowrap text-fg-2">{state}</span> : null}
      </p>
      <p className="text-fg-2">
        {blade ? t('panel.inChassis', { chassis: device.name, slot: blade.slot }) : words.units(device)}
      </p>
      <p className="truncate text-fg-3">{blade ? blade.model : words.detail(device)}</p>
      {one.owner ? <p className="truncate text-fg-3">{one.owner}</p> : null}
      {one.cause ? <p className="break-words text-fg-2">{words.cause(one)}</p> : null}
    </div>
  )
}
