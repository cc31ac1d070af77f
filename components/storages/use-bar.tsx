'use client'
import { useFormatter, useTranslations } from 'use-intl'
import { NEARLY_FULL } from '../../server/domain/storage/kinds.ts'
import { cn } from '../ui/class-names.ts'
import { percentOf } from '../ui/display/share.tsx'
import { StateMark } from '../ui/display/state-mark.tsx'

type UseBarProps = { used: number; total: number; promised: number; className?: string }

/** How full a storage is: a bar of what is used with a mark where what is promised to disks ends, and the percent. */
export function UseBar({ used, total, promised, className }: UseBarProps) {
  const t = useTranslations('storages')
  const format = useFormatter()
  const percent = percentOf(used, total)
  if (percent === null) return <span className="text-fg-3">-</span>
  const promisedPercent = percentOf(promised, total) ?? 0
  const near = percent >= NEARLY_FULL
  const words = t('useBar', {
    used: format.number(percent / 100, { style: 'percent' }),
    promised: format.number(promisedPercent / 100, { style: 'percent' }),
  })
  return (
    <span className={cn('inline-flex items-center gap-2', className)}>
      <span role="img" aria-label={words} title={words} className="relative h-1 w-24 flex-none rounded-full bg-line">
        <span
          className={cn('absolute inset-y-0 left-0 rounded-full', near ? 'bg-warn-solid' : 'bg-fg-3')}
          style={{ width: `${Math.min(100, percent)}%` }}
        />
        <span className="absolute -inset-y-1 w-0.5 bg-fg" style={{ left: `${Math.min(100, promisedPercent)}%` }} />
      </span>
      <span className={cn('num inline-flex items-center gap-1 text-12', near ? 'text-warn-fg' : 'text-fg-2')}>
        {near ? <StateMark kind="warn" /> : null}
        {format.number(percent / 100, { style: 'percent' })}
      </span>
    </span>
  )
}
