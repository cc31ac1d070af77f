'use client'
import { cn } from '../class-names.ts'
import { Link } from '../controls/link.tsx'

const tabClass =
  '-mb-px flex flex-none items-center gap-1.5 border-b-2 border-transparent pt-0.5 whitespace-nowrap text-fg-3 hover:text-fg'
const current = 'border-accent font-medium text-fg'
const count = 'num text-11 font-normal text-fg-3'

export type PageTab = { href: string; label: string; count?: number | string | undefined; current: boolean }

/** Tabs of a page: each is an address, so Back works and a tab can be sent to a colleague. */
export function PageTabs({ tabs, label }: { tabs: readonly PageTab[]; label: string }) {
  return (
    <nav
      aria-label={label}
      className="flex h-9 flex-none gap-5 overflow-x-auto overflow-y-hidden border-b border-line px-6 phone:h-11 phone:px-4"
    >
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          scroll={false}
          aria-current={tab.current ? 'page' : undefined}
          className={cn(tabClass, '-outline-offset-2', tab.current && current)}
        >
          {tab.label}
          {tab.count === undefined ? null : <span className={count}>{tab.count}</span>}
        </Link>
      ))}
    </nav>
  )
}
