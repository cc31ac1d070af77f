'use client'
import type { CSSProperties } from 'react'
import { useTranslations } from 'use-intl'
import type { Chassis } from '../../server/domain/chassis/schema.ts'
import { paths } from '../paths.ts'
import { cn } from '../ui/class-names.ts'
import { Link } from '../ui/controls/link.tsx'
import { slotRuns } from './slot-runs.ts'

const cell = 'flex h-20 min-w-0 flex-col justify-between gap-1 rounded-sm border p-1.5 text-left text-12'

/** Slots side by side as on the face of the chassis; a blade of two slots is twice as wide, a free slot leads to the form. */
export function SlotDrawing({ chassis }: { chassis: Chassis }) {
  const t = useTranslations('chassis')
  const count = chassis.server_slot_count
  const perRow = count > 10 ? Math.ceil(count / 2) : count
  const runs = slotRuns(chassis.server_slot_count, chassis.device_server)
  return (
    <ol
      aria-label={t('slots')}
      // A row as long as the chassis is wide; large ones have two.
      style={{ '--slots': perRow } as CSSProperties}
      className="grid grid-cols-[repeat(var(--slots),minmax(0,1fr))] gap-1.5 rounded-md border border-line bg-subtle p-2 phone:grid-cols-3"
    >
      {runs.map(({ slot, size, blade }) => (
        <li key={slot} className={cn('min-w-0', size > 1 && 'col-span-2')}>
          <Link
            href={blade ? paths.server(blade.id) : paths.newServer({ chassis: chassis.id, slot })}
            className={cn(
              cell,
              blade
                ? 'border-line-strong bg-raised hover:bg-hover'
                : 'border-dashed border-line-strong text-fg-3 hover:bg-hover hover:text-fg',
            )}
          >
            <span className="num text-fg-3">
              {size > 1 ? t('slotSpan', { from: slot, to: slot + size - 1 }) : t('slot', { slot })}
            </span>
            <span className={cn('truncate', blade && 'font-medium')}>{blade ? blade.name : t('freeSlot')}</span>
          </Link>
        </li>
      ))}
    </ol>
  )
}
