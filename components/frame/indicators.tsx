'use client'
import { useTranslations } from 'use-intl'
import { Link } from '../ui/controls/link.tsx'
import { ProgressArc } from '../ui/display/progress.tsx'
import { StateMark } from '../ui/display/state-mark.tsx'

const look =
  'flex h-7 flex-none items-center gap-1.5 rounded-md px-2 text-12 tabular-nums whitespace-nowrap text-fg-2 hover:bg-hover phone:px-1'

/** How many tasks run, and how far they are together. Nothing runs: nothing is shown. */
export function RunningTasks({ count, percent, href }: { count: number; percent?: number; href: string }) {
  const t = useTranslations('frame')
  if (count === 0) return null
  return (
    <Link href={href} className={look} title={t('runningTasks')}>
      <ProgressArc {...(percent !== undefined && { percent })} />
      <span className="phone:hidden">{t('running', { count })}</span>
      <span className="text-fg wide:hidden">{count}</span>
    </Link>
  )
}

/** Faults and warnings. All well: nothing is shown. */
export function Problems({ faults, warnings, href }: { faults: number; warnings: number; href: string }) {
  const t = useTranslations('frame')
  if (faults + warnings === 0) return null
  return (
    <Link href={href} className={`${look} gap-2.5`} title={t('problemsTitle')}>
      {faults > 0 ? (
        <span className="flex items-center gap-1 text-fault-fg">
          <StateMark kind="fault" label={t('faults')} />
          {faults}
        </span>
      ) : null}
      {warnings > 0 ? (
        <span className="flex items-center gap-1 text-warn-fg phone:hidden">
          <StateMark kind="warn" label={t('warnings')} />
          {warnings}
        </span>
      ) : null}
    </Link>
  )
}
