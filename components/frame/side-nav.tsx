'use client'
import { usePathname } from 'next/navigation'
import { type KeyboardEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { cn } from '../ui/class-names.ts'
import { IconButton } from '../ui/controls/button.tsx'
import { Link } from '../ui/controls/link.tsx'
import { BrandMark } from '../ui/display/brand-mark.tsx'
import { SidebarIcon } from '../ui/display/icons.tsx'
import { shortcuts } from '../ui/shortcuts.ts'
import { currentEntry, type NavGroup } from './nav.ts'
import { NavIcons } from './nav-icons.tsx'
import { FoldHead, NavLink } from './nav-parts.tsx'
import { foldedCookie, remember, writeFolded } from './remembered.ts'

export type SideNavProps = {
  groups: readonly NavGroup[]
  closed: boolean
  /** Names of the groups that were folded, from the cookie. */
  folded: readonly string[]
  onToggle: () => void
  version: string
}

/** Navigation at the left edge, 220 px, or 48 with signs alone. */
export function SideNav({ groups, closed, folded, onToggle, version }: SideNavProps) {
  const t = useTranslations('frame')
  const current = currentEntry(groups, usePathname())
  const [shut, setShut] = useState<ReadonlySet<string>>(() => new Set(folded))
  const fold = (name: string) => {
    const next = new Set(shut)
    if (!next.delete(name)) next.add(name)
    remember(foldedCookie, writeFolded(next))
    setShut(next)
  }
  return (
    <nav
      aria-label={t('mainNavigation')}
      onKeyDown={moveFocus}
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
      {groups.map((group, at) => {
        if (closed) return <NavIcons key={group.name ?? ''} group={group} current={current?.entry} first={at === 0} />
        // The group of the page that is open never folds away.
        const open = group.name === undefined || group === current?.group || !shut.has(group.name)
        const id = `nav-${group.name ?? 'top'}`
        return (
          <div key={id}>
            {group.name === undefined ? null : (
              <FoldHead group={group} open={open} controls={id} onToggle={() => fold(group.name as string)} />
            )}
            <ul id={id} hidden={!open}>
              {group.entries.map((entry) => (
                <li key={entry.href}>
                  <NavLink entry={entry} current={entry === current?.entry} />
                </li>
              ))}
            </ul>
          </div>
        )
      })}
      <div className="mt-auto flex flex-none items-center justify-between px-2 pt-2 text-11 text-fg-3">
        {closed ? null : <span>{version}</span>}
        <IconButton
          label={closed ? t('openNavigation') : t('closeNavigation')}
          shortcut={shortcuts.navigation.join(' ')}
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

/** Arrow keys go from entry to entry and head to head. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || event.ctrlKey || event.metaKey || event.altKey) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')].filter(
    (stop) => stop.offsetParent !== null && stop.tabIndex >= 0,
  )
  const at = stops.indexOf(document.activeElement as HTMLElement)
  if (at < 0) return
  event.preventDefault()
  stops[at + step]?.focus()
}
