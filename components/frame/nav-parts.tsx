'use client'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useTranslations } from 'use-intl'
import { cn } from '../ui/class-names.ts'
import { Link } from '../ui/controls/link.tsx'
import { StateMark } from '../ui/display/state-mark.tsx'
import type { NavEntry, NavGroup } from './nav.ts'

/** What waits behind an entry: problems with their mark, else the work in words. */
export function Waiting({ problems, work, className }: Pick<NavEntry, 'problems' | 'work'> & { className?: string }) {
  const t = useTranslations('frame')
  if (problems)
    return (
      <span className={cn('num flex flex-none items-center gap-[3px] text-11 font-normal text-fault-fg', className)}>
        <StateMark kind="fault" className="size-3" label={t('problems', { count: problems })} />
        {problems}
      </span>
    )
  return work ? <span className={cn('num flex-none text-11 font-normal text-fg-3', className)}>{work}</span> : null
}

/** One page of the navigation, with its sign and its name. */
export function NavLink({ entry, current }: { entry: NavEntry; current: boolean }) {
  return (
    <Link
      href={entry.href}
      aria-current={current ? 'page' : undefined}
      className={cn(
        'flex h-6.5 items-center gap-2 rounded-sm px-2 text-fg-2 -outline-offset-2 coarse:h-10',
        current
          ? 'bg-press font-medium text-fg [&>svg]:text-accent-text'
          : 'hover:bg-hover hover:text-fg [&>svg]:text-fg-3',
      )}
    >
      <entry.icon />
      <span className="min-w-0 truncate">{entry.label}</span>
      <Waiting {...entry} className="ml-auto" />
    </Link>
  )
}

type FoldHeadProps = { group: NavGroup; open: boolean; controls: string; onToggle: () => void }

/** The head of a group folds it; folded it shows the work inside. */
export function FoldHead({ group, open, controls, onToggle }: FoldHeadProps) {
  const Arrow = open ? ChevronDown : ChevronRight
  const work = group.entries.flatMap((entry) => entry.work ?? []).join(', ')
  return (
    <h2 className="pt-1.5 text-11 font-medium text-fg-3">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={controls}
        onClick={onToggle}
        className="flex h-5 w-full items-center gap-1.5 rounded-sm px-1.5 text-left -outline-offset-2 hover:text-fg coarse:h-9"
      >
        <Arrow className="size-3" />
        {group.label}
        {open ? null : <Waiting work={work} className="mr-0.5 ml-auto" />}
      </button>
    </h2>
  )
}
