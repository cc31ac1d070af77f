'use client'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useFormatter, useTranslations } from 'use-intl'
import { BrandMark } from '../ui/brand-mark.tsx'
import { IconButton } from '../ui/button.tsx'
import { cn } from '../ui/class-names.ts'
import { SidebarIcon } from '../ui/icons.tsx'
import { StateMark } from '../ui/state-mark.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { currentEntry, type NavEntry, type NavGroup } from './nav.ts'

export type SideNavProps = { groups: readonly NavGroup[]; closed: boolean; onToggle: () => void; version: string }

/** Navigation at the left edge, 220 px, or 48 with signs alone. */
export function SideNav({ groups, closed, onToggle, version }: SideNavProps) {
  const t = useTranslations('frame')
  const current = currentEntry(groups, usePathname())?.entry
  return (
    <nav
      aria-label={t('mainNavigation')}
      className={cn(
        'print:hidden',
        'row-span-2 flex min-h-0 flex-col overflow-x-hidden overflow-y-auto border-r border-line bg-app px-2 pb-2 phone:hidden',
      )}
    >
      <Link
        href="/"
        aria-label="Datahall"
        className={cn(
          'flex h-(--bar-h) flex-none items-center gap-2 rounded-sm text-14 font-semibold tracking-[-0.01em] -outline-offset-4',
          closed ? 'px-1.5' : 'px-2',
        )}
      >
        <BrandMark />
        {closed ? null : 'Datahall'}
      </Link>
      {groups.map((group, at) => (
        <div key={group.label ?? group.entries[0]?.href}>
          {group.label ? (
            closed ? (
              <div className="mx-1 my-1.5 border-t border-line" />
            ) : (
              <h2 className="px-2 pt-3 pb-1 text-11 font-medium text-fg-3">{group.label}</h2>
            )
          ) : at > 0 ? (
            <div className="h-3" />
          ) : null}
          <ul>
            {group.entries.map((entry) => (
              <li key={entry.href}>
                <NavLink entry={entry} current={entry === current} closed={closed} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      <div className="mt-auto flex flex-none items-center justify-between px-2 pt-2 text-11 text-fg-3">
        {closed ? null : <span>{version}</span>}
        <IconButton
          label={closed ? t('openNavigation') : t('closeNavigation')}
          shortcut="Ctrl B"
          size="sm"
          aria-expanded={!closed}
          onClick={onToggle}
          className={cn('aria-expanded:bg-transparent [&>svg]:size-4', closed && '-mx-2 w-8')}
        >
          <SidebarIcon />
        </IconButton>
      </div>
    </nav>
  )
}

function NavLink({ entry, current, closed }: { entry: NavEntry; current: boolean; closed: boolean }) {
  const t = useTranslations('frame')
  const link = (
    <Link
      href={entry.href}
      aria-current={current ? 'page' : undefined}
      {...(closed && { 'aria-label': entry.label })}
      className={cn(
        'flex h-6.5 items-center gap-2 rounded-sm px-2 text-fg-2 -outline-offset-2 coarse:h-10',
        current
          ? 'bg-press font-medium text-fg [&>svg]:text-accent-text'
          : 'hover:bg-hover hover:text-fg [&>svg]:text-fg-3',
      )}
    >
      <entry.icon />
      {closed ? null : <span className="min-w-0 truncate">{entry.label}</span>}
      {closed ? null : entry.problems ? (
        <span className="num ml-auto flex items-center gap-[3px] text-11 font-normal text-fault-fg">
          <StateMark kind="fault" className="size-3" label={t('problems', { count: entry.problems })} />
          {entry.problems}
        </span>
      ) : entry.count === undefined ? null : (
        <Count value={entry.count} />
      )}
    </Link>
  )
  return closed ? (
    <Tooltip text={entry.label} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  )
}

function Count({ value }: { value: number }) {
  const format = useFormatter()
  return <span className="num ml-auto text-11 font-normal text-fg-3">{format.number(value)}</span>
}
