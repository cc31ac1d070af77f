'use client'
import { usePathname } from 'next/navigation'
import { PageTabs } from '../ui/layout/tabs.tsx'
import { useNavPlace } from './crumbs.tsx'
import { tabsOf } from './nav.ts'

/** The strip of tabs of the entry that the page belongs to; nothing on pages below a tab, or where there is one tab alone. */
export function SectionTabs() {
  const place = useNavPlace()
  const pathname = usePathname()
  if (!place || tabsOf(place.entry).length < 2 || place.tab.href !== pathname) return null
  return (
    <PageTabs
      label={place.entry.label}
      tabs={tabsOf(place.entry).map(({ href, label }) => ({ href, label, current: href === pathname }))}
    />
  )
}
