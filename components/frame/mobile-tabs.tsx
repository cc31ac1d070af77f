'use client'
import Search from 'lucide-react/icons/search'
import { usePathname } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { cn } from '../ui/class-names.ts'
import { Link } from '../ui/controls/link.tsx'
import { MoreIcon } from '../ui/display/icons.tsx'
import { Sheet } from '../ui/floating/sheet.tsx'
import { currentEntry, type NavEntry, type NavGroup } from './nav.ts'
import { Waiting } from './nav-parts.tsx'

const tabClass =
  'flex flex-col items-center justify-center gap-[3px] text-11 leading-[14px] text-fg-3 -outline-offset-4'

type MobileTabsProps = { groups: readonly NavGroup[]; onSearch: () => void; children?: ReactNode }

/** Four places and "More" at the foot of a telephone. The sheet holds all the rest and `children` (the user's menu). */
export function MobileTabs({ groups, onSearch, children }: MobileTabsProps) {
  const t = useTranslations('frame')
  const [open, setOpen] = useState(false)
  const current = currentEntry(groups, usePathname())?.entry
  const tabs = groups.flatMap((group) => group.entries.filter((entry) => entry.tab)).slice(0, 4)
  const elsewhere = current !== undefined && !tabs.includes(current)
  return (
    <nav
      aria-label={t('mainNavigation')}
      className="print:hidden grid h-16 flex-none grid-flow-col auto-cols-fr border-t border-line bg-app pb-2 wide:hidden"
    >
      {tabs.map((entry) => (
        <Link
          key={entry.href}
          href={entry.href}
          aria-current={entry === current ? 'page' : undefined}
          className={cn(tabClass, entry === current && 'font-medium text-accent-text')}
        >
          <entry.icon />
          <span>
            {entry.label} {entry.problems ? <span className="num">{entry.problems}</span> : null}
          </span>
        </Link>
      ))}
      <Sheet
        open={open}
        onOpenChange={setOpen}
        title={t('more')}
        trigger={
          <button type="button" className={cn(tabClass, elsewhere && 'font-medium text-accent-text')}>
            <MoreIcon />
            {t('more')}
          </button>
        }
      >
        <button
          type="button"
          onClick={() => {
            setOpen(false)
            onSearch()
          }}
          className="mx-2 mb-1 flex h-11 w-[calc(100%-16px)] items-center gap-2 rounded-md border border-line-control bg-bg px-3 text-fg-3"
        >
          <Search className="size-4" />
          {t('searchOrRun')}
        </button>
        {groups.map((group) => (
          <div key={group.name ?? 'top'}>
            {group.label ? <h3 className="px-3 pt-2 pb-0.5 text-12 font-medium text-fg-3">{group.label}</h3> : null}
            <div className="grid grid-cols-[1fr_1.14fr]">
              {group.entries.map((entry) => (
                <SheetLink key={entry.href} entry={entry} current={entry === current} onPick={() => setOpen(false)} />
              ))}
            </div>
          </div>
        ))}
        {children ? <div className="mt-2 border-t border-line pt-2">{children}</div> : null}
      </Sheet>
    </nav>
  )
}

function SheetLink({ entry, current, onPick }: { entry: NavEntry; current: boolean; onPick: () => void }) {
  return (
    <Link
      href={entry.href}
      onClick={onPick}
      aria-current={current ? 'page' : undefined}
      className={cn(
        'flex min-h-11 min-w-0 items-center gap-2.5 rounded-md px-3',
        current ? 'bg-accent-tint font-medium text-accent-text' : '[&>svg]:text-fg-3',
      )}
    >
      <entry.icon />
      <span className="min-w-0 leading-4">{entry.label}</span>
      <Waiting {...entry} className="ml-auto" />
    </Link>
  )
}
