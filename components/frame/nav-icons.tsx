'use client'
import { lazy, Suspense, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { cn } from '../ui/class-names.ts'
import { Link } from '../ui/controls/link.tsx'
import { Kbd } from '../ui/display/kbd.tsx'
import { floatClass } from '../ui/floating/float-class.ts'
import { useHover } from '../ui/floating/tooltip.tsx'
import type { NavEntry, NavGroup } from './nav.ts'
import { Waiting } from './nav-parts.tsx'

const PopoverLayer = lazy(() => import('../ui/floating/popover-layer.tsx'))

type NavIconsProps = { group: NavGroup; current: NavEntry | undefined; first: boolean }

/** A group as signs alone. The pointer on one opens the group beside it, with names and keys. */
export function NavIcons({ group, current, first }: NavIconsProps) {
  const anchor = useRef<HTMLUListElement>(null)
  const hover = useHover(150)
  return (
    <>
      {first ? null : <div className="mx-1 my-1.5 flex-none border-t border-line" />}
      <ul ref={anchor} {...hover.handlers}>
        {group.entries.map((entry) => (
          <li key={entry.href}>
            <IconLink entry={entry} current={entry === current} onClick={() => hover.hide()} />
          </li>
        ))}
      </ul>
      {hover.open ? (
        <Suspense>
          <PopoverLayer
            role="presentation"
            anchor={anchor}
            onClose={hover.dismiss}
            side="right"
            offset={14}
            className={cn(floatClass, 'z-50 w-55 animate-pop p-2')}
            onPointerEnter={hover.keep}
            onPointerLeave={() => hover.hide()}
          >
            <GroupLinks group={group} current={current} onPick={() => hover.hide()} />
          </PopoverLayer>
        </Suspense>
      ) : null}
    </>
  )
}

/** A red dot is a problem, an accent one work that waits. */
function IconLink({ entry, current, onClick }: { entry: NavEntry; current: boolean; onClick: () => void }) {
  const t = useTranslations('frame')
  const waits = entry.problems ? t('problems', { count: entry.problems }) : entry.work
  return (
    <Link
      href={entry.href}
      onClick={onClick}
      aria-current={current ? 'page' : undefined}
      aria-label={waits ? `${entry.label}, ${waits}` : entry.label}
      className={cn(
        'relative flex h-7 items-center rounded-sm px-2 -outline-offset-2 coarse:h-10',
        current ? 'bg-press text-accent-text' : 'text-fg-3 hover:bg-hover hover:text-fg',
      )}
    >
      <entry.icon />
      {waits ? (
        <span
          className={cn(
            'absolute top-0.5 right-0.5 size-2 rounded-full ring-2 ring-app',
            entry.problems ? 'bg-fault-solid' : 'bg-accent',
          )}
        />
      ) : null}
    </Link>
  )
}

/** For the pointer alone: the keyboard has the same links in the signs. */
function GroupLinks({
  group,
  current,
  onPick,
}: {
  group: NavGroup
  current: NavEntry | undefined
  onPick: () => void
}) {
  return (
    <div aria-hidden="true">
      {group.label ? <div className="px-2 pb-1 text-11 font-medium text-fg-3">{group.label}</div> : null}
      {group.entries.map((entry) => (
        <Link
          key={entry.href}
          href={entry.href}
          tabIndex={-1}
          onClick={onPick}
          className={cn(
            'flex h-7 items-center gap-2 rounded-sm px-2 [&>svg]:text-fg-3 hover:bg-hover',
            entry === current && 'bg-press font-medium',
          )}
        >
          <entry.icon />
          <span className="min-w-0 flex-1 truncate">{entry.label}</span>
          <Waiting {...entry} />
          {entry.letter ? (
            <span className="flex gap-0.5">
              <Kbd>G</Kbd>
              <Kbd>{entry.letter.toUpperCase()}</Kbd>
            </span>
          ) : null}
        </Link>
      ))}
    </div>
  )
}
