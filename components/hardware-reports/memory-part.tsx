import { useTranslations } from 'use-intl'
import type { Difference } from '../../server/domain/hardware-report/difference.ts'
import type { HardwareReport } from '../../server/domain/operation/report.ts'
import { cn } from '../ui/class-names.ts'
import { State } from '../ui/display/state-mark.tsx'
import { useSizes } from '../ui/display/use-sizes.ts'
import { Section } from '../ui/layout/section.tsx'
import { type DrawnSlot, slotsOf } from './memory.ts'

/** Memory, drawn as its modules where the firmware tells of them. */
export function MemoryPart({ report, differences }: { report: HardwareReport; differences: readonly Difference[] }) {
  const t = useTranslations('hardwareReports')
  const size = useSizes()
  const gone = differences.filter(({ kind }) => kind === 'module_missing')
  const groups = slotsOf(report.memory_modules, differences, (mib, type) => `${size(mib)} ${type}`)
  const { length } = report.memory_modules
  return (
    <Section
      title={t('memory')}
      count={length > 0 ? t('memoryOf', { size: size(report.memory_mib), count: length }) : size(report.memory_mib)}
      action={gone.length > 0 ? <State kind="fault">{t('modulesMissing', { count: gone.length })}</State> : undefined}
    >
      {length === 0 ? <p className="text-fg-3">{t('noModules')}</p> : null}
      <div className="flex flex-wrap gap-3">
        {groups.map((group) => (
          <ul
            key={group[0]?.slot}
            className="flex min-w-0 flex-wrap gap-x-3 gap-y-2 rounded-md border border-line px-3 py-2"
          >
            {group.map((one) => (
              <Module key={one.at} module={one} />
            ))}
          </ul>
        ))}
      </div>
      {gone.map((one) => (
        <p key={one.part} className="mt-2 text-12 text-fg-2">
          <span className="text-fault-fg">{t('slotEmpty', { slot: one.part })}</span>{' '}
          {t('slotHeld', { what: one.about })}
        </p>
      ))}
    </Section>
  )
}

function Module({ module: { slot, short, missing, words } }: { module: DrawnSlot }) {
  const t = useTranslations('hardwareReports')
  return (
    <li className="flex w-9 flex-col items-center gap-1" title={`${slot}: ${words}`}>
      <span
        aria-hidden
        className={cn(
          'flex h-14 w-5 flex-col items-center justify-evenly rounded-sm border',
          missing ? 'border-dashed border-fault bg-fault-tint text-fault-fg' : 'border-line-strong bg-raised',
        )}
      >
        {missing ? '×' : [1, 2, 3].map((chip) => <span key={chip} className="h-3 w-2.5 rounded-xs bg-fg-3" />)}
      </span>
      <span className={cn('mono text-11', missing ? 'text-fault-fg' : 'text-fg-3')}>{short || '?'}</span>
      <span className="sr-only">{missing ? t('moduleGone', { what: words }) : words}</span>
    </li>
  )
}
