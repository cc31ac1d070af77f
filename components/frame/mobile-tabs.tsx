'use client'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { cn } from '../ui/class-names.ts'
import { MoreIcon } from '../ui/icons.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { currentEntry, type NavGroup } from './nav.ts'

const tabClass =
  'flex flex-col items-center justify-center gap-[3px] text-11 leading-[14px] text-fg-3 -outline-offset-4'

/** Four places and "More" at the foot of a telephone. The sheet holds all the rest and `children` (the user's menu). */
export function MobileTabs({ groups, children }: { groups: readonly NavGroup[]; children?: ReactNode }) {
  const t = useTranslations('frame')
  const format = useFormatter()
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
          {entry.label}
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
        {groups.map((group) => (
          <div key={group.label ?? group.entries[0]?.href}>
            {group.label ? <h3 className="px-3 pt-3 pb-1 text-11 font-medium text-fg-3">{group.label}</h3> : null}
            {group.entries.map((entry) => (
              <Link
                key={entry.href}
                href={entry.href}
                onClick={() => setOpen(false)}
                aria-current={entry === current ? 'page' : undefined}
                className={cn(
                  'flex min-h-11 items-center gap-3 rounded-md px-3 [&>svg]:text-fg-3',
                  entry === current && 'bg-press font-medium',
                )}
              >
                <entry.icon />
                {entry.label}
                {entry.count === undefined ? null : (
                  <span className="num ml-auto text-12 text-fg-3">{format.number(entry.count)}</span>
                )}
              </Link>
            ))}
          </div>
        ))}
        {children ? <div className="mt-2 border-t border-line pt-2">{children}</div> : null}
      </Sheet>
    </nav>
  )
}
